#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

extension ResponseRow where Value == ByteStream {
    /// A row that gives the body as a stream.
    package static func stream(_ statuses: StatusSet) -> ResponseRow {
        ResponseRow(statuses, model: "stream", reception: .streamed) { response in
            if case .stream(let stream) = response.body.content { return stream }
            return ByteStream(response.data)
        }
    }
}

extension ResponseRow where Value == URL {
    /// A row that writes the body to a file.
    package static func file(_ statuses: StatusSet, _ url: URL) -> ResponseRow {
        // A URL of another scheme is no path, and so can't be written.
        let path = url.isFileURL ? url.path : url.absoluteString
        return ResponseRow(statuses, model: "file \(EscapedText.escaped(path))", reception: .file(path: path)) { _ in
            url
        }
    }
}
