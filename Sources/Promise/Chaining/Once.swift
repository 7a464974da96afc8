import Locking

/// A handler that runs once, whoever comes first, and is let go of then.
final class Once: Sendable {
    private let handler: Mutex<(@Sendable () -> Void)?>

    init(_ handler: @escaping @Sendable () -> Void) {
        self.handler = Mutex(handler)
    }

    func run() {
        let handler = handler.withLock { handler in
            defer { handler = nil }
            return handler
        }
        handler?()
    }
}
