import ApusCore
import ApusCurl
import TestSupport
import Testing

@Suite struct `Secure connections` {
    let certificates: Certificates

    init() async throws {
        certificates = try await Certificates.shared
    }

    private func trusting(_ change: (inout CurlTransport.TLS) -> Void = { _ in }) -> CurlTransport {
        transport { options in
            options.tls.extraCAFile = certificates.path("ca.pem")
            change(&options.tls)
        }
    }

    /// Refused for the reason given, in words of libcurl and OpenSSL, and not for another.
    @discardableResult
    private func expectRefusal(_ server: SecureServer, by curl: CurlTransport, _ reason: String) async throws
        -> TransportError
    {
        let error = try #require(try await failure(of: request(.get, server.url), by: curl))
        #expect(error.kind == .tls, "\(error)")
        #expect(error.detail.contains(reason), "\(error)")
        return error
    }

    private func expectSuccess(_ server: SecureServer, by curl: CurlTransport) async throws {
        #expect(try await outcome(of: request(.get, server.url), by: curl).get().status == 200)
    }

    @Test func `A certificate of an unknown authority is refused, and taken where the authority is trusted`()
        async throws
    {
        let server = try await SecureServer(certificates, "good")
        let error = try await expectRefusal(server, by: transport(), "unable to get local issuer")
        #expect(error.isSafeToRetry)
        #expect((error.underlying as? CurlError)?.phase == .securing)
        let response = try await outcome(of: request(.get, server.url), by: trusting()).get()
        #expect(response.status == 200)
        let tls = try #require(response.timings?.tls)
        #expect(tls > .zero)
    }

    @Test func `An expired certificate is refused`() async throws {
        try await certificates.issue("old", days: -1)
        try await expectRefusal(SecureServer(certificates, "old"), by: trusting(), "expired")
    }

    @Test func `A certificate of another host is refused`() async throws {
        try await certificates.issue("other", host: "other.example")
        let server = try await SecureServer(certificates, "other")
        try await expectRefusal(server, by: trusting(), "no alternative certificate subject")
        let curl = transport {
            $0.tls.extraCAFile = certificates.path("ca.pem")
            $0.resolve = ["other.example:\(server.port)": ["127.0.0.1"]]
        }
        let response = try await outcome(of: request(.get, "https://other.example:\(server.port)/"), by: curl).get()
        #expect(response.status == 200)
    }

    @Test func `A certificate that vouches for itself is refused, and taken where it is trusted`() async throws {
        try await certificates.vouchForItself("self")
        let server = try await SecureServer(certificates, "self")
        try await expectRefusal(server, by: transport(), "self-signed")
        try await expectRefusal(server, by: trusting(), "self-signed")
        try await expectSuccess(server, by: transport { $0.tls.extraCAFile = certificates.path("self.pem") })
    }

    @Test func `A file of authorities that is missing or holds none fails, and trusts nobody`() async throws {
        let server = try await SecureServer(certificates, "good")
        for name in ["missing.pem", "good.key"] {
            let error = try #require(
                try await failure(
                    of: request(.get, server.url),
                    by: transport { $0.tls.extraCAFile = certificates.path(name) }))
            #expect(error.kind == .tls, "\(name): \(error)")
        }
    }

    @Test func `The pinned key is taken, and another refused`() async throws {
        try await certificates.issue("spare")
        let (good, spare) = try await (certificates.pin(of: "good"), certificates.pin(of: "spare"))
        let server = try await SecureServer(certificates, "good")
        let response = try await outcome(
            of: request(.get, server.url), by: trusting { $0.pinnedPublicKeys = [spare, good] }
        ).get()
        #expect(response.status == 200)
        let error = try await expectRefusal(server, by: trusting { $0.pinnedPublicKeys = [spare] }, "pinned")
        #expect((error.underlying as? CurlError)?.name == "SSL_PINNEDPUBKEYNOTMATCH")
        #expect(error.isSafeToRetry)
        // The right key does not make up for an authority that is not trusted.
        try await expectRefusal(server, by: transport { $0.tls.pinnedPublicKeys = [good] }, "local issuer")
    }

    @Test func `TLS older than the oldest allowed is refused`() async throws {
        let old = try await SecureServer(certificates, "good", ["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"])
        // The server does speak: to a client that takes what is old.
        let willing = try await Command(
            openSSL(), ["s_client", "-connect", "127.0.0.1:\(old.port)", "-tls1_1", "-cipher", "ALL:@SECLEVEL=0"]
        ).run()
        #expect(willing.text.contains("Protocol  : TLSv1.1"), "\(willing)")
        try await expectRefusal(old, by: trusting(), "version")
        let usual = try await SecureServer(certificates, "good", ["-tls1_2"])
        try await expectSuccess(usual, by: trusting())
        try await expectRefusal(usual, by: trusting { $0.minimumVersion = .v1_3 }, "version")
    }

    @Test func `A client shows its certificate where one is asked for`() async throws {
        try await certificates.issue("client")
        let server = try await SecureServer(
            certificates, "good",
            ["-Verify", "1", "-verify_return_error", "-CAfile", certificates.path("ca.pem"), "-tls1_2"])
        try await expectRefusal(server, by: trusting(), "handshake failure")
        let curl = trusting {
            $0.clientCertificate = .init(
                certificateFile: certificates.path("client.pem"), keyFile: certificates.path("client.key"))
        }
        try await expectSuccess(server, by: curl)
    }
}
