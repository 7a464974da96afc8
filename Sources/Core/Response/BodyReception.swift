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
