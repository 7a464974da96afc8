import ApusCore
import Foundation

/// A body as URLSession takes it: bytes, or a file that can be read, with its size in bytes.
enum Upload {
    case bytes(Data)
    case file(URL, size: Int64)

    /// Nil for no body; throws `.unreadableBody` for a file that is missing, not readable or not a plain file, and for a
    /// stream that fails or is not as long as it says. A stream is collected: URLSession's own are not held back on Linux.
    init?(_ body: HTTPBody?) async throws(TransportError) {
        switch body?.content {
        case .bytes(let data):
            self = .bytes(data)
        case .file(let path):
            // FoundationNetworking would send a link's own size as Content-Length.
            let file = URL(fileURLWithPath: path).resolvingSymlinksInPath()
            self = .file(file, size: try Self.size(of: file))
        case .stream(let stream):
            self = .bytes(try await Self.collected(stream))
        case nil:
            return nil
        }
    }

    var size: Int64 {
        switch self {
        case .bytes(let data): Int64(data.count)
        case .file(_, let size): size
        }
    }

    private static func collected(_ stream: ByteStream) async throws(TransportError) -> Data {
        let data: Data
        do {
            data = try await stream.collected(upTo: .max)
        } catch {
            throw Task.isCancelled
                ? TransportError(.cancelled) : TransportError(.unreadableBody, "\(error)", underlying: error)
        }
        if let length = stream.length, length != data.count {
            throw TransportError(.unreadableBody, "the stream has \(data.count) bytes, not \(length) as it said")
        }
        return data
    }

    private static func size(of file: URL) throws(TransportError) -> Int64 {
        let attributes: [FileAttributeKey: Any]
        do {
            attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        } catch {
            throw TransportError(.unreadableBody, file.path, underlying: error)
        }
        guard attributes[.type] as? FileAttributeType == .typeRegular, let size = attributes[.size] as? NSNumber,
            FileManager.default.isReadableFile(atPath: file.path)
        else { throw TransportError(.unreadableBody, file.path) }
        return size.int64Value
    }
}
