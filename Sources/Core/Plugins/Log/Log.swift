/// Writes what each exchange was: name, request, outcome, size and time. Secrets are redacted.
///
///     company.show GET https://api.example.com/company.json -> 200 OK, 176 bytes, 12 ms
///
/// `Log(.full)` adds the fields and bodies of both messages, and `curl: true` a line to paste into a shell. What belongs to
/// one exchange is written at once, so that lines of calls at the same time don't mix.
///
/// Outside of what tries again it writes a line a call, inside a line an attempt, with the attempt's number from the second on.
/// Secret fields, bodies and query items are redacted, and so are the values of `Set-Cookie`; what a server repeats of them
/// is, too. What plugins further in add is not seen: list a full log inside.
public struct Log: Plugin {
    private let detail: LogDetail
    private let curl: Bool
    private let write: @Sendable (String) -> Void

    /// A log that hands what it writes to a closure, without the last line end: once an exchange, several lines if full.
    public init(
        _ detail: LogDetail = .line, curl: Bool = false, to write: @escaping @Sendable (String) -> Void
    ) {
        self.detail = detail
        self.curl = curl
        self.write = write
    }

    /// A log on standard error.
    public init(_ detail: LogDetail = .line, curl: Bool = false) {
        self.init(detail, curl: curl, to: StandardError.write)
    }

    /// `log`, `log in full, bodies up to 1024 bytes, with curl`.
    public var summary: String {
        let parts = detail.bodyLimit.map { "log in full, bodies up to \($0) bytes" } ?? "log"
        return curl ? "\(parts), with curl" : parts
    }

    /// A limit below zero means nothing. Two logs are right: one of calls, one of attempts.
    public func problems(outside: ArraySlice<any Plugin>, inside: ArraySlice<any Plugin>) -> [PlanProblem] {
        guard let limit = detail.bodyLimit, limit < 0 else { return [] }
        return [.badSetting("Log", "bodyLimit: \(limit)")]
    }

    /// Lets the exchange happen and writes it down.
    public func intercept(_ request: HTTPRequest, _ exchange: Exchange, next: Next) async throws -> HTTPResponse {
        let elapsed = exchange.stopwatch()
        let writer = LogText(detail: detail, curl: curl, request: request, exchange: exchange)
        do {
            let response = try await next(request)
            write(writer.text(of: response, after: elapsed()))
            return response
        } catch {
            write(writer.text(of: error, after: elapsed()))
            throw error
        }
    }
}

/// How much a ``Log`` writes.
public struct LogDetail: Sendable, Hashable {
    /// How many bytes of a body are shown, nil for a line alone.
    let bodyLimit: Int?

    /// One line: name, request, outcome, size and time.
    public static let line = LogDetail(bodyLimit: nil)
    /// The fields and bodies of both messages as well, of each body 1 KiB.
    public static let full = LogDetail.full(bodyLimit: 1024)

    /// The fields and bodies of both messages as well, of each body as many bytes as given; streams are not touched.
    public static func full(bodyLimit: Int) -> LogDetail { LogDetail(bodyLimit: bodyLimit) }
}
