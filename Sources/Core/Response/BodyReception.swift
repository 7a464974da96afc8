/// How the body of a response reaches the row that it is for.
package enum BodyReception: Sendable, Hashable {
    /// All bytes in memory.
    case collected
    /// As a stream, from the head on.
    case streamed
    /// In the file at a path.
    case file(path: String)

    /// Brings a body, however it came, into the form that is asked for; collects at most so many bytes.
    func receive(_ response: HTTPResponse, limit: Int) async throws -> HTTPResponse {
        var response = response
        switch (self, response.body.content) {
        case (.collected, .stream(let stream)):
            response.body = HTTPBody(try await stream.collected(upTo: limit))
        case (.streamed, .bytes(let data)):
            response.body = HTTPBody(ByteStream(data))
        case (.file(let path), .bytes(let data)):
            try await FileSink.write(ByteStream(data), to: path)
            response.body = HTTPBody(file: path)
        case (.file(let path), .stream(let stream)):
            try await FileSink.write(stream, to: path)
            response.body = HTTPBody(file: path)
        case (.collected, _), (.streamed, _), (.file, .file): break
        }
        return response
    }
}

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
