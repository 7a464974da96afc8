import Apus
import Testing

/// Every status that httpbin offers, read by each way to declare what a status means.
///
/// The bodies are empty but for those of 402, 406 and 418; 301, 302, 303, 305 and 307 say where to go.
@Suite(.needsHttpbin) struct StatusTests {
    struct Refusal: Decodable, Sendable {
        let message: String
    }

    private static let classes = [200..<300, 300..<400, 400..<500, 500..<600]

    @Test("DecodeResponse gives the response at every status", arguments: classes)
    func response(codes: Range<Int>) async throws {
        for code in codes {
            let response = try await httpbin.send(
                Endpoint {
                    GET("/status/\(code)")
                    Without(FollowRedirects.self)
                    DecodeResponse()
                })
            #expect(response.status == HTTPStatus(code))
        }
    }

    @Test("A 2xx without a body is nothing, or nil, or a failure that says so")
    func success() async throws {
        for code in 200..<300 {
            try await httpbin.send(
                Endpoint {
                    GET("/status/\(code)")
                    DecodeNothing()
                })
            let refusal = try await httpbin.send(
                Endpoint {
                    GET("/status/\(code)")
                    Decode(Refusal?.self)
                })
            #expect(refusal?.message == nil, "\(code)")
            let result = await httpbin.call(
                Endpoint {
                    GET("/status/\(code)")
                    Decode(Refusal.self)
                }
            ).result
            guard case .failure(.decoding(let failure)) = result else {
                Issue.record("\(code) is not .decoding: \(result)")
                continue
            }
            #expect(failure.kind == .emptyBody, "\(code)")
        }
    }

    @Test("A status that nobody declared is unexpected", arguments: classes.dropFirst())
    func undeclared(codes: Range<Int>) async {
        for code in codes {
            let result = await httpbin.call(
                Endpoint {
                    GET("/status/\(code)")
                    Without(FollowRedirects.self)
                    Decode(Refusal.self)
                }
            ).result
            guard case .failure(.unexpected(let response, let reason)) = result else {
                Issue.record("\(code) is not .unexpected: \(result)")
                continue
            }
            #expect(response.status == HTTPStatus(code))
            #expect(reason == "no Decode or OnError is declared for this status", "\(code)")
            #expect(response.data.isEmpty == ![402, 406, 418].contains(code), "\(code)")
        }
    }

    @Test(
        "An error body that is not the model is unexpected, one that is becomes the error",
        arguments: classes.dropFirst())
    func declared(codes: Range<Int>) async {
        for code in codes {
            let result = await httpbin.call(
                Endpoint {
                    GET("/status/\(code)")
                    Without(FollowRedirects.self)
                    Decode(Refusal.self)
                    OnError(Refusal.self)
                }
            ).result
            switch result {
            case .failure(.response(let refusal, let response)):
                #expect(code == 406)
                #expect(response.status == 406)
                #expect(refusal.message == "Client did not request a supported media type.")
            case .failure(.unexpected(let response, let reason)):
                #expect(code != 406)
                #expect(response.status == HTTPStatus(code))
                #expect(reason.hasPrefix("the error body is not Refusal"), "\(code): \(reason)")
            default:
                Issue.record("\(code) is neither: \(result)")
            }
        }
    }

    @Test("A 304 is nil for an optional value")
    func notModified() async throws {
        let reply = try await httpbin.call(
            Endpoint {
                GET("/status/304")
                Decode(Refusal?.self)
            }
        ).reply
        #expect(reply.value?.message == nil)
        #expect(reply.response.status == 304)
    }

    @Test("A 1xx is no final response: the call waits for one until its time is over", arguments: [100, 102, 103, 199])
    func interim(code: Int) async {
        let result = await httpbin.call(
            Endpoint {
                GET("/status/\(code)")
                Timeout(.milliseconds(300))
                DecodeResponse()
            }
        ).result
        guard case .failure(.transport(let error)) = result else {
            Issue.record("not .transport: \(result)")
            return
        }
        #expect([.timeout, .connectionLost].contains(error.kind), "\(error)")
    }
}
