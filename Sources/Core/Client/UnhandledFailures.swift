import Locking

/// Where failures end that nobody handles: one place for the promises, observables and other adapters of a program.
///
///     UnhandledFailures.setHandler { failure, source in logger.error("\(source): \(failure)") }
///
/// Until a handler is set each is written to standard error as a line, since a failure that vanishes is found last.
public enum UnhandledFailures {
    /// Hears of a failure and of what it came from: "promise", or the words that an adapter reports with.
    public typealias Handler = @Sendable (_ failure: any Error, _ source: String) -> Void

    private static let handler = Mutex<Handler?>(nil)

    /// Sets who hears of the failures from now on; nil sets it back to a line on standard error.
    public static func setHandler(_ handler: Handler?) {
        // What the former one captured is let go of outside the lock.
        var replaced = handler
        self.handler.withLock { swap(&$0, &replaced) }
    }

    /// Reports a failure that nobody handled. For those who write an adapter: once for each failure.
    ///
    /// A `CancellationError` and `EndpointError.cancelled` are not passed on: nobody needs to hear that what was cancelled is.
    public static func report(_ failure: any Error, from source: String) {
        if failure is CancellationError || (failure as? any SaysCancelled)?.isCancelled == true { return }
        guard let handler = handler.withLock({ $0 }) else {
            return StandardError.write("\(source): a failure nobody handled: \(EscapedText.singleLine("\(failure)"))")
        }
        handler(failure, source)
    }
}

/// A failure that may be a cancellation, whatever its model is.
private protocol SaysCancelled {
    var isCancelled: Bool { get }
}

extension EndpointError: SaysCancelled {
    fileprivate var isCancelled: Bool {
        if case .cancelled = self { true } else { false }
    }
}
