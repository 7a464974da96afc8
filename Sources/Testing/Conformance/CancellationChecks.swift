import ApusCore
import Locking
import LoopbackServer

extension TransportConformance {
    static let cancellationChecks = [
        ConformanceCheck("Cancelled before it starts, nothing is sent") { rig in
            rig.server.otherwise { _ in .text("x") }
            for request in try [rig.request(.get, "/"), rig.request(.post, "/", body: HTTPBody("x"))] {
                try expectCancelled(await rig.outcome(of: request, cancelled: true))
            }
            try expect(rig.server.acceptedConnections, is: 0, "the number of connections")
        },
        ConformanceCheck("Cancelled while no response comes, it ends at once and closes the connection") { rig in
            try await expectCancellation(during: [.hang], of: rig.request(.get, "/"), rig)
        },
        ConformanceCheck("Cancelled in the middle of a body, it ends at once and closes the connection") { rig in
            let script: [Step] = [.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"), .hang]
            try await expectCancellation(during: script, of: rig.request(.post, "/", body: HTTPBody("x")), rig)
        },
        ConformanceCheck("Whenever it is cancelled, a call ends once, as a response or as cancelled") { rig in
            rig.server.on("/answer") { _ in .text("x") }
            rig.server.on("/redirect") { _ in .text("x", status: 302, fields: [("Location", "/answer")]) }
            rig.server.on("/challenge") { _ in
                .text("x", status: 401, fields: [("WWW-Authenticate", #"Basic realm="a""#)])
            }
            var endings = 0
            for round in 0..<100 {
                let request = try rig.request(.get, ["/answer", "/redirect", "/challenge"][round % 3])
                let hasEnded = Flag()
                let task = Task {
                    defer { hasEnded.raise() }
                    return await rig.outcome(of: request)
                }
                // Spread over the length of a call, without a clock. Where other tests keep the threads busy a turn takes
                // long, and turns after the end show nothing.
                for _ in 0..<(round * 4) where !hasEnded.isRaised { await Task.yield() }
                task.cancel()
                switch await task.value {
                case .success(let response): try expect(response.text, is: "x", "the body")
                case .failure(let error): try expect(error.kind, is: .cancelled, "the kind of the failure")
                }
                endings += 1
            }
            // Still in order: what was cancelled took nobody else's answer.
            let response = try await rig.response(to: rig.request(.get, "/answer"))
            try expect(response.text, is: "x", "the body")
            try expect(endings, is: 100, "the number of endings")
        },
    ]

    private static func expectCancellation(
        during script: [Step], of request: HTTPRequest, _ rig: ConformanceRig
    ) async throws {
        rig.server.otherwise { _ in .script(script) }
        let task = Task { await rig.outcome(of: request) }
        let outcome = try await withThrowingTaskGroup(of: Result<HTTPResponse, TransportError>?.self) { group in
            group.addTask {
                try await rig.server.waitForRequests(1)
                return nil
            }
            group.addTask { await task.value }
            defer { group.cancelAll() }
            if let early = try await group.next() ?? nil { throw ConformanceFailure("it ended by itself: \(early)") }
            task.cancel()
            return try await group.next() ?? nil
        }
        if let outcome { try expectCancelled(outcome) }
        try await rig.server.waitForOpenConnections(0)
    }

    private static func expectCancelled(_ outcome: Result<HTTPResponse, TransportError>) throws {
        switch outcome {
        case .success(let response): throw ConformanceFailure("it gave \(response)")
        case .failure(let error): try expect(error.kind, is: .cancelled, "the kind of the failure")
        }
    }
}
