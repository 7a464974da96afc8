import Foundation
import LoopbackServer

/// The server that the scenarios talk to: real HTTP on 127.0.0.1, so that the demo needs no network.
enum ExampleServer {
    static func start() throws -> LoopbackServer {
        let server = try LoopbackServer()
        server.on("GET", "/company.json") { _ in .json(company) }
        server.on("GET", "/search", search)
        // Slow, so that who types on has asked for something else before the answer.
        server.on("GET", "/suggestions") { search($0).delayed(1) }
        server.on("GET", "/accounts/17") { _ in .json(#"{"error":"there is no account 17"}"#, status: 404) }
        server.on("GET", "/session/profile", seen)
        server.on("GET", "/session/inbox", seen)
        server.on("GET", "/statuses/429") { _ in .text("Rate limit exceeded", status: 429) }
        FlakyServer.serve(on: server)
        server.otherwise(status)
        return server
    }

    static let company =
        #"{"name":"(有) エフケーコーポレーション","address":"東京都大田区仲六郷1-51-11 1F","zipcode":"144-0055","#
        + #""tel":"03-3733-6143","fax":"03-3737-5479","id":100}"#

    private static func search(_ request: ReceivedRequest) -> Answer {
        let text = request.queryValue("q") ?? ""
        let limit = request.queryValue("limit").flatMap { Int($0) } ?? 10
        let hits = (1...10).prefix(limit).map { Hit(title: "\(text) (\($0))", score: 1 / Double($0)) }
        return json(["results": ["items": hits]])
    }

    private static func seen(_ request: ReceivedRequest) -> Answer {
        let token = request.field("Authorization")?.split(separator: " ").last ?? ""
        return json(
            Seen(
                path: request.path, application: request.field("X-Application") ?? "",
                language: request.field("Accept-Language") ?? "", tokenLength: token.count))
    }

    private static func status(_ request: ReceivedRequest) -> Answer {
        let parts = request.path.split(separator: "/")
        guard parts.first == "statuses", parts.count == 2 else { return .text("Not Found", status: 404) }
        guard let id = Int(parts[1]), id < 400 else {
            return .json(#"{"errors":[{"code":144,"message":"No status found with that ID."}]}"#, status: 404)
        }
        return json(Status(id: id, text: "just setting up my twttr"))
    }

    private static func json(_ value: some Encodable) -> Answer {
        guard let data = try? JSONEncoder().encode(value) else { return .empty(500) }
        return .json(String(decoding: data, as: UTF8.self))
    }
}
