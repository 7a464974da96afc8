import ApusCore
import TestSupport

/// A plugin that writes down when it was entered and left, and under which attempt. One type for each tag.
struct Mark<Tag>: Plugin {
    let name: String
    let lines: Lines

    init(_ name: String, _ lines: Lines) {
        self.name = name
        self.lines = lines
    }

    var summary: String { name }

    func intercept(_ request: HTTPRequest, _ exchange: Exchange, next: Next) async throws -> HTTPResponse {
        lines.append("\(name)>\(exchange.attempt)")
        defer { lines.append("<\(name)") }
        return try await next(request)
    }
}

enum A {}
enum B {}
enum C {}

/// A plugin made of a closure.
struct Intercept: Plugin {
    var summary: String { "intercept" }
    let body: @Sendable (HTTPRequest, Exchange, Next) async throws -> HTTPResponse

    init(_ body: @escaping @Sendable (HTTPRequest, Exchange, Next) async throws -> HTTPResponse) {
        self.body = body
    }

    func intercept(_ request: HTTPRequest, _ exchange: Exchange, next: Next) async throws -> HTTPResponse {
        try await body(request, exchange, next)
    }
}
