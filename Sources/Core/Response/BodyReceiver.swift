/// What an endpoint with a row that does not collect tells of its rows, before and after the body has come.
struct BodyReceiver: Sendable {
    private let reception: @Sendable (HTTPResponse) -> BodyReception

    /// Nil where every row of the table collects, as most tables do.
    init?(_ table: ResponseTable<some Sendable, some Sendable>) {
        guard table.hasReceptions else { return nil }
        reception = { table.reception(of: $0) }
    }

    /// Whether the body that follows a head is wanted as a stream.
    func streamsBody(after head: HTTPResponse) -> Bool { reception(head) != .collected }

    /// The response with its body in the form that its row wants.
    func receive(_ response: HTTPResponse, limit: Int) async throws -> HTTPResponse {
        try await reception(response).receive(response, limit: limit)
    }
}
