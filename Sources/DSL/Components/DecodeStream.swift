public import ApusCore

/// The body of every 2xx as a stream: the call ends with the head of the response, and the chunks come as they are read.
///
///     let stream = try await client.send(Endpoint { GET("/export.csv"); DecodeStream() })
///     for try await chunk in stream { … }
///
/// The server waits while nobody reads. `Timeout` counts up to the head, `BodyLimit` not at all; reading throws `TransportError`. Let go
/// of the stream to close the transfer. On URLSession the body is collected first, up to `BodyLimit`.
public struct DecodeStream: DecodeComponent {
    /// It answers for every success.
    public typealias Claim = EverySuccess
    /// The rows of the response table.
    public let rows: [ResponseRow<ByteStream>]

    /// The chunks of the body.
    public init() {
        rows = [.stream(.success)]
    }
}
