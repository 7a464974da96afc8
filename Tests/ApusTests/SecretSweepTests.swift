import Apus
import Foundation
import LoopbackServer
import Testing

/// Sends on, and writes down every secret that passes.
private struct Eavesdropper: Transport {
    let inner: any Transport
    let evidence: Evidence

    func send(_ request: HTTPRequest, _ exchange: Exchange) async throws(TransportError) -> HTTPResponse {
        for field in request.fields where field.isSecret {
            evidence.add(secret: field.value)
            if field.name == .cookie { field.value.split(separator: "=").forEach { evidence.add(secret: String($0)) } }
            if let answer = AuthenticationChallenge.challenges(in: field.value).first?.parameter("response") {
                evidence.add(secret: answer)
            }
        }
        let response = try await inner.send(request, exchange)
        for field in response.fields.values(of: .setCookie) {
            let pair = field.prefix { $0 != ";" }
            evidence.add(secret: String(pair[(pair.firstIndex(of: "=") ?? pair.startIndex)...].dropFirst()))
        }
        if let token = try? JSONDecoder().decode([String: JSONText].self, from: response.data)["access_token"]?.text {
            evidence.add(secret: token)
        }
        return response
    }

    /// A text among values of any type.
    private struct JSONText: Decodable {
        let text: String?

        init(from decoder: any Decoder) throws {
            text = try? decoder.singleValueContainer().decode(String.self)
        }
    }
}

/// Real servers, all plugins that hold secrets, and everything that can be printed.
@Suite(.needsHttpbin, .needsOAuth, .needsNginx, .timeLimit(.minutes(5))) struct SecretSweepTests {
    private let evidence = Evidence()
    private static let password = "n3ver-shown-passw0rd"
    private static let key = "n3ver-shown-k3y"
    private static let clientID = "sweep-\(UUID().uuidString)"

    private func client(_ base: String?, @PluginBuilder _ plugins: () -> [any Plugin]) -> Client {
        let plugins = plugins()
        return Client(base, transport: Eavesdropper(inner: OwnConnections.transport(), evidence: evidence)) {
            Log(.full, curl: true) { evidence.show($0) }
            OnFailure { evidence.show("\($0.error) \(String(describing: $0.response))") }
            Metrics()
            Defaults(fields: ["X-Default-Key": .secret(Secret(Self.key))], query: ["k": .secret(Secret(Self.key))])
            Retry(upTo: 1, .none)
            plugins
            Log(.full, curl: true) { evidence.show($0) }
        }
    }

    /// Calls, and shows all that a person might print.
    private func run<Output, Failure>(_ client: Client, _ endpoint: Endpoint<Output, Failure>) async throws {
        let plan = client.plan(for: endpoint)
        let encoder = JSONEncoder()
        evidence.show("\(plan)\n\(plan.curl)\n" + String(decoding: try encoder.encode(plan), as: UTF8.self))
        let outcome = await client.call(endpoint).outcome { event in
            if case .sending(let request) = event {
                evidence.show("\(request) \(request.fields)")
            } else {
                evidence.show("\(event)")
            }
        }
        var dumped = "\(outcome.attempts)"
        switch outcome.result {
        case .success: dump(outcome.attempts, to: &dumped)
        case .failure(let error): dump(error, to: &dumped); dumped += "\(error)"
        }
        dump(client, to: &dumped)
        dump(endpoint, to: &dumped)
        evidence.show(dumped)
    }

    @Test("No secret that was sent or received stands in a log, a plan, a curl line, an error or a dump")
    func sweep() async throws {
        let base = RealServers.httpbin
        for authentication in [Authentication.basic("apus", Self.password), .digest("apus", Self.password)] {
            let client = client(base) { Authenticate(authentication) }
            for kind in ["basic-auth", "hidden-basic-auth"] {
                try await run(
                    client,
                    Endpoint {
                        GET("/\("kind", kind)/apus/another"); Decode(Int.self)
                    })
            }
            try await run(
                client,
                Endpoint {
                    GET("/digest-auth/auth/apus/another/MD5"); Decode(Int.self)
                })
        }
        let bearer = client(base) { Authenticate(.bearer { _ in BearerToken(Self.password) }) }
        try await run(
            bearer,
            Endpoint {
                GET("/bearer"); Decode(Int.self)
            })
        try await run(
            bearer,
            Endpoint {
                GET("/status/503"); Decode(Int.self)
            })
        try await run(
            bearer,
            Endpoint {
                GET("/redirect-to"); Query("url", RealServers.nginx); DecodeNothing()
            })
        let jar = CookieJar()
        let server = try LoopbackServer()
        defer { server.stop() }
        server.otherwise { request in
            let seen = request.field("Cookie") ?? ""
            return .text("you sent \(seen)", status: 404, fields: [("Set-Cookie", "session=\(Self.password); Path=/")])
        }
        let cookies = client(server.url) { Cookies(jar) }
        for _ in 0..<2 {
            try await run(
                cookies,
                Endpoint {
                    GET("/cookies"); Decode(Int.self)
                })
        }
        evidence.show("\(jar.all)")
        for secret in ["secret-of-\(Self.clientID)", Self.password] {
            evidence.add(secret: secret)
            let oauth = client(RealServers.oauth) {
                Authenticate(.oauth2("\(RealServers.oauth ?? "")/token", clientID: Self.clientID, clientSecret: secret))
            }
            try await run(
                oauth,
                Endpoint {
                    GET("/resource"); Decode(Int.self)
                })
        }
        evidence.add(secret: Self.key)
        // That there was something to find.
        #expect(evidence.secrets.count > 12)
        #expect(evidence.secrets.contains { $0.hasPrefix("Digest ") } && evidence.secrets.contains(Self.password))
        try evidence.keep(as: "sweep")
        #expect(evidence.leaks.isEmpty)
    }
}
