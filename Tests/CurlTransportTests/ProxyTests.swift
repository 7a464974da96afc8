import ApusCore
import ApusCurl
import Glibc
import LoopbackServer
import Testing

@Suite(.timeLimit(.minutes(1))) struct Proxies {
    let server: LoopbackServer

    init() throws {
        server = try LoopbackServer()
        server.otherwise { _ in .text("origin") }
    }

    /// Nothing that the origin gets, and nothing that an error says, is what the proxy was told.
    private func expectKept(_ secret: String, _ error: TransportError? = nil) {
        for request in server.received {
            #expect(request.field("Proxy-Authorization") == nil && request.field("Proxy-Connection") == nil)
            #expect(!String(decoding: request.head, as: UTF8.self).contains(secret))
        }
        if let error {
            var text = "\(error) \(String(reflecting: error))"
            dump(error, to: &text)
            #expect(!text.contains(secret))
        }
    }

    @Test(arguments: [("socks5", "address [127, 0, 0, 1]"), ("socks5h", "name localhost")])
    func `SOCKS5 with a password, the name looked up here or there`(scheme: String, address: String) async throws {
        let proxy = try TunnelProxy(.socks5, credentials: "swift:s3cret")
        let curl = transport {
            $0.proxy = .url("\(scheme)://127.0.0.1:\(proxy.port)", user: "swift", password: Secret("s3cret"))
            // Only where it is looked up here.
            $0.resolve = ["localhost:\(server.port)": ["127.0.0.1"]]
        }
        for _ in 0..<2 {
            let response = try await outcome(of: request(.get, "http://localhost:\(server.port)/"), by: curl).get()
            #expect(response.text == "origin")
        }
        #expect(proxy.asked == ["swift:s3cret", address], "one connection, used twice")
        #expect(server.received.first?.target == "/")
        expectKept("s3cret")
    }

    @Test func `A wrong password at a SOCKS5 proxy fails before anything is sent, and is not told`() async throws {
        let proxy = try TunnelProxy(.socks5, credentials: "swift:other")
        let curl = transport {
            $0.proxy = .url("socks5://127.0.0.1:\(proxy.port)", user: "swift", password: Secret("s3cret"))
        }
        let error = try #require(
            try await failure(of: request(.post, server.url, body: HTTPBody("x")), by: curl))
        #expect(error.kind == .connectionRefused, "\(error)")
        #expect(error.isSafeToRetry)
        #expect(proxy.asked == ["swift:s3cret"])
        #expect(server.received.isEmpty)
        expectKept("s3cret", error)
    }

    @Test func `To a secure server CONNECT leads, and the proxy's credentials stay with it`() async throws {
        let relay = try await Relay(to: server.port)
        let proxy = try TunnelProxy(.connect, credentials: "swift:s3cret")
        let certificates = try await Certificates.shared
        let curl = transport {
            $0.proxy = .url("http://127.0.0.1:\(proxy.port)", user: "swift", password: Secret("s3cret"))
            $0.tls.extraCAFile = certificates.path("ca.pem")
            $0.httpVersion = .http1
        }
        let response = try await outcome(of: request(.get, relay.url + "/path?q=1"), by: curl).get()
        #expect(response.text == "origin")
        #expect(response.fields["X-Proxy"] == nil, "the proxy's own head is not the response's")
        #expect(proxy.asked.count == 1)
        #expect(proxy.asked.first?.hasPrefix("CONNECT 127.0.0.1:") == true)
        #expect(proxy.asked.first?.contains("path") == false)
        #expect(server.received.first?.target == "/path?q=1")
        expectKept("s3cret")
    }

    @Test func `A proxy that refuses CONNECT is one that can't be connected through, and trying again is safe`()
        async throws
    {
        let proxy = try TunnelProxy(.connect, credentials: "swift:other")
        let curl = transport {
            $0.proxy = .url("http://127.0.0.1:\(proxy.port)", user: "swift", password: Secret("s3cret"))
        }
        let error = try #require(
            try await failure(of: request(.post, "https://127.0.0.1:1/", body: HTTPBody("x")), by: curl))
        #expect(error.kind == .connectionRefused, "\(error)")
        #expect(error.detail.contains("407"), "\(error)")
        #expect(error.isSafeToRetry)
        expectKept("s3cret", error)
    }

    @Test(arguments: ["http", "https", "socks5", "socks5h"])
    func `A proxy that is down is a refused connection`(scheme: String) async throws {
        let curl = transport { $0.proxy = .url("\(scheme)://127.0.0.1:1") }
        let error = try #require(try await failure(of: request(.get, server.url), by: curl))
        #expect(error.kind == .connectionRefused, "\(error)")
        #expect(error.isSafeToRetry)
    }

    @Test func `A proxy may be spoken to over TLS, and is verified like a server`() async throws {
        let proxy = try TunnelProxy(.connect, credentials: "swift:s3cret")
        let secure = try await Relay(to: proxy.port)
        let origin = try await Relay(to: server.port)
        let certificates = try await Certificates.shared
        let through = CurlTransport.Proxy.url(secure.url, user: "swift", password: Secret("s3cret"))
        let get = try request(.get, origin.url)
        let trusting = transport {
            $0.proxy = through
            $0.httpVersion = .http1
            $0.tls.extraCAFile = certificates.path("ca.pem")
        }
        #expect(try await outcome(of: get, by: trusting).get().text == "origin")
        let error = try #require(await failure(of: get, by: transport { $0.proxy = through }))
        #expect(error.kind == .tls, "\(error)")
        #expect(proxy.asked.count == 1)
        expectKept("s3cret", error)
    }

    @Test func `The variables of the environment lead to a proxy, but for the hosts that they leave out`() async throws
    {
        let proxy = server.url
        let other = try LoopbackServer()
        other.otherwise { _ in .text("direct") }
        await #expect(processExitsWith: .success) { [proxy = proxy as String, other = other.url as String] in
            clearProxies()
            setenv("http_proxy", proxy, 1)
            setenv("no_proxy", "127.0.0.1,.example", 1)
            let get = try request(.get, "http://example.invalid/a")
            #expect(try await outcome(of: get, by: transport()).get().text == "origin")
            #expect(try await outcome(of: request(.get, other), by: transport()).get().text == "direct")
            let direct = try #require(await failure(of: get, by: transport { $0.proxy = .none }))
            #expect(direct.kind == .nameLookup)
            let chosen = transport { $0.proxy = .url("http://127.0.0.1:1") }
            let refused = try await failure(of: request(.get, other), by: chosen)
            #expect(refused?.kind == .connectionRefused)
        }
        #expect(server.received.map(\.target) == ["http://example.invalid/a"])
    }

    @Test func `A variable in upper case that any request to a CGI program could set leads to none`() async throws {
        let url = server.url
        await #expect(processExitsWith: .success) { [url = url as String] in
            clearProxies()
            setenv("HTTP_PROXY", "http://127.0.0.1:1", 1)
            #expect(try await outcome(of: request(.get, url), by: transport()).get().text == "origin")
            setenv("all_proxy", "http://127.0.0.1:1", 1)
            let refused = try await failure(of: request(.get, url), by: transport())
            #expect(refused?.kind == .connectionRefused)
        }
    }
}
