import Locking

/// Lines that closures on any thread hand over, in the order in which they came.
package final class Lines: Sendable {
    private let lines = Mutex<[String]>([])

    package init() {}

    package func append(_ line: String) {
        lines.withLock { $0.append(line) }
    }

    package var all: [String] { lines.withLock { $0 } }
    package var text: String { all.joined(separator: "\n") }
}
