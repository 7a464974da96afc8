import Foundation
import Locking

/// All that was printed.
final class Paper: Sendable {
    private let lines = Mutex<[String]>([])

    var text: String { lines.withLock { $0.joined(separator: "\n") } }

    func write(_ line: String) {
        lines.withLock { $0.append(line) }
    }

    /// A value in every way that Swift prints one.
    func print(_ value: some Any) {
        write("\(value)")
        write(String(reflecting: value))
        var dumped = ""
        dump(value, to: &dumped)
        write(dumped)
        if let error = value as? any Error { write(error.localizedDescription) }
    }
}
