/// What each answer means: rows from statuses and media types to values and errors.
///
/// The closest row decides: an exact status before a range before any, a row limited to a media type before one that is
/// not, an endpoint's before its group's, then declared order. No row: `.unexpected`, with the bytes. A failure row
/// whose body does not decode: `.unexpected`. A success row whose body does not decode: the failure rows that name the
/// status are tried (`.any` names all), then `.decoding`.
struct ResponseTable<Output: Sendable, Model: Sendable>: Sendable {
    var successes: [ResponseRow<Output>] = []
    var failures: [ResponseRow<Model>] = []

    /// The rows as data, in declared order.
    var rules: [ResponseRule] {
        let rows = successes.map { ($0.order, $0.rule(.value)) } + failures.map { ($0.order, $0.rule(.error)) }
        return rows.sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// Whether a row wants its body other than collected.
    var hasReceptions: Bool {
        for index in successes.indices where successes[index].reception != .collected { return true }
        for index in failures.indices where failures[index].reception != .collected { return true }
        return false
    }

    /// How the row that answers for a response wants its body; only status and fields are looked at.
    func reception(of response: HTTPResponse) -> BodyReception {
        let success = Self.best(successes, for: response)
        if let failure = Self.best(failures, for: response),
            success.map({ failures[failure].rank < successes[$0].rank }) ?? true
        {
            return failures[failure].reception
        }
        return success.map { successes[$0].reception } ?? .collected
    }

    /// What the response means.
    func interpret(_ response: HTTPResponse) -> Result<Output, EndpointError<Model>> {
        let success = Self.best(successes, for: response)
        let failure = Self.best(failures, for: response)
        if let failure, success.map({ failures[failure].rank < successes[$0].rank }) ?? true {
            return .failure(Self.failure(by: failures[failure], response))
        }
        guard let success else { return .failure(.unexpected(response, undeclared(response))) }
        do {
            return .success(try successes[success].decode(response))
        } catch {
            return .failure(declaredError(in: response) ?? Self.failure(error, of: successes[success], response))
        }
    }

    /// The position of the closest row. Positions rather than rows: every call comes by, and an iterator or an optional
    /// of a row would have its type looked up each time, since none is known here.
    private static func best<Value>(_ rows: [ResponseRow<Value>], for response: HTTPResponse) -> Int? {
        var best: Int?
        for index in rows.indices where rows[index].matches(response) {
            if let best, rows[best].rank <= rows[index].rank { continue }
            best = index
        }
        return best
    }

    private static func failure(by row: ResponseRow<Model>, _ response: HTTPResponse) -> EndpointError<Model> {
        do {
            return .response(try row.decode(response), response)
        } catch {
            let failure = DecodingFailure.make(error, expected: row.model, response: response)
            let place = failure.codingPath.isEmpty ? "" : " at \(failure.codingPath)"
            let reason = "the error body is not \(row.model)\(place): \(failure.reason)"
            return .unexpected(response, EscapedText.singleLine(reason))
        }
    }

    /// A declared error in a response that should have been a value.
    private func declaredError(in response: HTTPResponse) -> EndpointError<Model>? {
        let rows = failures.filter { $0.statuses.names(response.status) && $0.matches(response) }
        for row in rows.sorted(by: { $0.rank < $1.rank }) {
            if let model = try? row.decode(response) { return .response(model, response) }
        }
        return nil
    }

    private static func failure(
        _ error: any Error, of row: ResponseRow<Output>, _ response: HTTPResponse
    ) -> EndpointError<Model> {
        .decoding(DecodingFailure.make(error, expected: row.model, response: response))
    }

    private func undeclared(_ response: HTTPResponse) -> String {
        let limited =
            successes.contains { $0.statuses.contains(response.status) }
            || failures.contains { $0.statuses.contains(response.status) }
        guard limited else { return "no Decode or OnError is declared for this status" }
        let type = response.mediaType.map { EscapedText.escaped($0.rawValue) } ?? "no media type"
        return "no Decode or OnError is declared for this status with \(type)"
    }
}
