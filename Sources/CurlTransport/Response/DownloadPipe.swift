import ApusCore
import Locking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The bytes of a streamed response, between the loop that receives them and who reads them.
///
/// What is received gathers until it is asked for, up to ``capacity``; then the loop pauses the transfer, and who takes the
/// bytes has it go on. The reader is told at the end of a loop's turn, not for each piece.
final class DownloadPipe: Sendable {
    /// What has become of bytes that were to be put in.
    enum Verdict {
        case taken, full, abandoned
    }

    typealias Step = Result<Data?, TransportError>

    private struct State {
        var bytes = Data()
        var reader: CheckedContinuation<Step, Never>?
        var isHeldBack = false
        /// How the transfer ended, nil while it goes on.
        var end: Result<Void, TransportError>?
        var isAbandoned = false
    }

    /// How many bytes wait for the reader at most.
    static let capacity = 1 << 20

    private let state = Mutex(State())
    private let transfer: Transfer
    private let mailbox: Mailbox

    init(_ transfer: Transfer, _ mailbox: Mailbox) {
        self.transfer = transfer
        self.mailbox = mailbox
    }

    /// The chunks: the transfer is closed when nobody holds the stream any more.
    func stream(length: Int64?) -> ByteStream {
        let reader = Reader(self)
        return ByteStream(length: length) { { try await reader.next() } }
    }

    // MARK: The loop's side

    var isAbandoned: Bool { state.withLock(\.isAbandoned) }

    func put(_ bytes: UnsafeRawBufferPointer) -> Verdict {
        state.withLock { state in
            if state.isAbandoned { return .abandoned }
            if !state.bytes.isEmpty, state.bytes.count + bytes.count > Self.capacity {
                state.isHeldBack = true
                return .full
            }
            if state.bytes.isEmpty { state.bytes.reserveCapacity(Self.usualChunk) }
            state.bytes.append(contentsOf: bytes)
            return .taken
        }
    }

    private static let usualChunk = 64 << 10

    /// Gives who waits what has gathered.
    func flush() {
        let told = state.withLock { state -> (CheckedContinuation<Step, Never>, Step)? in
            guard let reader = state.reader, let step = Self.step(&state) else { return nil }
            state.reader = nil
            return (reader, step)
        }
        guard let (reader, step) = told else { return }
        reader.resume(returning: step)
        // It was full, and is not any more.
        resumeIfHeldBack()
    }

    /// The transfer has ended.
    func finish(_ end: Result<Void, TransportError>) {
        state.withLock { state in
            if state.end == nil { state.end = end }
        }
        flush()
    }

    // MARK: The reader's side

    fileprivate func next() async throws -> Data? {
        if let step = state.withLock({ Self.step(&$0) }) {
            resumeIfHeldBack()
            return try step.get()
        }
        let step = await withTaskCancellationHandler {
            await withCheckedContinuation { wait(with: $0) }
        } onCancel: {
            abandon()
        }
        return try step.get()
    }

    private func wait(with reader: CheckedContinuation<Step, Never>) {
        let step: Step? = state.withLock { state in
            if let step = Self.step(&state) { return step }
            state.reader = reader
            return nil
        }
        if let step {
            reader.resume(returning: step)
            resumeIfHeldBack()
        }
    }

    /// Nobody will read on: the transfer is closed, unless it has ended.
    fileprivate func abandon() {
        let (reader, wasRunning) = state.withLock { state in
            defer {
                state.isAbandoned = true
                state.bytes = Data()
                state.reader = nil
            }
            return (state.reader, !state.isAbandoned && state.end == nil)
        }
        if wasRunning { mailbox.cancel(transfer) }
        reader?.resume(returning: .failure(TransportError(.cancelled)))
    }

    /// What a reader gets now, nil for nothing yet.
    private static func step(_ state: inout State) -> Step? {
        if state.isAbandoned { return .failure(TransportError(.cancelled)) }
        if !state.bytes.isEmpty {
            defer { state.bytes = Data() }
            return .success(state.bytes)
        }
        return state.end?.map { nil }
    }

    private func resumeIfHeldBack() {
        let wasHeldBack = state.withLock { state in
            defer { state.isHeldBack = false }
            return state.isHeldBack
        }
        if wasHeldBack { mailbox.resume(transfer) }
    }
}

/// Who holds a stream: its end is the end of the transfer.
private final class Reader: Sendable {
    private let pipe: DownloadPipe

    init(_ pipe: DownloadPipe) {
        self.pipe = pipe
    }

    deinit {
        pipe.abandon()
    }

    func next() async throws -> Data? { try await pipe.next() }
}
