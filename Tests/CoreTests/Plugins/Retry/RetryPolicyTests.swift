import Foundation
import Testing

@testable import ApusCore

/// What happened, as a row of the table says it.
private struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let decision: RetryPolicy.Decision
    var rule = RetryRule.idempotent
    var method = "GET"
    var fields: HTTPFields = [:]
    var body: HTTPBody?
    var outcome: Result<HTTPResponse, TransportError> = .success(HTTPResponse(status: 503))
    var repetitions = 0
    var timeLeft: Duration?

    init(_ words: String, _ decision: RetryPolicy.Decision, _ change: (inout Row) -> Void = { _ in }) {
        testDescription = words
        self.decision = decision
        change(&self)
    }
}

private func failure(_ kind: TransportError.Kind, safe: Bool? = nil) -> Result<HTTPResponse, TransportError> {
    .failure(TransportError(kind, isSafeToRetry: safe))
}

private func answer(_ status: Int, _ fields: HTTPFields = [:]) -> Result<HTTPResponse, TransportError> {
    .success(HTTPResponse(status: HTTPStatus(status), fields: fields))
}

@Suite struct RetryPolicyTests {
    private static let now = Date(timeIntervalSince1970: 784_111_777)  // Sun, 06 Nov 1994 08:49:37 GMT
    private static let once = HTTPBody(ByteStream(AsyncStream<Data> { $0.finish() }))
    private static func wait(_ seconds: Int, _ words: String = "503 Service Unavailable") -> RetryPolicy.Decision {
        .wait(.seconds(seconds), words)
    }

    private static let rows: [Row] =
        ["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"].map { method in
            Row("\(method) is repeated", wait(2)) { $0.method = method }
        }
        + ["POST", "PATCH", "PROPFIND", "get"].map { method in
            Row("\(method) is not", .deliver(.notRepeatable)) { $0.method = method }
        }
        + ["POST", "PATCH"].map { method in
            Row("\(method) with a key is", wait(2)) {
                $0.method = method
                $0.fields = ["idempotency-key": "1"]
            }
        }
        + ["", "\"\""].map { key in
            Row("POST with the empty key \(key) is not", .deliver(.notRepeatable)) {
                $0.method = "POST"
                $0.fields = [.idempotencyKey: key]
            }
        }
        + [408, 429, 500, 502, 503, 504].map { status in
            Row("\(status) passes", wait(2, HTTPStatus(status).description)) { $0.outcome = answer(status) }
        }
        + [200, 204, 301, 304, 400, 401, 403, 404, 409, 422, 425, 501, 505].map { status in
            Row("\(status) does not", .deliver(.noRule)) { $0.outcome = answer(status) }
        }
        + [TransportError.Kind.nameLookup, .connectionRefused, .timeout, .connectionLost].map { kind in
            Row("\(kind) passes", wait(2, kind.rawValue)) { $0.outcome = failure(kind) }
        }
        + [TransportError.Kind.tls, .tooLarge, .unreadableBody, .cancelled, .plugin, .other].map { kind in
            Row("\(kind) does not", .deliver(.noRule)) { $0.outcome = failure(kind) }
        }
        + [
            Row("POST that lost its connection is not repeated", .deliver(.notRepeatable)) {
                $0.method = "POST"
                $0.outcome = failure(.connectionLost)
            },
            Row("POST that was never sent is not, where no rule names that", .deliver(.notRepeatable)) {
                $0.method = "POST"
                $0.outcome = failure(.connectionRefused)
            },
            Row("POST that was never sent is, where a rule names it", wait(2, "connection refused")) {
                $0.rule = .idempotent.or(.unsent)
                $0.method = "POST"
                $0.outcome = failure(.connectionRefused)
            },
            Row("POST that may have been sent is not, whatever is named", .deliver(.notRepeatable)) {
                $0.rule = .idempotent.or(.unsent)
                $0.method = "POST"
                $0.outcome = failure(.connectionLost, safe: false)
            },
            Row("POST that got 503 is not, whatever is named", .deliver(.notRepeatable)) {
                $0.rule = .status(503).or(.unsent)
                $0.method = "POST"
            },
            Row("A certificate does not get better", .deliver(.noRule)) {
                $0.rule = .unsent
                $0.outcome = failure(.tls)
            },
            Row("A body in memory is sent again", wait(2)) {
                $0.method = "PUT"
                $0.body = HTTPBody("x")
            },
            Row("A stream that can't be replayed is not", .deliver(.notReplayable)) {
                $0.method = "PUT"
                $0.body = once
            },
            Row("The first repetition", wait(2)),
            Row("The second waits longer", wait(4)) { $0.repetitions = 1 },
            Row("The third reaches the longest", wait(6)) { $0.repetitions = 2 },
            Row("A fourth there is not", .deliver(.limit)) { $0.repetitions = 3 },
            Row("Nor a fifth", .deliver(.limit)) { $0.repetitions = 4 },
            Row("Time enough", wait(2)) { $0.timeLeft = .seconds(3) },
            Row("No time after the wait", .deliver(.noTime)) { $0.timeLeft = .seconds(2) },
            Row("No time at all", .deliver(.noTime)) { $0.timeLeft = .zero },
            Row("Retry-After is longer", wait(7)) { $0.outcome = answer(503, [.retryAfter: "7"]) },
            Row("Retry-After is shorter", wait(2)) { $0.outcome = answer(503, [.retryAfter: "0"]) },
            Row("Retry-After at the cap", wait(60)) { $0.outcome = answer(503, [.retryAfter: "60"]) },
            Row("Retry-After over the cap", .deliver(.overCap)) { $0.outcome = answer(503, [.retryAfter: "61"]) },
            Row("Retry-After without end", .deliver(.overCap)) {
                $0.outcome = answer(503, [.retryAfter: "99999999999999999999999"])
            },
            Row("Retry-After beyond the deadline", .deliver(.noTime)) {
                $0.outcome = answer(503, [.retryAfter: "7"])
                $0.timeLeft = .seconds(6)
            },
            Row("Retry-After as a date", wait(5)) {
                $0.outcome = answer(503, [.retryAfter: "Sun, 06 Nov 1994 08:49:42 GMT"])
            },
            Row("A date counts from the server's own", wait(5)) {
                $0.outcome = answer(
                    503, [.retryAfter: "Sun, 06 Nov 1994 10:00:05 GMT", .date: "Sun, 06 Nov 1994 10:00:00 GMT"])
            },
            Row("A date counts from now where the server's own is none", wait(5)) {
                $0.outcome = answer(503, [.retryAfter: "Sun, 06 Nov 1994 08:49:42 GMT", .date: "soon"])
            },
            Row("A server that is ahead by centuries", .deliver(.overCap)) {
                $0.outcome = answer(
                    503, [.retryAfter: "Fri, 31 Dec 9999 23:59:59 GMT", .date: "Mon, 01 Jan 0001 00:00:00 GMT"])
            },
            Row("429 says how long, too", wait(7, "429 Too Many Requests")) {
                $0.outcome = answer(429, [.retryAfter: "7"])
            },
            Row("So does a redirect that nobody follows", wait(7, "302 Found")) {
                $0.rule = .status(302)
                $0.outcome = answer(302, [.retryAfter: "7"])
            },
            Row("A date that has passed", wait(2)) {
                $0.outcome = answer(503, [.retryAfter: "Sun, 06 Nov 1994 08:49:30 GMT"])
            },
            Row("A date far away", .deliver(.overCap)) {
                $0.outcome = answer(503, [.retryAfter: "Fri, 31 Dec 9999 23:59:59 GMT"])
            },
            Row("A status named", wait(2, "418")) {
                $0.rule = .status(418, 419)
                $0.outcome = answer(418)
            },
            Row("A status not named", .deliver(.noRule)) { $0.rule = .status(418, 419) },
            Row("A range of statuses", wait(2, "520")) {
                $0.rule = .status(.serverError)
                $0.outcome = answer(520)
            },
            Row("A kind named", wait(2, "TLS failed")) {
                $0.rule = .transport(.tls)
                $0.outcome = failure(.tls)
            },
            Row("Either", wait(2, "425 Too Early")) {
                $0.rule = .idempotent.or(.status(425))
                $0.outcome = answer(425)
            },
            Row("Both", .deliver(.noRule)) { $0.rule = .idempotent.and(.status(429)) },
            Row("Neither", .deliver(.noRule)) { $0.rule = .idempotent.and(.not(.status(503))) },
            Row("What a rule does not leave out", wait(2, "500 Internal Server Error")) {
                $0.rule = .idempotent.and(!.status(503))
                $0.outcome = answer(500)
            },
            Row("A failure is no status, so that it is left in", wait(2, "connection lost")) {
                $0.rule = .idempotent.and(!.status(503))
                $0.outcome = failure(.connectionLost)
            },
            Row("Not twice is once", wait(2)) { $0.rule = !(!.status(503)) },
            Row("Who leaves out what was never sent does not name it", .deliver(.notRepeatable)) {
                $0.rule = .transport(.tls).and(!.unsent)
                $0.method = "POST"
                $0.outcome = failure(.tls)
            },
            Row("A rule of one's own", wait(2, "200 OK")) {
                $0.rule = RetryRule("pending") { facts in
                    (try? facts.outcome.get().fields["X-State"]) == "pending" && facts.repetitions == 0
                }
                $0.outcome = answer(200, ["X-State": "pending"])
            },
            Row("A rule of one's own does not make POST repeatable", .deliver(.notRepeatable)) {
                $0.rule = RetryRule("always") { _ in true }
                $0.method = "POST"
            },
        ]
        + ["", " ", "soon", "-1", "1.5", "+3", "0x10", "1 2", "Sun, 32 Nov 1994 08:49:42 GMT", "１"].map { value in
            Row("Retry-After \"\(value)\" is ignored", wait(2)) { $0.outcome = answer(503, [.retryAfter: value]) }
        }

    @Test("A date counts from nothing where the clock says what is no number")
    func noNumber() {
        let fields: HTTPFields = [.retryAfter: "Sun, 06 Nov 1994 08:49:42 GMT"]
        let response = HTTPResponse(status: 503, fields: fields)
        #expect(RetryAfter.delay(in: response, now: Date(timeIntervalSince1970: .nan)) == nil)
    }

    @Test("Each row of the policy", arguments: rows)
    private func row(_ row: Row) throws {
        let backoff = Backoff("2, 4, 6") { repetition, _ in .seconds(repetition * 2) }
        let policy = RetryPolicy(rule: row.rule, limit: 3, backoff: backoff, cap: .seconds(60))
        let request = HTTPRequest(
            method: HTTPMethod(rawValue: row.method), url: try #require(RequestURL("http://a.example/")),
            fields: row.fields, body: row.body)
        let facts = RetryFacts(request: request, outcome: row.outcome, repetitions: row.repetitions)
        #expect(policy.decide(facts, timeLeft: row.timeLeft, now: Self.now, random: 1) == row.decision)
    }

    @Test(
        "Full jitter: between nothing and a ceiling that doubles up to the longest",
        arguments: [
            (1, 0.0, 0.0), (1, 0.5, 0.25), (1, 1.0, 0.5), (2, 1.0, 1.0), (3, 1.0, 2.0), (3, 0.25, 0.5),
            (7, 1.0, 30.0), (1_000_000, 1.0, 30.0), (0, 1.0, 0.5), (-5, 1.0, 0.5),
        ])
    func jitter(repetition: Int, random: Double, seconds: Double) {
        let backoff = Backoff.exponential(from: .seconds(0.5), to: .seconds(30))
        #expect(backoff.wait(before: repetition, random: random) == .seconds(seconds))
    }

    @Test("Settings that mean nothing wait for nothing and don't trap")
    func strange() {
        let longest = Duration(secondsComponent: .max, attosecondsComponent: 0)
        #expect(Backoff.exponential(from: .seconds(-1), to: .seconds(-2)).wait(before: 1, random: 1) == .zero)
        #expect(Backoff.exponential(from: longest, to: longest).wait(before: 99, random: 1) > .seconds(1_000_000_000))
        #expect(Backoff.constant(.seconds(-1)).wait(before: 1, random: 1) == .zero)
        // So long that the system's clock would trap.
        let years = Duration.seconds(100 * 365 * 86_400)
        #expect(Backoff.constant(longest).wait(before: 1, random: 1) == years)
        #expect(Backoff("own") { _, _ in longest + longest }.wait(before: 1, random: 1) == years)
        #expect(Backoff("own") { _, _ in .seconds(-1) }.wait(before: 1, random: 1) == .zero)
        #expect(Backoff.none.wait(before: 1, random: 1) == .zero)
    }
}
