import ApusCore

extension TransportConformance {
    static let policyChecks = [
        ConformanceCheck("A redirect is a response with its body, and nobody follows it") { rig in
            rig.server.otherwise { request in
                .text(
                    "moved", status: Int(request.path.dropFirst()) ?? 500,
                    fields: [("Location", rig.server.url + "/next")])
            }
            for status in [301, 302, 303, 307, 308] {
                let response = try await rig.response(
                    to: rig.request(.get, "/\(status)", fields: ["Authorization": "Bearer t0ken"]))
                try expect(response.status.code, is: status, "the status")
                try expect(response.text, is: "moved", "the body of \(status)")
                try expect(response.fields[.location], is: rig.server.url + "/next", "Location")
            }
            try expect(rig.server.received.count, is: 5, "the number of requests")
        },
        ConformanceCheck("A redirect of a request with a body is a response, and the body is not sent again") { rig in
            rig.server.otherwise { request in
                .text("moved", status: Int(request.path.dropFirst()) ?? 500, fields: [("Location", "/next")])
            }
            for status in [301, 302, 303, 307, 308] {
                let response = try await rig.response(to: rig.request(.post, "/\(status)", body: HTTPBody("body")))
                try expect(response.status.code, is: status, "the status")
                try expect(response.text, is: "moved", "the body of \(status)")
            }
            try expect(rig.server.received.map(\.text), is: Array(repeating: "body", count: 5), "the list of bodies")
        },
        ConformanceCheck("A relative Location comes as it was sent") { rig in
            let locations = [
                "next?page=2#top", "../up", "?only=query", "//other.example/x", "/a b|c", "mailto:a@b.example",
            ]
            for location in locations {
                rig.server.otherwise { _ in .redirect(302, to: location) }
                let response = try await rig.response(to: rig.request(.get, "/here"))
                try expect(response.fields[.location], is: location, "Location")
            }
            try expect(rig.server.received.count, is: locations.count, "the number of requests")
        },
        ConformanceCheck("A redirect without a Location is a response") { rig in
            rig.server.otherwise { _ in .empty(302) }
            let response = try await rig.response(to: rig.request(.get, "/"))
            try expect(response.status.code, is: 302, "the status")
            try expect(rig.server.received.count, is: 1, "the number of requests")
        },
        ConformanceCheck("A redirect that leads nowhere keeps its body or fails, but loses nothing silently") { rig in
            for fields in [[], [("Location", "http://[::bad/")]] {
                rig.server.otherwise { _ in .text("text", status: 302, fields: fields) }
                switch try await rig.outcome(of: rig.request(.get, "/")) {
                case .success(let response): try expect(response.text, is: "text", "the body")
                case .failure(let error): try expect(error.kind, is: .other, "the kind of the failure")
                }
            }
            try expect(rig.server.received.count, is: 2, "the number of requests")
        },
        ConformanceCheck("Cookies are neither kept nor sent back") { rig in
            rig.server.otherwise { _ in .text("x", fields: [("Set-Cookie", "a=b; Path=/; Max-Age=1000")]) }
            for _ in 1...2 {
                let response = try await rig.response(to: rig.request(.get, "/"))
                try expect(response.fields[.setCookie], is: "a=b; Path=/; Max-Age=1000", "Set-Cookie")
            }
            try expect(rig.server.received.map { $0.field("Cookie") }, is: [nil, nil], "the list of cookies sent")
        },
        ConformanceCheck("A challenge is a response, and nobody answers it") { rig in
            let challenges = [
                #"Basic realm="a""#, #"Digest realm="a", nonce="1", qop="auth", algorithm=SHA-256"#, "Bearer",
                "Negotiate",
            ]
            for challenge in challenges {
                rig.server.otherwise { _ in .text("who?", status: 401, fields: [("WWW-Authenticate", challenge)]) }
                for fields in [[:], ["Authorization": "Basic YTpi"]] as [HTTPFields] {
                    let response = try await rig.response(to: rig.request(.get, "/", fields: fields))
                    try expect(response.status.code, is: 401, "the status")
                    try expect(response.text, is: "who?", "the body")
                    try expect(response.fields[.wwwAuthenticate], is: challenge, "WWW-Authenticate")
                }
            }
            try expect(rig.server.received.count, is: challenges.count * 2, "the number of requests")
        },
        ConformanceCheck("Nothing is cached") { rig in
            let fields = [("Cache-Control", "max-age=1000"), ("ETag", #""1""#)]
            rig.server.otherwise { _ in .text("x", fields: fields) }
            for _ in 1...2 {
                let response = try await rig.response(to: rig.request(.get, "/"))
                try expect(response.status.code, is: 200, "the status")
            }
            try expect(rig.server.received.map { $0.field("If-None-Match") }, is: [nil, nil], "the list of conditions")
        },
    ]
}
