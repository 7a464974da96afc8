import Dispatch
import Locking

/// Descriptor 2 through Dispatch, which is at hand everywhere; a line is out before the call returns, unless nobody reads.
enum StandardError {
    private static let queue = DispatchQueue(label: "apus.standard-error")
    /// Lines that were handed over and are not out.
    private static let waiting = Mutex(0)

    static func write(_ line: String) {
        let before = waiting.withLock { waiting in
            defer { waiting += 1 }
            return waiting
        }
        // Where nobody reads, lines are lost rather than calls held up.
        guard before < 1000 else { return waiting.withLock { $0 -= 1 } }
        let bytes = Array((line + "\n").utf8).withUnsafeBytes { DispatchData(bytes: $0) }
        let done = DispatchSemaphore(value: 0)
        DispatchIO.write(toFileDescriptor: 2, data: bytes, runningHandlerOn: queue) { _, _ in
            waiting.withLock { $0 -= 1 }
            done.signal()
        }
        if before == 0 { _ = done.wait(timeout: .now() + .milliseconds(100)) }
    }
}
