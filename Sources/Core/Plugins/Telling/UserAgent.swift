#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Says which software asks: `User-Agent: MyApp/1.2 (build 7) Apus/0.1.0 (Linux 6.1)` (RFC 9110 §10.1.5).
///
///     UserAgent("MyApp", version: "1.2", comment: "build 7")
///
/// A `User-Agent` that is declared stays as it is. Of the machine there is the name and version of its system, which many
/// have, and nothing that only one has.
public struct UserAgent: Plugin {
    private let name: String
    private let version: String?
    private let comment: String?
    private let namesLibrary: Bool

    /// A user agent of the product given.
    ///
    /// - Parameters:
    ///   - name: The product's name, a token (RFC 9110 §5.6.2): letters and digits, no space.
    ///   - version: Its version, a token as well; nil for none.
    ///   - comment: What stands in parentheses; parentheses and backslashes in it are escaped.
    ///   - library: Whether Apus and the system are named after it.
    public init(_ name: String, version: String? = nil, comment: String? = nil, library: Bool = true) {
        self.name = name
        self.version = version
        self.comment = comment
        namesLibrary = library
    }

    /// `user agent MyApp/1.2`.
    public var summary: String { "user agent \(Self.product(name, version))" }

    /// The value of the field.
    public var value: String {
        var parts = [Self.product(name, version)]
        if let comment, !comment.isEmpty { parts.append("(\(Self.escaped(comment)))") }
        if namesLibrary { parts += [Self.product("Apus", Self.release), "(\(Self.system))"] }
        return parts.joined(separator: " ")
    }

    /// The release of Apus.
    private static let release = "0.1.0"

    /// A name or version that is no token, a control character in the comment, and two of them.
    public func problems(outside: ArraySlice<any Plugin>, inside: ArraySlice<any Plugin>) -> [PlanProblem] {
        var problems = problemsOfRepetition(outside)
        for text in [name, version].compactMap(\.self) where !ASCII.isToken(text) { problems.append(.notToken(text)) }
        if let comment, !ASCII.isFieldValue(comment) {
            problems.append(.badFieldValue(HTTPFieldName.userAgent.rawName, comment))
        }
        return problems
    }

    /// The field, unless it is declared.
    public func preview(in plan: inout RequestPlan) {
        guard !plan.fields.contains(where: { $0.name == .userAgent }) else { return }
        plan.declare(PlanField(.userAgent, .text(value)))
    }

    /// Adds the field, unless it is there.
    public func intercept(_ request: HTTPRequest, _ exchange: Exchange, next: Next) async throws -> HTTPResponse {
        guard !request.fields.contains(.userAgent) else { return try await next(request) }
        var request = request
        request.fields.append(HTTPField(.userAgent, value))
        return try await next(request)
    }

    private static func product(_ name: String, _ version: String?) -> String {
        version.map { "\(name)/\($0)" } ?? name
    }

    /// A quoted pair (RFC 9110 §5.6.5) for each character that would end the comment or begin another.
    private static func escaped(_ comment: String) -> String {
        var text = ""
        for scalar in comment.unicodeScalars {
            if scalar == "(" || scalar == ")" || scalar == "\\" { text += "\\" }
            text.unicodeScalars.append(scalar)
        }
        return text
    }

    private static let system: String = {
        let version = ProcessInfo.processInfo.operatingSystemVersion
        return "\(systemName) \(version.majorVersion).\(version.minorVersion)"
    }()

    private static var systemName: String {
        #if os(macOS)
        "macOS"
        #elseif os(iOS)
        "iOS"
        #elseif os(tvOS)
        "tvOS"
        #elseif os(watchOS)
        "watchOS"
        #elseif os(visionOS)
        "visionOS"
        #else
        "Linux"
        #endif
    }
}
