import Locking

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A body in chunks, one after the other, at the pace of who reads them: for what is too long to hold in memory.
///
///     for try await chunk in stream { digest.update(chunk) }
///
/// Whoever sends waits while nobody asks for the next chunk. A stream is read once, unless it says that it can be replayed;
/// reading it again throws ``AlreadyRead``. The stream of a response throws ``TransportError``, and closes the transfer when
/// nobody holds it any more or the task that reads it is cancelled.
///
/// Equality looks at the length and at whether it can be replayed, never at the chunks: two plans with the same declaration
/// are equal. A stream that was decoded with a plan has no chunks, and such a plan is refused when it is sent.
public struct ByteStream: AsyncSequence, Sendable {
    /// How many bytes there are in all, nil where it is not known.
    public let length: Int64?
    /// Whether it can be read more than once, and gives the same bytes each time: what redirects and retries rely on.
    public let isReplayable: Bool
    private let source: Source?

    /// The chunks of a sequence.
    ///
    /// Say the length where it is known: it goes out as `Content-Length`, and a sequence of another length fails. A sequence
    /// `isReplayable` when each of its iterators starts anew.
    public init<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks, length: Int64? = nil, isReplayable: Bool = false)
    where Chunks.Element == Data {
        self.init(length: length, isReplayable: isReplayable) {
            let iterator = Pulling(chunks.makeAsyncIterator())
            return { try await iterator.next() }
        }
    }

    /// Chunks that a function gives one by one, nil at the end; `start` is asked for it each time the stream is read.
    ///
    /// An empty chunk is skipped.
    public init(
        length: Int64? = nil, isReplayable: Bool = false,
        start: @escaping @Sendable () -> () async throws -> Data?
    ) {
        self.length = length
        self.isReplayable = isReplayable
        source = Source(isReplayable: isReplayable, start)
    }

    /// Bytes that are in memory, as one chunk.
    public init(_ data: Data) {
        self.init(length: Int64(data.count), isReplayable: true) {
            var rest: Data? = data
            return {
                defer { rest = nil }
                return rest
            }
        }
    }

    init(withoutChunksOf length: Int64?, isReplayable: Bool) {
        self.length = length
        self.isReplayable = isReplayable
        source = nil
    }

    /// Whether there are chunks: not in a plan that was read back.
    var hasChunks: Bool { source != nil }

    /// Thrown by a stream that was read before and can't be replayed.
    public struct AlreadyRead: Error, CustomStringConvertible {
        /// What happened, and what to do.
        public var description: String { "the stream was read before: make another, or one that can be replayed" }
    }

    /// All bytes in one; throws ``TransportError`` of kind `.tooLarge` where there are more than the limit.
    public func collected(upTo limit: Int) async throws -> Data {
        var data = Data()
        if let length, length <= limit, length <= Self.longestReserve { data.reserveCapacity(Int(length)) }
        for try await chunk in self {
            guard chunk.count <= limit - data.count else {
                throw TransportError(.tooLarge, "more than \(limit) bytes")
            }
            data.append(chunk)
        }
        return data
    }

    /// Nobody makes us set aside more memory than this by saying how long a stream will be.
    private static let longestReserve = 64 << 20
}

extension ByteStream {
    /// Reads a stream chunk by chunk.
    public struct Iterator: AsyncIteratorProtocol {
        private let pull: () async throws -> Data?

        init(_ pull: @escaping () async throws -> Data?) {
            self.pull = pull
        }

        /// The next chunk, nil at the end.
        public mutating func next() async throws -> Data? {
            while let chunk = try await pull() {
                if !chunk.isEmpty { return chunk }
            }
            return nil
        }
    }

    /// Starts to read.
    public func makeAsyncIterator() -> Iterator {
        guard let pull = source?.begin() else { return Iterator { throw AlreadyRead() } }
        return Iterator(pull)
    }
}

extension ByteStream: Hashable {
    /// Whether both say the same of themselves: see the type's discussion.
    public static func == (left: ByteStream, right: ByteStream) -> Bool {
        left.length == right.length && left.isReplayable == right.isReplayable
    }

    /// Adds what equality looks at.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(length)
        hasher.combine(isReplayable)
    }
}

extension ByteStream: CustomStringConvertible, CustomReflectable {
    /// `stream of 512 bytes`, `stream of unknown length, replayable`.
    public var description: String {
        "stream of \(length.map { "\($0) bytes" } ?? "unknown length")\(isReplayable ? ", replayable" : "")"
    }

    /// The description alone: what the chunks come from may have locks in it, which nothing may walk into.
    public var customMirror: Mirror { Mirror(self, children: ["stream": description]) }
}

/// Where the chunks of a stream come from, and whether they were taken.
private final class Source: Sendable {
    private let start: @Sendable () -> () async throws -> Data?
    private let isReplayable: Bool
    private let wasRead = Mutex(false)

    init(isReplayable: Bool, _ start: @escaping @Sendable () -> () async throws -> Data?) {
        self.isReplayable = isReplayable
        self.start = start
    }

    /// Nil where it was read before and can't be read again.
    func begin() -> (() async throws -> Data?)? {
        let isFirst = wasRead.withLock { wasRead in
            defer { wasRead = true }
            return !wasRead
        }
        return isFirst || isReplayable ? start() : nil
    }
}

/// An iterator behind a reference, so that a closure can go on with it.
private final class Pulling<Chunks: AsyncIteratorProtocol> where Chunks.Element == Data {
    private var iterator: Chunks

    init(_ iterator: Chunks) {
        self.iterator = iterator
    }

    func next() async throws -> Data? { try await iterator.next() }
}
