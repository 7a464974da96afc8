import Foundation
import Locking

/// What a test shows, and the secrets that it may not: compared here, and with the output of all tests by `Scripts/leaks`.
final class Evidence: Sendable {
    private struct State {
        var secrets: Set<String> = []
        var text = ""
    }

    private let state = Mutex(State())

    /// A secret that was really sent or received.
    func add(secret: String) {
        // What is shorter may stand anywhere by chance.
        if secret.utf8.count >= 8 { state.withLock { _ = $0.secrets.insert(secret) } }
    }

    /// Something that was shown.
    func show(_ text: String) {
        state.withLock { $0.text += text + "\n" }
    }

    /// The secrets that stand in what was shown.
    var leaks: [String] {
        let (secrets, text) = state.withLock { ($0.secrets, $0.text) }
        return secrets.filter { text.contains($0) }
    }

    var secrets: Set<String> { state.withLock { $0.secrets } }

    /// Leaves both for `Scripts/leaks`, where that is to run.
    func keep(as name: String) throws {
        guard let folder = ProcessInfo.processInfo.environment["APUS_EVIDENCE"] else { return }
        let (secrets, text) = state.withLock { ($0.secrets, $0.text) }
        try Data(secrets.sorted().joined(separator: "\n").utf8).write(
            to: URL(fileURLWithPath: "\(folder)/\(name).secrets"))
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name).text"))
    }
}
