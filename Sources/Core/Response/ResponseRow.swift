/// One row of a response table: for which answers it is, and how the body becomes a value.
///
/// Rows come from `Decode` and `OnError`; components of one's own can make them too.
public struct ResponseRow<Value: Sendable>: Sendable {
    /// The statuses the row answers for.
    public let statuses: StatusSet
    /// The media type the row is limited to, nil for any.
    public let mediaType: MediaType?
    /// The media type the row would like to get; it becomes `Accept`. Nil for no wish.
    public let accept: MediaType?
    /// The name of what the body becomes.
    public var model: String { makeModel() }
    /// Type names cost more to make than a whole row, and only the plan shows them.
    private let makeModel: @Sendable () -> String
    let decode: @Sendable (HTTPResponse) throws -> Value
    /// How the body reaches the row.
    let reception: BodyReception
    /// Where in the body the value is, nil for the whole.
    var path: String?
    /// What the model is mapped to, nil where it is the value itself.
    private var result: Any.Type?
    /// The position among all rows of the endpoint, successes and failures alike.
    var order = 0

    /// A row that decodes by the closure given.
    ///
    /// What it throws becomes `.decoding` in a success row, with the coding path where it is a `DecodingError`, and
    /// `.unexpected` in a failure row.
    public init(
        _ statuses: StatusSet, mediaType: MediaType? = nil, accept: MediaType? = nil,
        model: @autoclosure @escaping @Sendable () -> String,
        decode: @escaping @Sendable (HTTPResponse) throws -> Value
    ) {
        self.init(
            statuses, mediaType: mediaType, accept: accept, model: model(), reception: .collected, decode: decode)
    }

    /// A row that gets the body in the form that it asks for.
    package init(
        _ statuses: StatusSet, mediaType: MediaType? = nil, accept: MediaType? = nil,
        model: @autoclosure @escaping @Sendable () -> String, reception: BodyReception,
        decode: @escaping @Sendable (HTTPResponse) throws -> Value
    ) {
        self.statuses = statuses
        self.mediaType = mediaType
        self.accept = accept
        makeModel = model
        self.reception = reception
        self.decode = decode
    }

    /// The row for answers of a status and media type, or not.
    func matches(_ response: HTTPResponse) -> Bool {
        guard statuses.contains(response.status) else { return false }
        guard let mediaType else { return true }
        return response.mediaType.map(mediaType.accepts) ?? false
    }

    /// Exact before range before any; with a media type before without; then declared order.
    var rank: (Int, Int, Int) {
        (-statuses.specificity, mediaType == nil ? 1 : 0, order)
    }

    /// The same row at a position among all rows of an endpoint.
    package func numbered(_ order: Int) -> ResponseRow {
        var row = self
        row.order = order
        return row
    }

    func rule(_ outcome: ResponseRule.Outcome) -> ResponseRule {
        let place = path.map { " at \($0)" } ?? ""
        let mapping = result.map { " as \(TypeName.of($0))" } ?? ""
        return ResponseRule(
            statuses: statuses, mediaType: mediaType, outcome: outcome, model: "\(model)\(place)\(mapping)")
    }

    /// The same row, its value transformed.
    package func map<Other: Sendable>(_ transform: @escaping @Sendable (Value) -> Other) -> ResponseRow<Other> {
        let decode = decode
        var row = ResponseRow<Other>(
            statuses, mediaType: mediaType, accept: accept, model: makeModelText(), reception: reception,
            decode: { transform(try decode($0)) })
        row.order = order
        row.path = path
        row.result = Other.self
        return row
    }

    private func makeModelText() -> String { makeModel() }

    /// A row that is mapped by hand.
    package static func byHand(
        _ statuses: StatusSet, _ transform: @escaping @Sendable (HTTPResponse) throws -> Value
    ) -> ResponseRow {
        ResponseRow(statuses, model: "\(TypeName.of(Value.self)) by hand", decode: transform)
    }
}
