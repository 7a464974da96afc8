// What the blocks of the documents may use without declaring it. It is compiled here, and again with each of them.

import Apus
import Foundation

/// What the examples ask for.
struct Corporation: Codable, Sendable, Equatable {
    var name: String
    var employees: Int
}

/// The error body of the examples' server.
struct TwitterError: Codable, Sendable, Equatable {
    var code: Int
    var message: String
}

/// One message.
struct Status: Codable, Sendable, Equatable {
    var id: Int
    var text: String
}

/// Work that the server does later.
struct Job: Codable, Sendable, Equatable {
    var id: Int
}

/// An error type of an application's own.
enum ErrorCode: Error, Equatable {
    case rateLimited, refused(Int), offline, cancelled, broken
}

let q: String? = "swift & co"
let token = "secret token"
let id = 42
let chunks = AsyncStream<Data> { $0.finish() }
let company = Endpoint {
    GET("/company.json")
    Query("q", q)
    Decode(Corporation.self)
    OnError(TwitterError.self)
}
let client = Client("https://api.example.com") { Log() }
