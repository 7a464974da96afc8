/// One thing that is wrong with a declaration: what part, which value, and what to do about it.
///
/// Building never fails. Problems are kept in the plan, shown in its text, and thrown together as ``PlanError`` by
/// every call before anything is sent.
public struct PlanProblem: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The part of a declaration that a problem is in.
    public enum Part: String, Sendable, Hashable, Codable {
        /// The method token.
        case method
        /// The base URL, of the endpoint or the client.
        case baseURL = "base URL"
        /// The literal path.
        case path
        /// A value in the path.
        case pathValue = "path value"
        /// A query item.
        case query = "query item"
        /// A header field.
        case field
        /// The body.
        case body
        /// A `Decode` or an `OnError`.
        case response
        /// A plugin, or the order of plugins.
        case plugin
        /// A deadline or a limit.
        case limit
    }

    /// The part that is wrong.
    public let part: Part
    /// The name of the parameter or field, nil where the part has none.
    public let name: String?
    /// The offending value, cut to 80 characters and with control characters escaped; nil for secrets.
    public let value: String?
    /// What is wrong, and what to do.
    public let reason: String

    /// A problem of one's own, for components that check what they declare.
    public init(_ part: Part, name: String? = nil, value: String? = nil, reason: String) {
        self.part = part
        self.name = name
        self.value = value.map { EscapedText.quoted($0, limit: 80) }
        self.reason = reason
    }

    /// One line: the part, its name, the value, and the reason.
    public var description: String {
        let subject = [part.rawValue, name.map { "'\(EscapedText.escaped($0))'" }, value].compactMap(\.self)
        // The reason may quote an error of the user's, and a plan read from JSON may hold anything.
        return EscapedText.singleLine("\(subject.joined(separator: " ")): \(reason)")
    }
}

// Every sentence that the package itself says about a plan.
extension PlanProblem {
    static let noBaseURL = PlanProblem(.baseURL, reason: "there is none: give it to Client(…) or declare BaseURL(…)")

    static func badURL(_ part: Part, _ url: String, _ reason: String) -> PlanProblem {
        PlanProblem(part, value: withoutUserInfo(url), reason: reason)
    }

    static func badMethod(_ token: String) -> PlanProblem {
        PlanProblem(.method, value: token, reason: "it is not a token: use letters, digits and !#$%&'*+-.^_`|~")
    }

    static func bodyOn(_ method: HTTPMethod) -> PlanProblem {
        PlanProblem(.body, reason: "a \(method) request has none: use POST, PUT or PATCH, or send the value as Query")
    }

    static let secondBody = PlanProblem(.body, reason: "it is declared twice: an endpoint has one")

    static func missingPathValue(_ name: String) -> PlanProblem {
        PlanProblem(.pathValue, name: name, reason: "it is missing or nil: give PathValue(\"\(name)\", …) a value")
    }

    static func emptyPathValue(_ name: String) -> PlanProblem {
        PlanProblem(
            .pathValue, name: name, value: "", reason: "an empty value would ask for another resource: give it text")
    }

    static func dotPathValue(_ name: String, _ value: String) -> PlanProblem {
        PlanProblem(
            .pathValue, name: name, value: value, reason: "a dot segment would change the path: give another value")
    }

    static func pathValueInAuthority(_ name: String, _ value: String) -> PlanProblem {
        PlanProblem(
            .pathValue, name: name, value: value,
            reason: "a value can't be part of the host or the port: credentials would follow it; use BaseURL")
    }

    static func unusedPathValue(_ name: String) -> PlanProblem {
        PlanProblem(.pathValue, name: name, reason: "the path has no {\(name)}: name a hole of the path")
    }

    static func secondPathValue(_ name: String) -> PlanProblem {
        PlanProblem(.pathValue, name: name, reason: "it is given twice: name each hole once")
    }

    static func fragment(_ part: Part, _ text: String) -> PlanProblem {
        PlanProblem(
            part, value: withoutUserInfo(text),
            reason: "a fragment is never sent: take # and what follows away, or write %23")
    }

    static func controlCharacter(_ part: Part, _ text: String) -> PlanProblem {
        PlanProblem(part, value: withoutUserInfo(text), reason: "it holds a control character: take it away")
    }

    static func badFieldName(_ name: String) -> PlanProblem {
        PlanProblem(.field, name: name, reason: "the name is not a token: use letters, digits and !#$%&'*+-.^_`|~")
    }

    static func badFieldValue(_ name: String, _ value: String?) -> PlanProblem {
        PlanProblem(
            .field, name: name, value: value,
            reason: "the value holds a control character such as CR, LF or NUL: take it away")
    }

    static func framingField(_ name: String) -> PlanProblem {
        PlanProblem(.field, name: name, reason: "the transport frames the message: take the field away")
    }

    static func unknownSecret(_ part: Part, _ name: String) -> PlanProblem {
        PlanProblem(part, name: name, reason: unknownSecretReason)
    }

    static let unknownStream = PlanProblem(.body, reason: unknownStreamReason)

    /// Whether all that is wrong is that the plan was read from JSON, which its text does not show.
    var isOfCoding: Bool { reason == Self.unknownSecretReason || reason == Self.unknownStreamReason }

    private static let unknownStreamReason = "a stream's chunks are not kept in a coded plan: declare it again"
    private static let unknownSecretReason = "the secret's value is not kept in a coded plan: declare it again"

    package static func unencodableBody(_ type: String, _ error: any Error) -> PlanProblem {
        PlanProblem(.body, reason: "\(type) does not encode: \(words(for: error))")
    }

    private static func words(for error: any Error) -> String {
        guard case EncodingError.invalidValue(_, let context) = error else { return "\(error)" }
        let path = context.codingPath.map(\.stringValue).joined(separator: ".")
        return path.isEmpty ? context.debugDescription : "\(path): \(context.debugDescription)"
    }

    package static let secondDecode = PlanProblem(
        .response, reason: "there are two Decodes for all successes: give each its statuses, or remove one")

    static func parameter(_ part: Part, _ error: ParameterError) -> PlanProblem {
        PlanProblem(part, name: error.name.isEmpty ? nil : error.name, reason: "it \(error.reason.text)")
    }

    static func unpasteable(_ part: Part, _ name: String?, _ value: String) -> PlanProblem {
        PlanProblem(
            part, name: name, value: value,
            reason: "a terminal would act on its control characters: there is no line to paste for it")
    }

    static func notPositive(_ what: String, _ value: String) -> PlanProblem {
        PlanProblem(.limit, name: what, value: value, reason: "it must be more than zero")
    }

    /// A base URL as it may be kept: one that is refused must not be dumped or stored with a password in it.
    package static func storable(_ url: String) -> String {
        let isSound = (try? URLReference(url)?.absolute()) != nil
        return isSound ? url : withoutUserInfo(url)
    }

    /// A path as it may be kept: user info can stand in the authority of an absolute URL only, and is refused there.
    package static func storable(path: String) -> String {
        guard let start = PathWriter.authorityStart(in: path.utf8) else { return path }
        let end = path.utf8[start...].firstIndex(where: Set("/?#".utf8).contains) ?? path.endIndex
        guard let at = path.utf8[start..<end].lastIndex(of: UInt8(ascii: "@")) else { return path }
        return path[..<start] + Secret.mark + path[at...]
    }

    /// User info is refused as part of a URL, and its password must not be shown while doing so.
    ///
    /// All up to the last @ goes, since a password may hold anything; bytes, since a combining character may follow it.
    /// Without `//` there is user info only where no `/` stands before the @: a path may have one.
    static func withoutUserInfo(_ url: String) -> String {
        let authority =
            url.utf8.starts(with: "//".utf8)
            ? url.utf8.index(url.startIndex, offsetBy: 2) : url.utf8.firstRange(of: "://".utf8)?.upperBound
        let start = authority ?? url.startIndex
        guard let at = url.utf8[start...].lastIndex(of: UInt8(ascii: "@")) else { return url }
        guard authority != nil || !url.utf8[..<at].contains(UInt8(ascii: "/")) else { return url }
        return url[..<start] + Secret.mark + url[at...]
    }
}
