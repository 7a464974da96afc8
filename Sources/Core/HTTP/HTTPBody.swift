#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The content of a message: bytes in memory, or a file that is sent from disk (RFC 9110 §6.4).
///
/// Both can be sent again, which redirects and retries rely on.
public struct HTTPBody: Sendable, Hashable {
    /// Where the bytes are.
    public enum Content: Sendable, Hashable {
        /// In memory.
        case bytes(Data)
        /// In the file at the path, which is read when the request is sent.
        case file(path: String)
    }

    /// Where the bytes are.
    public let content: Content

    /// A body of the bytes given.
    public init(_ bytes: Data) {
        content = .bytes(bytes)
    }

    /// A body of the text's UTF-8.
    public init(_ text: String) {
        content = .bytes(Data(text.utf8))
    }

    /// A body of a file's content, read when it is sent.
    public init(file path: String) {
        content = .file(path: path)
    }

    /// The bytes where they are in memory, nil for a file.
    public var bytes: Data? {
        guard case .bytes(let data) = content else { return nil }
        return data
    }
}
