import ApusCore

extension TransportConformance {
    static let connectionChecks = [
        ConformanceCheck("A hundred requests at once each get their own answer") { rig in
            rig.server.otherwise { .text($0.target + $0.text) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 1...100 {
                    group.addTask {
                        let body = number.isMultiple(of: 2) ? HTTPBody(" with \(number)") : nil
                        let request = try rig.request(body == nil ? .get : .post, "/\(number)", body: body)
                        let response = try await rig.response(to: request)
                        try expect(
                            response.text, is: "/\(number)" + (body == nil ? "" : " with \(number)"), "the answer")
                    }
                }
                try await group.waitForAll()
            }
            try expect(rig.server.received.count, is: 100, "the number of requests")
        },
        ConformanceCheck("A connection that the server closed between two requests does no harm") { rig in
            rig.server.otherwise { _ in .script([.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"), .close]) }
            for number in 1...3 {
                let response = try await rig.response(to: rig.request(.get, "/"))
                try expect(response.text, is: "ok", "the body")
                try expect(rig.server.received.count, is: number, "the number of requests")
                try await rig.server.waitForOpenConnections(0)
            }
        },
        ConformanceCheck("A request is not sent again when its connection ends without an answer") { rig in
            rig.server.on("/warm") { _ in .text("ok") }
            rig.server.on("/act") { _ in .script([.close]) }
            let requests = try [
                rig.request(.post, "/act", body: HTTPBody("x")), rig.request(.post, "/act"),
                rig.request(.delete, "/act"),
            ]
            for request in requests {
                // A connection that has worked before is the one that HTTP libraries try again.
                _ = try await rig.response(to: rig.request(.get, "/warm"))
                try await rig.failure(.connectionLost, of: request)
            }
            let count = rig.server.received.filter { $0.path == "/act" }.count
            try expect(count, is: requests.count, "the number of requests that arrived")
        },
    ]
}
