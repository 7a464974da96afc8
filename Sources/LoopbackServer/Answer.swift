/// What the server does in return for one request: an ordinary answer with correct framing, or a script.
///
/// An ordinary answer gets a `Content-Length` unless its fields have one, and keeps the connection open unless the
/// request, or a `Connection: close` among its fields, says otherwise.
package struct Answer: Sendable {
    /// The two kinds of answers.
    enum Content {
        /// A message that the server frames.
        case message(status: Int, fields: [(String, String)], body: [UInt8])
        /// Steps that are carried out byte for byte.
        case script([Step])
    }

    /// What is sent.
    let content: Content
    /// Seconds to wait before sending it.
    var delay: Double = 0

    /// Answers with a text.
    package static func text(
        _ text: String, status: Int = 200, type: String = "text/plain; charset=utf-8", fields: [(String, String)] = []
    ) -> Answer {
        bytes(Array(text.utf8), status: status, type: type, fields: fields)
    }

    /// Answers with a text that is JSON.
    package static func json(_ text: String, status: Int = 200, fields: [(String, String)] = []) -> Answer {
        bytes(Array(text.utf8), status: status, type: "application/json", fields: fields)
    }

    /// Answers with bytes.
    package static func bytes(
        _ bytes: [UInt8], status: Int = 200, type: String = "application/octet-stream",
        fields: [(String, String)] = []
    ) -> Answer {
        Answer(content: .message(status: status, fields: [("Content-Type", type)] + fields, body: bytes))
    }

    /// Answers with a status and fields, and an empty body if the status allows one.
    package static func empty(_ status: Int, fields: [(String, String)] = []) -> Answer {
        Answer(content: .message(status: status, fields: fields, body: []))
    }

    /// Answers with a `Location` field and an empty body; the location is sent as it is.
    package static func redirect(_ status: Int, to location: String) -> Answer {
        empty(status, fields: [("Location", location)])
    }

    /// Answers with exactly what the steps say; nothing is added.
    ///
    /// After a script that does not end the connection the server reads the next request from it.
    package static func script(_ steps: [Step]) -> Answer {
        Answer(content: .script(steps))
    }

    /// The same answer, later; like `Step.pause` it is given up when the peer closes or the server stops.
    package func delayed(_ seconds: Double) -> Answer {
        var answer = self
        answer.delay += seconds
        return answer
    }
}

/// The bytes of an ordinary answer.
struct Message {
    /// Head and, where there is one, body.
    let bytes: [UInt8]
    /// Whether the connection ends after it.
    let closes: Bool

    /// Frames an answer to the request (RFC 9112, section 6.3; RFC 9110, section 8.6).
    init(status: Int, fields: [(String, String)], body: [UInt8], answering request: ReceivedRequest) {
        let names = Set(fields.map { $0.0.lowercased() })
        let saysClose = fields.contains { $0.0.lowercased() == "connection" && $0.1.lowercased() == "close" }
        var fields = fields
        // To a HEAD, the length is that of the body a GET would have; a 304's is unknown here, so it is left out.
        let isFramed = status >= 200 && status != 204 && status != 304
        if isFramed && !names.contains("content-length") { fields.append(("Content-Length", "\(body.count)")) }
        if !request.isPersistent && !saysClose { fields.append(("Connection", "close")) }
        let lines = ["HTTP/1.1 \(status) "] + fields.map { "\($0.0): \($0.1)" } + ["", ""]
        bytes = Array(lines.joined(separator: "\r\n").utf8) + (isFramed && request.method != "HEAD" ? body : [])
        closes = saysClose || !request.isPersistent
    }
}
