import ApusCore
import LoopbackServer

extension TransportConformance {
    static let failureChecks = [
        ConformanceCheck("A body shorter than its length is a lost connection") { rig in
            try await expectLoss([.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"), .close], rig)
            try await expectLoss([.send("HTTP/1.1 404 Not Found\r\nContent-Length: 9\r\n\r\n"), .close], rig)
        },
        ConformanceCheck("A body in chunks without the last one is a lost connection") { rig in
            let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
            try await expectLoss([.send(head + "4\r\nhalf\r\n"), .close], rig)
            try await expectLoss([.send(head + "8\r\nhalf"), .close], rig)
            try await expectLoss([.send(head), .close], rig)
        },
        ConformanceCheck("An encoded body that is cut off is a lost connection") { rig in
            let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 38\r\n\r\n"
            let half = Array(bytes("H4sIAAAAAAACA6tWykvMTVWyUnIsKC1WSAQSSrUA5bCXARQAAAA=").prefix(20))
            try await expectLoss([.send(head), .bytes(half), .close], rig)
        },
        ConformanceCheck("A reset in the middle of a body is a lost connection") { rig in
            try await expectLoss([.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"), .reset], rig)
        },
        ConformanceCheck("A connection closed without an answer is a lost connection") { rig in
            try await expectLoss([.close], rig)
            try await expectLoss([.reset], rig)
            try await expectLoss([.send("HTTP/1.1 100 Continue\r\n\r\n"), .close], rig)
        },
        ConformanceCheck("A head that is cut off is a lost connection") { rig in
            try await expectLoss([.send("HTTP/1.1 200 OK\r\nX-A: "), .close], rig)
        },
        ConformanceCheck("What is not HTTP is a lost connection") { rig in
            try await expectLoss([.send("SSH-2.0-OpenSSH_9.2\r\n"), .close], rig)
            try await expectLoss([.send("hello\r\n\r\nworld"), .close], rig)
            try await expectLoss([.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"), .close], rig)
        },
        ConformanceCheck("A port where nobody listens refuses the connection, and trying again is safe") { rig in
            let request = HTTPRequest(
                method: .post, url: try rig.url(LoopbackServer.downURL), body: HTTPBody("x"))
            let error = try await rig.failure(.connectionRefused, of: request)
            try expect(error.isSafeToRetry, "it is said not to be safe to retry")
        },
        ConformanceCheck("A name without an address fails to be looked up, and trying again is safe") { rig in
            let request = HTTPRequest(method: .get, url: try rig.url("http://nonexistent.invalid/"))
            let error = try await rig.failure(.nameLookup, of: request)
            try expect(error.isSafeToRetry, "it is said not to be safe to retry")
        },
        ConformanceCheck("A connection that ends before it is secure is a failure of TLS") { rig in
            let secure = rig.server.url.replacing("http://", with: "https://")
            let request = HTTPRequest(method: .get, url: try rig.url(secure))
            async let ending: Void = stopAtFirstConnection(rig.server)
            let error = try await rig.failure(.tls, of: request)
            try expect(error.isSafeToRetry, "it is said not to be safe to retry")
            try await ending
        },
        ConformanceCheck("An error tells no secret of the URL") { rig in
            rig.server.otherwise { _ in .script([.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"), .close]) }
            let error = try await rig.failure(.connectionLost, of: rig.request(.get, "/?key=s3cret"))
            var dumped = ""
            dump(error, to: &dumped)
            try expect(!"\(error)\(String(reflecting: error))\(dumped)".contains("s3cret"), "it tells the query")
        },
    ]

    private static func expectLoss(_ script: [Step], _ rig: ConformanceRig) async throws {
        rig.server.otherwise { _ in .script(script) }
        let error = try await rig.failure(.connectionLost, of: rig.request(.post, "/", body: HTTPBody("x")))
        try expect(!error.isSafeToRetry, "it is said to be safe to retry although it was sent")
    }

    private static func stopAtFirstConnection(_ server: LoopbackServer) async throws {
        try await server.waitForOpenConnections(1)
        server.stop()
    }
}
