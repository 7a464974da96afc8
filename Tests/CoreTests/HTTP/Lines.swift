import Locking

/// Lines that closures on any thread hand over, in the order in which they came.
final class Lines: Sendable {
    private let lines = Mutex<[String]>([])

    func append(_ line: String) {
        lines.withLock { $0.append(line) }
    }

    var all: [String] { lines.withLock { $0 } }
    var text: String { all.joined(separator: "\n") }
}
