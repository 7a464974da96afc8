import ApusCore

struct Corporation: Codable, Sendable, Equatable {
    var name = "Acme"
    var employees = 3
}

struct TwitterError: Codable, Sendable, Equatable {
    var code = 34
}

struct NotFound: Codable, Sendable, Equatable {
    var resource = "company"
}

struct Job: Codable, Sendable, Equatable {
    var id = 7
}

enum Outcome: Sendable, Equatable {
    case started(Job)
    case done(Corporation)
    case gone
}

enum APIFailure: Error, Equatable {
    case notFound(NotFound)
    case other(TwitterError)
    case gone
}

/// Adds a field, so that it can be seen whether a plugin ran.
struct Stamp: Plugin {
    var text = "1"
    var summary: String { "stamp \(text)" }
    func intercept(_ request: HTTPRequest, _ exchange: Exchange, next: Next) async throws -> HTTPResponse {
        try await next(request)
    }
}
