#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The content of a message: bytes in memory, a file on disk, or a stream of chunks (RFC 9110 §6.4).
public struct HTTPBody: Sendable, Hashable {
    /// Where the bytes are.
    public enum Content: Sendable, Hashable {
        /// In memory.
        case bytes(Data)
        /// In the file at the path: a request's is read when it is sent, a response's has been written.
        case file(path: String)
        /// Yet to come.
        case stream(ByteStream)
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

    /// A body of a stream's chunks, read when it is sent; `secret` where there is a secret in them.
    public init(_ stream: ByteStream, secret: Bool = false) {
        content = .stream(stream)
        isSecret = secret
    }

    /// Whether it can be sent again, which redirects and retries rely on: all but some streams can.
    public var isReplayable: Bool {
        if case .stream(let stream) = content { stream.isReplayable } else { true }
    }

    /// The bytes where they are in memory, nil for a file or a stream.
    public var bytes: Data? {
        guard case .bytes(let data) = content else { return nil }
        return data
    }
}

extension HTTPBody {
    /// How much there is, or where, without what it is.
    var extent: String {
        switch content {
        case .bytes(let data): "\(data.count) bytes"
        case .file(let path): "file \(EscapedText.escaped(path))"
        case .stream(let stream): "\(stream)"
        }
    }
}

extension HTTPBody: CustomReflectable {
    /// The content, or what stands for it where it is a secret, so that `dump` shows none.
    public var customMirror: Mirror {
        Mirror(self, children: ["content": isSecret ? Secret.mark as Any : content])
    }
}
