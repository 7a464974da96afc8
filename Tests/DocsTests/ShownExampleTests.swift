import Apus
import ApusTesting
import Testing

/// What the documents print is what their code prints. Each part between markers stands in the document word for word.
@Suite struct ShownExampleTests {
    @Test("Every part that is shown stands in its document", arguments: [#filePath, TestingArticleTests.file])
    func partsStandInTheirDocuments(file: String) throws {
        let parts = try ShownSource(of: file).parts
        #expect(!parts.isEmpty)
        for part in parts {
            let blocks = try Document.read(part.document).blocks
            let isThere = blocks.contains { $0.language == "swift" && $0.codeWithoutImports == part.code }
            #expect(isThere, "\(part.document) has no such block: \(file):\(part.line)")
        }
    }

    @Test("Every printed result in a document comes after code that is run here")
    func resultsComeAfterCodeThatIsRun() throws {
        let shown = try ShownSource(of: #filePath).parts.map(\.code)
        for document in try Document.all() {
            for (code, result) in zip(document.blocks, document.blocks.dropFirst()) where result.language != "swift" {
                let isRun = shown.contains(code.codeWithoutImports)
                #expect(isRun, "\(document.path):\(code.line): add the code to \(#fileID)")
            }
        }
    }

    @Test("The README's first example prints its plan")
    func readmePlan() throws {
        let print = Printed()
        // shown in README.md
        struct Corporation: Decodable, Sendable {
            let name: String
            let employees: Int
        }

        struct TwitterError: Decodable, Sendable {
            let code: Int
            let message: String
        }

        let q = "swift & co"
        let company = Endpoint {
            GET("/company.json")
            Query("q", q)
            Decode(Corporation.self)
            OnError(TwitterError.self)
        }
        let client = Client("https://api.example.com") { Log() }
        print(client.plan(for: company))
        // end
        try expectShown(print.text)
    }

    @Test(
        "The README's switch has a branch for each way a call ends",
        arguments: [
            (200, #"{"name": "Apus", "employees": 3}"#, "Apus has 3 employees"),
            (429, #"{"code": 88, "message": "slow down"}"#, "the server said 88, slow down (429 Too Many Requests)"),
            (502, "bad", "502 Bad Gateway: the error body is not TwitterError: "),
            (200, #"{"name": "Apus"}"#, "not a Corporation at '': no member 'employees'"),
        ])
    func readmeSwitch(status: Int, body: String, expected: String) async {
        let stub = StubTransport { _ in HTTPResponse(status: HTTPStatus(status), body: HTTPBody(body)) }
        #expect(await Self.send(by: Client("https://api.example.com", transport: stub)).hasPrefix(expected))
    }

    @Test("The README's switch has a branch for what is no response")
    func readmeSwitchWithoutResponse() async {
        let offline = StubTransport { _ throws(TransportError) in throw TransportError(.connectionRefused, "here") }
        let cancelled = StubTransport { _ throws(TransportError) in throw TransportError(.cancelled) }
        let text = await Self.send(by: Client("https://a.b", transport: offline))
        #expect(text == "no response: connection refused: here\n")
        #expect(await Self.send(by: Client("a.b", transport: offline)).hasPrefix("nothing was sent: base URL"))
        #expect(await Self.send(by: Client("https://a.b", transport: cancelled)) == "cancelled\n")
    }

    private static func send(by client: Client) async -> String {
        let print = Printed()
        // shown in README.md
        do {
            let corporation = try await client.send(company)
            print("\(corporation.name) has \(corporation.employees) employees")
        } catch {
            switch error {
            case .response(let refusal, let response):
                print("the server said \(refusal.code), \(refusal.message) (\(response.status))")
            case .unexpected(let response, let reason):
                print("\(response.status): \(reason); it sent \(response.text)")
            case .decoding(let failure):
                print("not a \(failure.expected) at '\(failure.codingPath)': \(failure.reason)")
            case .transport(let failure):
                print("no response: \(failure)")
            case .invalid(let failure):
                print("nothing was sent: \(failure)")
            case .cancelled:
                print("cancelled")
            }
        }
        // end
        return print.text
    }

    @Test("Getting started prints the plan and the curl line")
    func gettingStarted() throws {
        let print = Printed()
        // shown in Docs.docc/GettingStarted.md
        print(client.plan(for: company))
        print(client.plan(for: company).curl)
        // end
        try expectShown(print.text)
    }

    @Test("The article on declaring prints the plan of a search")
    func declaringSearch() throws {
        let print = Printed()
        // shown in Docs.docc/DeclaringEndpoints.md
        let search = Endpoint {
            GET("/search/\("text", "a/b & c")")
            Query("tag", ["red", "dark blue"], style: .comma)
            Query("page", ["number": 2, "size": 50], style: .deepObject)
            Query(flag: "verbose")
            APIKey("key", token, in: .query)
        }
        print(search.plan)
        // end
        try expectShown(print.text)
    }

    @Test("The article on declaring prints the problems of a plan")
    func declaringProblems() throws {
        let print = Printed()
        // shown in Docs.docc/DeclaringEndpoints.md
        let wrong = Endpoint {
            GET("/users/{id}")
            Query("filter", ["age": 3])
            Header("X-Note", "two\r\nlines")
        }
        print(wrong.plan)
        // end
        try expectShown(print.text)
    }

    @Test("The article on failures prints the table of an order")
    func handlingOrder() throws {
        let print = Printed()
        // shown in Docs.docc/HandlingFailures.md
        let order = Endpoint {
            POST("/orders")
            Body(json: Job(id: 7))
            Decode(Status.self)
            Decode(202, Status.self, at: "queued")
            OnError(.range(500..<600)) { response in TwitterError(code: response.status.code, message: "out of order") }
            OnError(TwitterError.self)
        }
        print(order.plan)
        // end
        try expectShown(print.text)
    }

    @Test("The article on testing prints a curl line")
    func testingCurl() throws {
        let print = Printed()
        // shown in Docs.docc/TestingEndpoints.md
        let post = Endpoint {
            POST("https://api.example.com/statuses")
            Bearer(token)
            Body(json: Status(id: 1, text: "it's here"))
            Timeout(.seconds(10))
        }
        print(post.plan.curl)
        // end
        try expectShown(print.text)
    }

    /// Compares what was printed with the block that follows the part before the caller, without the last empty lines.
    private func expectShown(_ printed: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let parts = try ShownSource(of: #filePath).parts
        let part = try #require(parts.last { $0.line < sourceLocation.line }, sourceLocation: sourceLocation)
        let result = try Document.read(part.document).block(after: part.code)
        let block = try #require(
            result, "\(part.document): no block has this code and a result after it", sourceLocation: sourceLocation)
        let expected = String(printed.reversed().drop { $0 == "\n" }.reversed())
        #expect(block.code == expected, "\(part.document):\(block.line)", sourceLocation: sourceLocation)
    }
}
