import ApusCore
import Foundation

/// A body as URLSession takes it: bytes, or a file that can be read, with its size in bytes.
enum Upload {
    case bytes(Data)
    case file(URL, size: Int64)

    /// Nil for no body; throws `.unreadableBody` for a file that is missing, not readable or not a plain file.
    init?(_ body: HTTPBody?) throws(TransportError) {
        switch body?.content {
        case .bytes(let data):
            self = .bytes(data)
        case .file(let path):
            // FoundationNetworking would send a link's own size as Content-Length.
            let file = URL(fileURLWithPath: path).resolvingSymlinksInPath()
            self = .file(file, size: try Self.size(of: file))
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
