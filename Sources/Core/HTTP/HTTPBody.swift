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
    /// Whether there is a secret in it, which must not be shown or go to another origin.
    public let isSecret: Bool

    /// A body of the bytes given; `secret` where there is a secret in them.
    public init(_ bytes: Data, secret: Bool = false) {
        content = .bytes(bytes)
        isSecret = secret
    }

    /// A body of the text's UTF-8; `secret` where there is a secret in it.
    public init(_ text: String, secret: Bool = false) {
        self.init(Data(text.utf8), secret: secret)
    }

    /// A body of a file's content, read when it is sent.
    public init(file path: String) {
        content = .file(path: path)
        isSecret = false
    }

    /// The bytes where they are in memory, nil for a file.
    public var bytes: Data? {
        guard case .bytes(let data) = content else { return nil }
        return data
    }
}

extension HTTPBody: CustomReflectable {
    /// The content, or what stands for it where it is a secret, so that `dump` shows none.
    public var customMirror: Mirror {
        Mirror(self, children: ["content": isSecret ? Secret.mark as Any : content])
    }
}
