public import ApusCore

/// What a success is: the statuses, and how their body becomes the call's value.
///
/// A plain `Decode` answers for 200..<300, and an endpoint has one. Several, each with its statuses, are mapped to one
/// type: `Decode(201, Job.self, as: Outcome.started)`. JSON is read with ``ApusCore/DefaultJSON`` unless a decoder is
/// given; `at:` goes to a part of the document, `data.items.0`.
public struct Decode<Output: Sendable, Claim: DecodeClaim>: DecodeComponent {
    /// The rows of the response table.
    public let rows: [ResponseRow<Output>]

    init(_ rows: [ResponseRow<Output>]) {
        self.rows = rows
    }
}

/// A component that says what a success is.
public protocol DecodeComponent: DeclarationPart {
    /// The call's value.
    associatedtype Output: Sendable
    /// Whether it answers for all successes or for some statuses.
    associatedtype Claim: DecodeClaim
    /// The rows of the response table.
    var rows: [ResponseRow<Output>] { get }
}

/// Which successes a `Decode` answers for; the builder allows several only where each names its statuses.
public protocol DecodeClaim {}
/// All successes: a second `Decode` is a mistake.
public enum EverySuccess: DecodeClaim {}
/// The statuses named.
public enum NamedStatuses: DecodeClaim {}

extension Decode where Claim == EverySuccess {
    /// The body of every 2xx, as a value of the type.
    ///
    /// An optional type, `Decode(Corporation?.self)`, is nil where the body is missing: 204, 205, 304 and an empty body.
    public init(
        _ type: Output.Type, at path: String? = nil, using decoder: any BodyDecoder = DefaultJSON.decoder
    ) where Output: Decodable {
        self.init(ResponseRow.successes(type, at: path, using: decoder))
    }

    /// Every 2xx, mapped by hand. What the mapping throws becomes `.decoding`.
    public init(_ transform: @escaping @Sendable (HTTPResponse) throws -> Output) {
        self.init([.byHand(.success, transform)])
    }
}

extension Decode where Claim == NamedStatuses {
    /// The body of the statuses, as a value of the type; with `mediaType:` only where the response is of the media type.
    public init(
        _ statuses: StatusSet, _ type: Output.Type, at path: String? = nil, mediaType: MediaType? = nil,
        using decoder: any BodyDecoder = DefaultJSON.decoder
    ) where Output: Decodable {
        self.init([ResponseRow(statuses, type, at: path, mediaType: mediaType, using: decoder)])
    }

    /// The body of the statuses, as a value of the type, mapped to the type that the endpoint's `Decode`s share.
    public init<Model: Decodable & Sendable>(
        _ statuses: StatusSet, _ type: Model.Type, at path: String? = nil, mediaType: MediaType? = nil,
        using decoder: any BodyDecoder = DefaultJSON.decoder, as transform: @escaping @Sendable (Model) -> Output
    ) {
        self.init(
            [ResponseRow(statuses, type, at: path, mediaType: mediaType, using: decoder).map(transform)])
    }

    /// The statuses, mapped by hand. What the mapping throws becomes `.decoding`.
    public init(_ statuses: StatusSet, _ transform: @escaping @Sendable (HTTPResponse) throws -> Output) {
        self.init([.byHand(statuses, transform)])
    }
}
