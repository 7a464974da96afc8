#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The words of a log for one exchange, safe to print: secrets redacted, control characters escaped.
struct LogText {
    let detail: LogDetail
    let curl: Bool
    let request: HTTPRequest
    let exchange: Exchange

    /// The secrets of the request, those that plugins further in have added by the time the outcome is there, and the cookies
    /// that the response sets.
    private func secrets(_ response: HTTPResponse? = nil) -> [String] {
        let cookies = response?.cookieValues ?? []
        return request.secretValues + exchange.shared.history.secretValues + cookies
    }

    func text(of response: HTTPResponse, after time: Duration) -> String {
        text("\(response.status), \(response.body.extent)", response, time)
    }

    func text(of error: any Error, after time: Duration) -> String {
        switch CallFailure(error, hiding: secrets()) {
        case .unexpected(let response, let reason):
            text("\(response.status), \(EscapedText.singleLine(reason))", response, time)
        case .transport(let error): text(EscapedText.singleLine(error.description), nil, time)
        case .invalid(let error): text(EscapedText.singleLine(error.description), nil, time)
        case .cancelled: text("cancelled", nil, time)
        }
    }

    private func text(_ outcome: String, _ response: HTTPResponse?, _ time: Duration) -> String {
        let subject = exchange.name.map { "\(EscapedText.escaped($0)) \(request)" } ?? "\(request)"
        let attempt = exchange.attempt > 1 ? ", attempt \(exchange.attempt)" : ""
        let redaction = Redaction(secrets(response))
        var lines = ["\(subject) -> \(redaction(outcome)), \(Self.milliseconds(time))\(attempt)"]
        if curl { lines.append("  $ \(CurlCommand.line(for: request))") }
        if let limit = detail.bodyLimit {
            lines += message(">", request.fields, request.body, limit, redaction)
            if let response { lines += message("<", response.fields, shown(response.body), limit, redaction) }
        }
        return lines.joined(separator: "\n")
    }

    /// What answers a secret is often one: a token for a password.
    private func shown(_ body: HTTPBody) -> HTTPBody {
        guard request.body?.isSecret == true, let bytes = body.bytes, !bytes.isEmpty else { return body }
        return HTTPBody(bytes, secret: true)
    }

    /// Fields and body, a line each; the mark before each line says whose it is, so that no body can pass for a log's line.
    private func message(
        _ mark: String, _ fields: HTTPFields, _ body: HTTPBody?, _ limit: Int, _ redaction: Redaction
    ) -> [String] {
        let lines = fields.map { field in
            let name = EscapedText.escaped(field.name.rawName)
            return "\(name): \(EscapedText.singleLine(redaction(field.shownValue)))"
        }
        return (lines + LogBody(redaction: redaction, limit: limit).lines(of: body)).map { "  \(mark) \($0)" }
    }

    private static func milliseconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = min(duration, .seconds(1_000_000_000)).components
        return "\(seconds * 1000 + attoseconds / 1_000_000_000_000_000) ms"
    }
}
