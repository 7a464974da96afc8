import ApusCore

extension TransportConformance {
    static let limitChecks = [
        ConformanceCheck("A body as long as the limit passes, and one more byte does not") { rig in
            rig.server.on("/length") { _ in .bytes(Array(repeating: 1, count: 1000)) }
            rig.server.on("/chunks") { _ in
                .script([
                    .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3e8\r\n"),
                    .bytes(Array(repeating: 1, count: 1000)), .send("\r\n0\r\n\r\n"),
                ])
            }
            for path in ["/length", "/chunks"] {
                let response = try await rig.response(to: rig.request(.get, path), limit: 1000)
                try expect(response.data.count, is: 1000, "the length")
                try await rig.failure(.tooLarge, of: rig.request(.get, path), limit: 999)
            }
        },
        ConformanceCheck("A body without end fails as soon as it is too large, and the connection is closed") { rig in
            rig.server.otherwise { _ in
                .script([.send("HTTP/1.1 200 OK\r\n\r\n"), .bytes(Array(repeating: 1, count: 100_000)), .hang])
            }
            try await rig.failure(.tooLarge, of: rig.request(.get, "/"), limit: 1000)
            try await rig.server.waitForOpenConnections(0)
        },
        ConformanceCheck("A body whose announced length is too large fails at once") { rig in
            rig.server.otherwise { _ in .script([.send("HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n"), .hang]) }
            try await rig.failure(.tooLarge, of: rig.request(.get, "/"), limit: 1000)
            try await rig.server.waitForOpenConnections(0)
        },
        ConformanceCheck("The limit counts what a body is decoded to") { rig in
            rig.server.otherwise { request in
                guard request.field("Accept-Encoding")?.contains("gzip") == true else {
                    return .bytes(Array(repeating: 0, count: 100_000))
                }
                return .bytes(bomb, fields: [("Content-Encoding", "gzip")])
            }
            try await rig.failure(.tooLarge, of: rig.request(.get, "/"), limit: 10_000)
            let response = try await rig.response(to: rig.request(.get, "/"), limit: 100_000)
            try expect(response.data.count, is: 100_000, "the length")
        },
    ]

    /// 100,000 zeros, by gzip.
    private static let bomb = bytes(
        """
        H4sIAAAAAAACA+3BMQEAAADCoPVPbQ0PoAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAIBXA32VEdSghgEA
        """)
}
