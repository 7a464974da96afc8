#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A token for `Authorization: Bearer` (RFC 6750 §2.1) and when it expires. Never shown.
public struct BearerToken: Sendable, CustomStringConvertible, CustomReflectable {
    /// The token as the server gave it.
    public let value: Secret
    /// When it expires; nil where nobody said.
    public let expires: Date?

    /// A token of the parts given.
    public init(_ value: String, expires: Date? = nil) {
        self.value = Secret(value)
        self.expires = expires
    }

    /// Whether it can be a part of a field: no control characters, no space at an end, and not empty.
    var canBeSent: Bool {
        guard let value = value.reveal(), let first = value.utf8.first, let last = value.utf8.last else { return false }
        return ASCII.isFieldValue(value) && ![first, last].contains { $0 == 0x20 || $0 == 0x09 }
    }

    func hasExpired(at date: Date) -> Bool { expires.map { $0 <= date } ?? false }

    /// The mark of a secret.
    public var description: String { value.description }

    /// When it expires, and no secret.
    public var customMirror: Mirror { Mirror(self, children: ["expires": expires as Any]) }
}
