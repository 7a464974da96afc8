import ApusCore
import LoopbackServer

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension TransportConformance {
    static let responseChecks = [
        ConformanceCheck("Every status is a response") { rig in
            rig.server.otherwise { request in
                let status = Int(request.path.dropFirst()) ?? 500
                return HTTPStatus(status).neverHasContent ? .empty(status) : .text("status \(status)", status: status)
            }
            for status in [
                200, 201, 202, 204, 206, 226, 300, 304, 400, 401, 403, 404, 410, 418, 429, 451, 500, 503, 599,
            ] {
                let response = try await rig.response(to: rig.request(.get, "/\(status)"))
                try expect(response.status.code, is: status, "the status")
                let text = response.status.neverHasContent ? "" : "status \(status)"
                try expect(response.text, is: text, "the body of \(status)")
            }
        },
        ConformanceCheck("The fields of a response come whole, repeated and empty ones too") { rig in
            let fields = [("X-A", "1"), ("X-Empty", ""), ("X-Marks", "a;b=\"c, d\""), ("X-A", "2")]
            rig.server.otherwise { _ in .text("x", type: "text/x; charset=utf-8", fields: fields) }
            let response = try await rig.response(to: rig.request(.get, "/"))
            let expected = [("x-a", "1, 2"), ("X-EMPTY", ""), ("X-Marks", "a;b=\"c, d\""), ("Content-Length", "1")]
            for (name, value) in expected {
                try expect(response.fields[HTTPFieldName(name)], is: value, "the field \(name)")
            }
            try expect(response.mediaType?.rawValue, is: "text/x; charset=utf-8", "Content-Type")
        },
        ConformanceCheck("Each Set-Cookie is a field of its own") { rig in
            let cookies = ["a=b; Expires=Thu, 01 Jan 2037 00:00:00 GMT; Path=/", "c=d", "e=; Max-Age=0"]
            rig.server.otherwise { _ in .text("x", fields: cookies.map { ("Set-Cookie", $0) }) }
            let response = try await rig.response(to: rig.request(.get, "/"))
            try expect(response.fields.values(of: .setCookie), is: cookies, "the list of cookies")
        },
        ConformanceCheck("The response to HEAD has no body, whatever its length says") { rig in
            rig.server.otherwise { _ in .bytes(Array(repeating: 1, count: 5000)) }
            let response = try await rig.response(to: rig.request(.head, "/"), limit: 100)
            try expect(response.status.code, is: 200, "the status")
            try expect(response.data.isEmpty, "it has a body")
            try expect(response.fields[.contentLength], is: "5000", "Content-Length")
        },
        ConformanceCheck("A body in chunks comes whole") { rig in
            try await expectBody(
                "chunk by chunk",
                of: [
                    .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nchunk\r\n4;x=y\r\n by "),
                    .send("\r\n5\r\nchunk\r\n0\r\n\r\n"),
                ], rig)
        },
        ConformanceCheck("Trailers after a body in chunks do no harm") { rig in
            try await expectBody(
                "text",
                of: [
                    .send(
                        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n4\r\ntext\r\n0\r\nX-Sum: 1\r\n\r\n"
                    )
                ], rig)
        },
        ConformanceCheck("A body that ends with the connection comes whole") { rig in
            try await expectBody(
                "to the end", of: [.send("HTTP/1.1 200 OK\r\n\r\nto "), .send("the end"), .close], rig)
        },
        ConformanceCheck("Interim responses are passed over") { rig in
            try await expectBody(
                "final",
                of: [
                    .send("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n"),
                    .send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nfinal"),
                ], rig)
        },
        ConformanceCheck("A body of 8 MiB comes whole") { rig in
            rig.server.otherwise { _ in .bytes(Array(longBody)) }
            let response = try await rig.response(to: rig.request(.get, "/"))
            try expect(response.data == longBody, "\(response.data.count) bytes came, or others")
        },
        ConformanceCheck("A body in a coding that was asked for is decoded") { rig in
            rig.server.otherwise { request in
                let accepted = request.field("Accept-Encoding") ?? ""
                let coding = String(request.path.dropFirst())
                guard accepted.contains(coding), let bytes = encoded[coding] else { return .text(decoded) }
                return .bytes(bytes, fields: [("Content-Encoding", coding)])
            }
            for coding in encoded.keys {
                let response = try await rig.response(to: rig.request(.get, "/\(coding)"))
                try expect(response.text, is: decoded, "the body in \(coding)")
            }
        },
    ]

    private static func expectBody(_ text: String, of script: [Step], _ rig: ConformanceRig) async throws {
        rig.server.otherwise { _ in .script(script) }
        let response = try await rig.response(to: rig.request(.get, "/"))
        try expect(response.status.code, is: 200, "the status")
        try expect(response.text, is: text, "the body")
    }

    private static let decoded = #"{"name":"Apus apus"}"#
    private static let encoded = [
        "gzip": bytes("H4sIAAAAAAACA6tWykvMTVWyUnIsKC1WSAQSSrUA5bCXARQAAAA="),
        "deflate": bytes("eNqrVspLzE1VslJyLCgtVkgEEkq1AEWoBs4="),
    ]

    static func bytes(_ base64: String) -> [UInt8] { Array(Data(base64Encoded: base64) ?? Data()) }
}
