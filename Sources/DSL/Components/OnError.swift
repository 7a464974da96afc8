public import ApusCore

/// What the server's errors are: the statuses, and how their body becomes the model in `EndpointError.response`.
///
/// A plain `OnError` answers for every status that no other row names; with `.any` also for a 2xx whose body is this
/// model rather than the declared value. Several map to one type: `OnError(404, NotFound.self, as: Failure.notFound)`.
/// A body that is not the model gives `.unexpected`, with the bytes.
public struct OnError<Model: Sendable>: ErrorComponent {
    /// The row of the response table.
    public let row: ResponseRow<Model>
}

/// A component that says what the server's errors are.
public protocol ErrorComponent: DeclarationPart {
    /// The model in `EndpointError.response`.
    associatedtype Model: Sendable
    /// The row of the response table.
    var row: ResponseRow<Model> { get }
}

extension OnError where Model: Decodable {
    /// The body of every status that no other row names, as a value of the type.
    public init(_ type: Model.Type, at path: String? = nil, using decoder: any BodyDecoder = DefaultJSON.decoder) {
        self.init(row: ResponseRow(.unclaimed, type, at: path, using: decoder))
    }

    /// The body of the statuses, as a value of the type; with `mediaType:` only where the response is of the media type.
    public init(
        _ statuses: StatusSet, _ type: Model.Type, at path: String? = nil, mediaType: MediaType? = nil,
        using decoder: any BodyDecoder = DefaultJSON.decoder
    ) {
        self.init(row: ResponseRow(statuses, type, at: path, mediaType: mediaType, using: decoder))
    }
}

extension OnError {
    /// The body of the statuses, as a value of the type, mapped to the type that the endpoint's `OnError`s share.
    public init<Body: Decodable & Sendable>(
        _ statuses: StatusSet, _ type: Body.Type, at path: String? = nil, mediaType: MediaType? = nil,
        using decoder: any BodyDecoder = DefaultJSON.decoder, as transform: @escaping @Sendable (Body) -> Model
    ) {
        self.init(
            row: ResponseRow(statuses, type, at: path, mediaType: mediaType, using: decoder).map(transform))
    }

    /// The statuses, mapped by hand; every status that no other row names where none are given.
    public init(
        _ statuses: StatusSet = .unclaimed, _ transform: @escaping @Sendable (HTTPResponse) throws -> Model
    ) {
        self.init(row: .byHand(statuses, transform))
    }
}
