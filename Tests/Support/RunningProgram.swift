#if canImport(Glibc)
import Foundation
import Glibc
import Locking

/// Another program that runs until this value goes, or ``end()`` is called: a server that a test talks to.
package final class RunningProgram: Sendable {
    private let process: pid_t
    private let output = ProgramOutput()

    /// Takes a child of this process, and the socket that what it says comes out of.
    init(_ process: pid_t, output descriptor: Int32) {
        self.process = process
        Thread.detachNewThread { [output] in
            output.read(descriptor)
            close(descriptor)
            // It is known to be over before its number is given back, so that nobody else gets the signal.
            var facts = siginfo_t()
            while waitid(P_PID, id_t(process), &facts, WEXITED | WNOWAIT) < 0, errno == EINTR {}
            output.end { waitpid(process, nil, 0) }
        }
    }

    deinit {
        end()
    }

    /// Ends it at once.
    package func end() {
        output.ifRunning { kill(process, SIGKILL) }
    }

    /// The complete lines that it has written so far, to standard output and to standard error.
    package var lines: [String] { output.lines }

    /// Waits for the first line that contains a text; nil where the program ends without.
    package func line(containing text: String) async -> String? {
        await withCheckedContinuation { output.wait(for: text, $0) }
    }
}

/// What a program has said, and who waits for something; the program's thread holds this and not the program, so that one
/// that nobody holds is ended.
private final class ProgramOutput: Sendable {
    private struct Waiter {
        let text: String
        let continuation: CheckedContinuation<String?, Never>
    }

    private struct State {
        var lines: [String] = []
        var waiters: [Waiter] = []
        var isOver = false
    }

    private let state = Mutex(State())

    var lines: [String] { state.withLock(\.lines) }

    func ifRunning(_ act: () -> Int32) {
        state.withLock { if !$0.isOver { _ = act() } }
    }

    func wait(for text: String, _ continuation: CheckedContinuation<String?, Never>) {
        let known: String?? = state.withLock { state in
            if let line = state.lines.first(where: { $0.contains(text) }) { return line }
            if state.isOver { return .some(nil) }
            state.waiters.append(Waiter(text: text, continuation: continuation))
            return nil
        }
        if let known { continuation.resume(returning: known) }
    }

    func end(_ giveBack: () -> Int32) {
        let waiters = state.withLock { state in
            state.isOver = true
            _ = giveBack()
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.continuation.resume(returning: nil) }
    }

    /// Takes what comes until the other end is closed.
    func read(_ descriptor: Int32) {
        var rest: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            if count <= 0 { return }
            rest += buffer[..<count]
            var lines = rest.split(separator: 0x0A, omittingEmptySubsequences: false)
            rest = Array(lines.removeLast())
            for line in lines { take(String(decoding: line, as: UTF8.self)) }
        }
    }

    private func take(_ line: String) {
        let met = state.withLock { state in
            state.lines.append(line)
            let met = state.waiters.filter { line.contains($0.text) }
            state.waiters.removeAll { line.contains($0.text) }
            return met
        }
        for waiter in met { waiter.continuation.resume(returning: line) }
    }
}
#endif
