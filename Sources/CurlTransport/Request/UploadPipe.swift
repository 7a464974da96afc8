import ApusCore
import Locking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The chunks of a streamed request, between the stream they come from and the loop that sends them.
///
/// A task reads ahead of the loop, up to ``capacity``. Where the loop is ahead, the transfer pauses until there is more.
final class UploadPipe: Sendable {
    /// What there is to send.
    enum Step {
        case bytes(Int)
        /// Nothing yet: the loop is told when there is.
        case wait
        case end
        case failed(TransportError)
    }

    private struct State {
        var chunks: [Data] = []
        /// How much of the first chunk was sent.
        var offset = 0
        var count = 0
        /// How many bytes the stream has given in all.
        var total: Int64 = 0
        var hasEnded = false
        var failure: TransportError?
        /// Who waits for room.
        var writer: CheckedContinuation<Void, Never>?
        /// How the loop is told that there is more; nil where it is not waiting.
        var wake: (@Sendable () -> Void)?
        /// Counts the readings: what an earlier one still gives is dropped.
        var reading = 0
        var task: Task<Void, Never>?
    }

    /// How many bytes wait for the loop, from which on the stream is not asked for more.
    static let capacity = 256 << 10

    let stream: ByteStream
    private let state = Mutex(State())

    init(_ stream: ByteStream) {
        self.stream = stream
    }

    /// Begins to read the stream, anew where it was begun.
    func start() {
        let old = state.withLock { state in
            let old = state
            state = State(reading: old.reading + 1)
            return old
        }
        stop(old)
        let reading = old.reading + 1
        let task = Task { await pump(reading) }
        let isCurrent = state.withLock { state in
            guard state.reading == reading else { return false }
            state.task = task
            return true
        }
        if !isCurrent { task.cancel() }
    }

    /// Stops to read the stream.
    func close() {
        let old = state.withLock { state in
            defer { state = State(reading: -1) }
            return state
        }
        stop(old)
    }

    private func stop(_ old: State) {
        old.task?.cancel()
        old.writer?.resume()
    }

    // MARK: The stream's side

    private func pump(_ reading: Int) async {
        do {
            for try await chunk in stream {
                guard await put(chunk, reading) else { return }
            }
            end(reading, nil)
        } catch {
            end(reading, TransportError(.unreadableBody, "\(error)", underlying: error, isSafeToRetry: false))
        }
    }

    /// Waits while there is no room; false where nobody wants the chunk any more.
    private func put(_ chunk: Data, _ reading: Int) async -> Bool {
        let (isWanted, wake) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
            guard state.reading == reading else { return (false, nil) }
            state.chunks.append(chunk)
            state.count += chunk.count
            state.total += Int64(chunk.count)
            if let length = stream.length, state.total > length { state.failure = wrongLength(state.total) }
            defer { state.wake = nil }
            return (state.failure == nil, state.wake)
        }
        wake?()
        guard isWanted else { return false }
        await withCheckedContinuation { writer in
            let mayGoOn = state.withLock { state in
                guard state.reading == reading, state.count >= Self.capacity else { return true }
                state.writer = writer
                return false
            }
            if mayGoOn { writer.resume() }
        }
        return true
    }

    private func end(_ reading: Int, _ failure: TransportError?) {
        let wake = state.withLock { state -> (@Sendable () -> Void)? in
            guard state.reading == reading else { return nil }
            state.hasEnded = true
            state.failure = failure ?? wrongLength(state.total)
            defer { state.wake = nil }
            return state.wake
        }
        wake?()
    }

    private func wrongLength(_ total: Int64) -> TransportError? {
        guard let length = stream.length, length != total else { return nil }
        return TransportError(
            .unreadableBody, "the stream has \(total > length ? "more" : "fewer") bytes than it said, \(length)",
            isSafeToRetry: false)
    }

    // MARK: The loop's side

    /// Copies the next bytes; has `wake` called when there is nothing yet.
    func read(into buffer: UnsafeMutableRawBufferPointer, wake: @escaping @Sendable () -> Void) -> Step {
        let (step, writer) = state.withLock { state -> (Step, CheckedContinuation<Void, Never>?) in
            if let failure = state.failure { return (.failed(failure), nil) }
            let count = Self.copy(&state, into: buffer, leaving: heldBack(state))
            if count == 0 {
                if state.hasEnded { return (.end, nil) }
                state.wake = wake
            }
            let step = count == 0 ? Step.wait : .bytes(count)
            guard state.count < Self.capacity / 2 || count == 0 else { return (step, nil) }
            defer { state.writer = nil }
            return (step, state.writer)
        }
        writer?.resume()
        return step
    }

    /// The last byte of a body whose length was said waits for the end of the stream, so that one that is too long is
    /// noticed before the body looks complete.
    private func heldBack(_ state: State) -> Int {
        guard let length = stream.length, !state.hasEnded, state.total >= length else { return 0 }
        return min(state.count, Int(state.total - length) + 1)
    }

    private static func copy(
        _ state: inout State, into buffer: UnsafeMutableRawBufferPointer, leaving rest: Int
    ) -> Int {
        var (copied, done) = (0, 0)
        while copied < buffer.count, state.count > rest, done < state.chunks.count {
            let chunk = state.chunks[done]
            let count = min(buffer.count - copied, chunk.count - state.offset, state.count - rest)
            let start = chunk.startIndex + state.offset
            let target = UnsafeMutableRawBufferPointer(rebasing: buffer[copied..<(copied + count)])
            chunk.copyBytes(to: target, from: start..<(start + count))
            copied += count
            state.count -= count
            state.offset += count
            if state.offset == chunk.count {
                done += 1
                state.offset = 0
            }
        }
        // Together, or many short chunks would be moved many times.
        state.chunks.removeFirst(done)
        return copied
    }
}
