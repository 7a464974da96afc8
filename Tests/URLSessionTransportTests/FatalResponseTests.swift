#if canImport(FoundationNetworking)
import ApusCore
import ApusURLSession
import LoopbackServer
import Testing

/// Responses that end the process in FoundationNetworking 6.3, where no code of ours runs. A failure here is good news:
/// the toolchain has learnt, so take the fault out of `URLSessionTransport`'s documentation and of `ConformanceTests`.
struct FatalResponseTests {
    @Test("A head that is cut off is fatal")
    func cutHead() async {
        await #expect(processExitsWith: .failure) {
            await FatalResponseTests.get("HTTP/1.1 200 OK\r\nX-A: ")
        }
    }

    @Test("Trailers are fatal")
    func trailers() async {
        await #expect(processExitsWith: .failure) {
            await FatalResponseTests.get(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\nX-Sum: 1\r\n\r\n")
        }
    }

    @Test("A redirect to an IPv6 address without a scheme is fatal")
    func addressWithoutScheme() async {
        await #expect(processExitsWith: .failure) {
            await FatalResponseTests.get("HTTP/1.1 302 Found\r\nLocation: //[::1]:8/x\r\nContent-Length: 0\r\n\r\n")
        }
    }

    @Test("Without such a response the process lives")
    func control() async {
        await #expect(processExitsWith: .success) {
            await FatalResponseTests.get("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        }
    }

    private static func get(_ answer: String) async {
        guard let server = try? LoopbackServer() else { return }
        server.otherwise { _ in .script([.send(answer), .close]) }
        _ = await Hop.outcome(.get, server.url)
        server.stop()
    }
}
#endif
