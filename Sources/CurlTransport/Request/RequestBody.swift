import ApusCore
import CCurl

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The body of a request, as a loop sends it.
enum RequestBody: Sendable {
    /// Sent together with the head, out of the ``RequestBlock``.
    case short(Data)
    /// Read by libcurl piece by piece.
    case long(Data)
    /// Read from disk piece by piece.
    case file(FileSource)
    /// Read from a stream, as it comes.
    case stream(UploadPipe)

    /// Bodies of up to so many bytes are copied, which costs less than another packet.
    static let shortLimit = 16 << 10

    /// Nil for no body; throws `.unreadableBody` for a file that can't be read.
    init?(_ request: HTTPRequest) throws(TransportError) {
        switch request.body?.content {
        case .bytes(let data):
            self = data.count <= Self.shortLimit ? .short(data) : .long(data)
        case .file(let path):
            self = .file(try FileSource(path))
        case .stream(let stream):
            if let length = stream.length, length < 0 {
                throw TransportError(.unreadableBody, "the stream says that it has \(length) bytes")
            }
            self = .stream(UploadPipe(stream))
        case nil:
            // RFC 9110 §8.6: a method that gives content a meaning says that there is none.
            guard request.method == .post || request.method == .put || request.method == .patch else { return nil }
            self = .short(Data())
        }
    }

    /// Its size in bytes, nil where it is not known.
    var count: Int64? {
        switch self {
        case .short(let data), .long(let data): Int64(data.count)
        case .file(let file): file.size
        case .stream(let pipe): pipe.stream.length
        }
    }

    /// Where it comes from, while it comes; nil for what is there already.
    var pipe: UploadPipe? {
        if case .stream(let pipe) = self { pipe } else { nil }
    }

    /// Copies the bytes from an offset on, of what is there already; how many, 0 at the end, negative where they can't be
    /// read.
    func read(into buffer: UnsafeMutableRawBufferPointer, from offset: Int64) -> Int {
        switch self {
        case .short(let data), .long(let data):
            let count = max(0, min(buffer.count, data.count - Int(offset)))
            let start = data.startIndex + Int(offset)
            if count > 0 { data.copyBytes(to: buffer, from: start..<(start + count)) }
            return count
        case .file(let file):
            return file.read(into: buffer, from: offset)
        case .stream:
            return -1
        }
    }
}
