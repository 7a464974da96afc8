import ApusCore
import ApusCurl
import Testing

@Suite struct `Secure connections` {
    let certificates: Certificates

    init() async throws {
        certificates = try await Certificates()
    }

    private func trusting(_ change: (inout CurlTransport.TLS) -> Void = { _ in }) -> CurlTransport {
        transport { options in
            options.tls.extraCAFile = certificates.path("ca.pem")
            change(&options.tls)
        }
    }

    private func expectRefusal(_ server: SecureServer, by curl: CurlTransport) async throws -> TransportError {
        let error = try #require(try await failure(of: request(.get, server.url), by: curl))
        #expect(error.kind == .tls, "\(error)")
        return error
    }

    @Test func `A certificate of an unknown authority is refused, and taken where the authority is trusted`()
        async throws
    {
        try await certificates.issue("good")
        let server = try SecureServer(certificates, "good")
        let error = try await expectRefusal(server, by: CurlTransport())
        #expect(error.isSafeToRetry)
        #expect((error.underlying as? CurlError)?.phase == .securing)
        let response = try await outcome(of: request(.get, server.url), by: trusting()).get()
        #expect(response.status == 200)
        let tls = try #require(response.timings?.tls)
        #expect(tls > .zero)
    }

    @Test func `An expired certificate is refused`() async throws {
        try await certificates.issue("old", days: -1)
        _ = try await expectRefusal(SecureServer(certificates, "old"), by: trusting())
    }

    @Test func `A certificate of another host is refused`() async throws {
        try await certificates.issue("other", host: "other.example")
        _ = try await expectRefusal(SecureServer(certificates, "other"), by: trusting())
    }

    @Test func `A certificate that vouches for itself is refused`() async throws {
        _ = try await expectRefusal(SecureServer(certificates, "ca"), by: CurlTransport())
    }

    @Test func `The pinned key is taken, and another refused`() async throws {
        try await certificates.issue("good")
        try await certificates.issue("spare")
        let (good, spare) = try await (certificates.pin(of: "good"), certificates.pin(of: "spare"))
        let server = try SecureServer(certificates, "good")
        let response = try await outcome(
            of: request(.get, server.url), by: trusting { $0.pinnedPublicKeys = [spare, good] }
        ).get()
        #expect(response.status == 200)
        _ = try await expectRefusal(server, by: trusting { $0.pinnedPublicKeys = [spare] })
    }

    @Test func `TLS older than the oldest allowed is refused`() async throws {
        try await certificates.issue("good")
        let old = try SecureServer(certificates, "good", ["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"])
        _ = try await expectRefusal(old, by: trusting())
        let usual = try SecureServer(certificates, "good", ["-tls1_2"])
        #expect(try await outcome(of: request(.get, usual.url), by: trusting()).get().status == 200)
        _ = try await expectRefusal(usual, by: trusting { $0.minimumVersion = .v1_3 })
    }

    @Test func `A client shows its certificate where one is asked for`() async throws {
        try await certificates.issue("good")
        try await certificates.issue("client")
        let server = try SecureServer(
            certificates, "good",
            ["-Verify", "1", "-verify_return_error", "-CAfile", certificates.path("ca.pem"), "-tls1_2"])
        _ = try await expectRefusal(server, by: trusting())
        let curl = trusting {
            $0.clientCertificate = .init(
                certificateFile: certificates.path("client.pem"), keyFile: certificates.path("client.key"))
        }
        #expect(try await outcome(of: request(.get, server.url), by: curl).get().status == 200)
    }
}
