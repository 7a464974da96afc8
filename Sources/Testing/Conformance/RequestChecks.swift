import ApusCore
import LoopbackServer

extension TransportConformance {
    static let requestChecks = [
        ConformanceCheck("Every method arrives as it is") { rig in
            rig.server.otherwise { _ in .empty(204) }
            let custom = ["PROPFIND", "M-SEARCH", "X!#$%&'*+.^_`|~"].map(HTTPMethod.init(rawValue:))
            let methods: [HTTPMethod] = [.get, .head, .post, .put, .patch, .delete, .options] + custom
            for method in methods {
                _ = try await rig.response(to: rig.request(method, "/"))
            }
            try expect(rig.server.received.map(\.method), is: methods.map(\.rawValue), "the list of methods")
        },
        ConformanceCheck("A method in lower case arrives as it is or is refused") { rig in
            rig.server.otherwise { _ in .empty(204) }
            let outcome = try await rig.outcome(of: rig.request(HTTPMethod(rawValue: "get"), "/"))
            try expectArrivalOrRefusal(outcome, rig) { $0.method == "get" }
        },
        ConformanceCheck("A target arrives byte for byte") { rig in
            rig.server.otherwise { _ in .empty(204) }
            let targets = [
                "/", "/?", "/a%2Fb%2fc", "//x//y/", "/%C3%A9t%C3%A9/%F0%9F%90%A6?q=%E6%97%A5",
                "/a;b=c,d'()*!$&+:@~-._?p=a/b?c:d@e;f,g'()*!$+~-._&flag&empty=&=",
                "/%00%0A%25%20%5B%5D%7C?x=%5B%5D%2B+%20",
                "/%7Euser/%41",
                "/" + String(repeating: "long/", count: 1600) + "?" + String(repeating: "q", count: 8000),
            ]
            for target in targets { _ = try await rig.response(to: rig.request(.get, target)) }
            for (sent, received) in zip(targets, rig.server.received) {
                try expect(received.target, is: sent, "the target")
            }
            try expect(rig.server.received.count, is: targets.count, "the number of requests")
        },
        ConformanceCheck("Dot segments arrive as they are or are refused") { rig in
            rig.server.otherwise { _ in .empty(204) }
            for target in ["/a/../b", "/./a", "/a/%2E%2e/b", "/a/.."] {
                let before = rig.server.received.count
                switch try await rig.outcome(of: rig.request(.get, target)) {
                case .success: try expect(rig.server.received.last?.target, is: target, "the target")
                case .failure(let error): try expect(error.kind, is: .other, "the kind of the refusal of \(target)")
                }
                try expect(rig.server.received.count <= before + 1, "\(target) arrived more than once")
            }
        },
        ConformanceCheck("Fields arrive with their values, repeated and empty ones too") { rig in
            rig.server.otherwise { _ in .empty(204) }
            var fields: HTTPFields = [
                "X-Plain": "1", "X-Empty": "", "x-marks": "a;b=\"c, d\" (e) é\tf", "Authorization": "Bearer t0ken",
                "Cookie": "a=b; c=d", "User-Agent": "conformance/1", "Accept": "text/x", "Accept-Language": "la",
            ]
            fields.append(HTTPField("X-Twice", "1"))
            fields.append(HTTPField("X-Twice", "2"))
            _ = try await rig.response(to: rig.request(.get, "/", fields: fields))
            let received = try rig.onlyRequest()
            for name in Set(fields.map(\.name)) {
                let values = received.fields.filter { HTTPFieldName($0.name) == name }.map(\.value)
                try expect(values.joined(separator: ", "), is: fields[name] ?? "", "the field \(name)")
            }
            try expect(
                received.fields.filter { $0.name.lowercased() == "host" }.count, is: 1, "the number of Host fields")
            try expect(received.field("Host"), is: rig.url(rig.server.url).authority, "Host")
        },
        ConformanceCheck("A line break in a field never becomes another field") { rig in
            rig.server.otherwise { _ in .empty(204) }
            for (name, value) in [
                ("X-A", "1\r\nX-Injected: 2"), ("X-A", "1\nX-Injected: 2"), ("X-A: 1\r\nX-Injected", "2"),
            ] {
                switch try await rig.outcome(
                    of: rig.request(.get, "/", fields: HTTPFields([HTTPField(HTTPFieldName(name), value)])))
                {
                case .success: try expect(rig.server.received.count == 1, "it answered without sending")
                case .failure(let error): try expect(error.kind, is: .other, "the kind of the refusal")
                }
                try expect(rig.server.received.allSatisfy { $0.field("X-Injected") == nil }, "a field was smuggled in")
            }
        },
    ]

    /// The request was refused as `.other`, or the server got it as it should be.
    private static func expectArrivalOrRefusal(
        _ outcome: Result<HTTPResponse, TransportError>, _ rig: ConformanceRig,
        isRight: (ReceivedRequest) -> Bool
    ) throws {
        switch outcome {
        case .success: try expect(isRight(rig.onlyRequest()), "it arrived changed")
        case .failure(let error):
            try expect(error.kind, is: .other, "the kind of the refusal")
            try expect(rig.server.received.isEmpty, "it was sent although it was refused")
        }
    }
}
