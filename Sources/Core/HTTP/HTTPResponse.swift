#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What a server answered: status, fields and content (RFC 9110 §6).
///
/// The content is collected, unless the endpoint wants it as a stream (`DecodeStream`) or in a file (`DecodeFile`).
public struct HTTPResponse: Sendable, Hashable, CustomStringConvertible {
    /// The status code.
    public var status: HTTPStatus
    /// The fields, in the order they came.
    public var fields: HTTPFields
    /// The content after decompression, empty where there is none.
    public var body: HTTPBody
    /// Where the response came from: the last URL after redirects. Nil in a response made by hand.
    public var url: RequestURL?
    /// Where the time of this hop went, nil where the transport does not say.
    public var timings: Timings?

    /// What is known of the connection of this hop, nil where the transport does not say.
    public var connection: ConnectionFacts?

    var history = CallHistory()

    /// What the call sent to get here: one entry an attempt and a hop. Set when the call is over; no part of equality.
    public var attempts: [Attempt] { history.attempts }

    /// A response of the parts given.
    public init(
        status: HTTPStatus, fields: HTTPFields = [:], body: HTTPBody = HTTPBody(Data()), url: RequestURL? = nil,
        timings: Timings? = nil, connection: ConnectionFacts? = nil
    ) {
        self.status = status
        self.fields = fields
        self.body = body
        self.url = url
        self.timings = timings
        self.connection = connection
    }

    /// The content's bytes after decompression; none where it is a stream or a file.
    public var data: Data { body.bytes ?? Data() }

    /// The type the server says the content has, nil where it says none.
    public var mediaType: MediaType? {
        fields[.contentType].map(MediaType.init(rawValue:))
    }

    /// The content as text in the charset the server names, UTF-8 where it names none; broken sequences are repaired.
    ///
    /// An unknown charset is read as UTF-8 too: this is for people and logs. `DecodeText` is strict.
    public var text: String {
        (try? TextDecoding.text(of: data, charset: mediaType?.parameter("charset"))) ?? TextDecoding.repaired(data)
    }

    /// Status, media type and size in bytes.
    public var description: String {
        let type = mediaType.map { " \($0)" } ?? ""
        return "\(status)\(type), \(body.extent)"
    }
}
