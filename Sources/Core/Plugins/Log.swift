/// Writes one line for each exchange: name, request, outcome, size and time. Secrets are redacted.
///
///     company.show GET https://api.example.com/company.json -> 200 OK, 176 bytes, 12 ms
///
/// Outside of what tries again it writes a line a call, inside a line an attempt.
public struct Log: Plugin {
    private let write: @Sendable (String) -> Void

    /// A log that hands each line, without a line end, to a closure.
    public init(to write: @escaping @Sendable (String) -> Void) {
        self.write = write
    }

    /// A log on standard error.
    public init() {
        write = StandardError.write
    }

    /// `log`.
    public var summary: String { "log" }

    /// Lets the exchange happen and writes its line.
    public func intercept(_ request: HTTPRequest, _ exchange: Exchange, next: Next) async throws -> HTTPResponse {
        let elapsed = exchange.stopwatch()
        let subject = exchange.name.map { "\(EscapedText.escaped($0)) \(request)" } ?? "\(request)"
        do {
            let response = try await next(request)
            write("\(subject) -> \(response.status), \(response.body.extent), \(Self.text(elapsed()))")
            return response
        } catch {
            write("\(subject) -> \(Self.words(for: error, of: request)), \(Self.text(elapsed()))")
            throw error
        }
    }

    private static func words(for error: any Error, of request: HTTPRequest) -> String {
        switch CallFailure(error, of: request) {
        case .unexpected(let response, let reason): "\(response.status), \(EscapedText.singleLine(reason))"
        case .transport(let error): EscapedText.singleLine(error.description)
        case .invalid(let error): EscapedText.singleLine(error.description)
        case .cancelled: "cancelled"
        }
    }

    private static func text(_ duration: Duration) -> String {
        let (seconds, attoseconds) = min(duration, .seconds(1_000_000_000)).components
        return "\(seconds * 1000 + attoseconds / 1_000_000_000_000_000) ms"
    }
}
