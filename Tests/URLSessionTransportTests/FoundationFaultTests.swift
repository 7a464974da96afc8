import ApusCore
import ApusURLSession
import LoopbackServer
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Each known fault of FoundationNetworking, and that it does not come through.
struct FoundationFaultTests {
    private let server: LoopbackServer

    init() throws {
        server = try LoopbackServer()
    }

    @Test("A 401 with a Basic challenge is an answer, where Foundation hangs or gives an error")
    func basicChallenge() async throws {
        let challenges = [("WWW-Authenticate", "Negotiate"), ("WWW-Authenticate", #"Basic realm="a""#)]
        server.otherwise { _ in .text("who?", status: 401, fields: challenges) }
        let response = try await Hop.response(.get, server.url)
        #expect(response.status == 401)
        #expect(response.text == "who?")
        #expect(response.fields[.wwwAuthenticate] == #"Negotiate, Basic realm="a""#)
    }

    @Test("The connection of a 401 is used again by the next request")
    func afterChallenge() async throws {
        server.otherwise { _ in .text("who?", status: 401, fields: [("WWW-Authenticate", #"Basic realm="a""#)]) }
        let transport = URLSessionTransport()
        for _ in 1...3 { _ = try await Hop.response(.get, server.url, through: transport) }
        #expect(server.acceptedConnections == 1)
    }

    @Test("A redirect does not carry Authorization to another origin, since nobody follows it")
    func redirectWithAuthorization() async throws {
        let other = try LoopbackServer()
        server.otherwise { _ in .redirect(302, to: other.url + "/stolen") }
        let secret = PlanField(.authorization, .secret(Secret("Bearer t0ken")))
        let response = try await Hop.response(.get, server.url, fields: [secret])
        #expect(response.status == 302)
        #expect(response.fields[.location] == other.url + "/stolen")
        #expect(other.acceptedConnections == 0)
    }

    @Test("A 307 keeps its body and fields, and the request's body goes out once")
    func temporaryRedirectOfBody() async throws {
        server.otherwise { _ in .text("moved", status: 307, fields: [("Location", "/next"), ("X-A", "1")]) }
        let response = try await Hop.response(
            .post, server.url, body: PlanBody(.text("body"), type: "text/plain"))
        #expect(response.status == 307)
        #expect(response.text == "moved")
        #expect(response.fields["X-A"] == "1")
        #expect(server.received.map(\.text) == ["body"])
    }

    @Test("A relative Location is not resolved, which Foundation does wrongly")
    func relativeLocation() async throws {
        server.otherwise { _ in .redirect(302, to: "sibling?a=b") }
        let response = try await Hop.response(.get, server.url + "/folder/page")
        #expect(response.fields[.location] == "sibling?a=b")
        #expect(server.received.map(\.target) == ["/folder/page"])
    }

    @Test("A cookie is written nowhere")
    func cookies() async throws {
        server.otherwise { _ in .text("x", fields: [("Set-Cookie", "apus-was-here=1; Path=/; Max-Age=1000")]) }
        let transport = URLSessionTransport()
        for _ in 1...2 { _ = try await Hop.response(.get, server.url, through: transport) }
        #expect(server.received.map { $0.field("Cookie") } == [nil, nil])
        #expect(filesWithCookies().isEmpty)
    }

    @Test("The content of a redirect without a place to go is not lost silently")
    func redirectToNowhere() async throws {
        server.on("/content") { _ in .text("content", status: 302) }
        server.on("/none") { _ in .empty(302) }
        let none = try await Hop.response(.get, server.url + "/none")
        #expect(none.status == 302)
        switch await Hop.outcome(.get, server.url + "/content") {
        case .success(let response): #expect(response.text == "content")
        case .failure(let error): #expect(error.kind == .other)
        }
    }

    @Test("An empty redirect in chunks, and one after an interim response, are answers")
    func emptyRedirects() async throws {
        let head = "HTTP/1.1 302 Found\r\n"
        server.on("/chunks") { _ in
            .script([.send(head + "Location: /next\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")])
        }
        server.on("/interim") { _ in
            .script([.send("HTTP/1.1 103 Early Hints\r\n\r\n" + head + "Content-Length: 0\r\n\r\n")])
        }
        for path in ["/chunks", "/interim"] {
            let response = try await Hop.response(.get, server.url + path)
            #expect(response.status == 302)
            #expect(response.data.isEmpty)
        }
    }

    @Test("A field that is not UTF-8 fails, if it does not come through")
    func latinField() async throws {
        let head = Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX-A: ".utf8) + [0xE9] + Array("\r\n\r\n".utf8)
        server.otherwise { _ in .script([.bytes(head)]) }
        switch await Hop.outcome(.get, server.url) {
        case .success(let response): #expect(response.fields.contains("X-A"))
        case .failure(let error): #expect(error.kind == .connectionLost)
        }
    }

    @Test("A link to a file is sent as the file, where Foundation announces the length of the link")
    func linkedFile() async throws {
        server.otherwise { _ in .empty(204) }
        let directory = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let (file, link) = (directory.appending(component: "file"), directory.appending(component: "link"))
        try Data("content of the file".utf8).write(to: file)
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
        _ = try await Hop.response(
            .put, server.url, body: PlanBody(.file(path: link.path), type: "text/plain"))
        #expect(server.received.map(\.text) == ["content of the file"])
    }

    @Test("A request with a body does not meet a connection that may be dead, where Foundation hangs")
    func bodyOnFreshConnection() async throws {
        server.otherwise { _ in .text("ok") }
        let transport = URLSessionTransport()
        for _ in 1...2 {
            _ = try await Hop.response(.get, server.url, through: transport)
            _ = try await Hop.response(
                .post, server.url, body: PlanBody(.text("x"), type: "text/plain"), through: transport)
        }
        #if canImport(FoundationNetworking)
        let received = server.received
        #expect(received.map(\.connection) == [1, 2, 1, 3])
        #expect(received.filter { $0.method == "POST" }.allSatisfy { $0.field("Connection") == "close" })
        #endif
    }

    @Test("A redirect or a challenge that meets a cancellation does not end the process")
    func cancelledRedirects() async throws {
        server.on("/redirect") { _ in .text("x", status: 302, fields: [("Location", "/next")]) }
        server.on("/challenge") { _ in .text("x", status: 401, fields: [("WWW-Authenticate", #"Basic realm="a""#)]) }
        let (url, transport) = (server.url, URLSessionTransport())
        await withTaskGroup(of: Void.self) { group in
            for path in ["/redirect", "/challenge", "/redirect"] {
                group.addTask {
                    for round in 0..<250 {
                        let task = Task { await Hop.outcome(.get, url + path, through: transport) }
                        // Spread over the length of a call, without a clock.
                        for _ in 0..<(round * 7 % 220) { await Task.yield() }
                        task.cancel()
                        _ = await task.value
                    }
                }
            }
        }
        #expect(try await Hop.response(.get, url + "/redirect", through: transport).status == 302)
    }

    /// Where FoundationNetworking and CFNetwork would keep cookies.
    private func filesWithCookies() -> [String] {
        let home = FileManager.default.homeDirectoryForCurrentUser
        let folders = [".cookies", ".config", ".local/share", ".cache", "Library/Cookies", "Library/HTTPStorages"]
        return folders.flatMap { folder in
            let root = home.appending(path: folder).path
            let names = FileManager.default.subpathsAtPath(root)
            return names.map { root + "/" + $0 }
        }.filter { path in
            guard path.lowercased().contains("cookie"), let data = FileManager.default.contents(atPath: path) else {
                return false
            }
            return data.firstRange(of: Data("apus-was-here".utf8)) != nil
        }
    }
}

extension FileManager {
    fileprivate func subpathsAtPath(_ path: String) -> [String] {
        (try? subpathsOfDirectory(atPath: path)) ?? []
    }
}
