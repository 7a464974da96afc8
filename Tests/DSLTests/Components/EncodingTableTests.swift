import ApusCore
import Locking
import Testing

/// The table of what goes into URLs, and of what is refused before anything is sent.
@Suite struct EncodingTableTests {
    /// Keeps the URLs that reach it.
    final class Recorder: Transport {
        let urls = Mutex<[String]>([])

        func send(_ request: HTTPRequest, _ exchange: Exchange) async throws(TransportError) -> HTTPResponse {
            urls.withLock { $0.append(request.url.string) }
            return HTTPResponse(status: 200)
        }
    }

    @Test("What is declared is sent byte for byte, or refused with its name and value", arguments: EncodingRow.all)
    func row(_ row: EncodingRow) async throws {
        let transport = Recorder()
        let result = await Client(transport: transport).call(row.endpoint).result
        let sent = transport.urls.withLock { $0 }
        switch row.expected {
        case .url(let url):
            #expect(row.endpoint.plan.problems == [])
            #expect(try row.endpoint.plan.request().url.string == url)
            #expect(sent == [url])
        case .problem(let text):
            let error = #expect(throws: PlanError.self) { try row.endpoint.plan.request() }
            #expect(error?.description == text)
            guard case .failure(.invalid(let refusal)) = result else {
                Issue.record("\(result)")
                return
            }
            #expect(refusal.description == text)
            #expect(sent == [])
            #expect(row.endpoint.plan.description.hasSuffix("\nproblems\n  \(text)\n"))
        }
    }

    @Test func `The table is as long as it says`() {
        #expect(EncodingRow.all.count >= 150)
        let names = Dictionary(grouping: EncodingRow.all) { $0.name }
        #expect(names.filter { $0.value.count > 1 }.keys.sorted() == [], "rows of one name")
    }

    @Test func `Without any base URL the call is refused, though the plan has no problem of its own`() async {
        let transport = Recorder()
        let row = EncodingRow.withoutBase
        #expect(row.plan.problems == [])
        guard case .failure(.invalid(let error)) = await Client(transport: transport).call(row).result else {
            Issue.record("it was sent")
            return
        }
        #expect(error.description == "base URL: there is none: give it to Client(…) or declare BaseURL(…)")
        #expect(transport.urls.withLock { $0 } == [])
    }
}
