public import ApusCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The content of the request, with its media type (RFC 9110 §6.4). One in each declaration, and none on GET and HEAD.
///
/// A value that does not encode is a problem of the plan. A `Content-Type` declared as `Header` goes before the body's.
public struct Body: BodyComponent {
    private let content: Declared<PlanBody>

    /// A value as JSON (RFC 8259): dates as ISO 8601, members sorted by name, unless an encoder is given.
    ///
    /// A value that contains itself never ends, as with any use of `JSONEncoder`.
    public init(json value: some Encodable, using encoder: JSONEncoder = DefaultJSON.encoder) {
        do {
            content = .value(PlanBody(.json(try encoder.encode(value)), type: .json))
        } catch {
            content = .problem(.unencodableBody("\(Swift.type(of: value))", error))
        }
    }

    /// A value's members as `application/x-www-form-urlencoded` pairs (WHATWG URL §5), as `Query(from:)` writes them.
    public init(form value: some Encodable, style: ParameterStyle = .deepObject) {
        switch Declared.items(spreading: value, style: style, for: .body) {
        case .value(let pairs): content = .value(PlanBody(.form(pairs), type: .form))
        case .problem(let problem): content = .problem(problem)
        }
    }

    /// Text, sent as UTF-8.
    public init(text: String, type mediaType: MediaType = .text) {
        content = .value(PlanBody(.text(text), type: mediaType))
    }

    /// Bytes.
    public init(_ data: Data, type mediaType: MediaType = .octetStream) {
        content = .value(PlanBody(.data(data), type: mediaType))
    }

    /// A file's content, read when the request is sent; a file that can't be read then is `.transport`.
    public init(file url: URL, type mediaType: MediaType = .octetStream) {
        if url.isFileURL {
            content = .value(PlanBody(.file(path: url.path), type: mediaType))
        } else {
            content = .problem(PlanProblem(.body, value: url.absoluteString, reason: "it is not a file URL"))
        }
    }

    /// The chunks of a stream, read while the request is sent: `Body(stream: ByteStream(chunks, length: 512))`.
    ///
    /// Without a length it is sent in chunks (RFC 9112 §7.1). One that can't be replayed is sent once: a redirect that wants
    /// it again, and a second call, fail.
    public init(stream: ByteStream, type mediaType: MediaType = .octetStream) {
        content = .value(PlanBody(.stream(stream), type: mediaType))
    }

    /// Gives the plan its body.
    public func declare(in plan: inout RequestPlan) {
        switch content {
        case .value(let body): plan.declare(body)
        case .problem(let problem): plan.report(problem)
        }
    }
}

/// A component that gives the request its body; the builder holds it against the method.
public protocol BodyComponent: DeclarationPart {
    /// Writes the body into the plan.
    func declare(in plan: inout RequestPlan)
}
