import ApusCore
import ApusDSL
import Foundation
import Testing

@Suite struct PlanCodingTests {
    private static func encoded(_ plan: RequestPlan, _ format: JSONEncoder.OutputFormatting = []) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = format
        return try encoder.encode(plan)
    }

    @Test("A plan comes back from JSON equal and with the same text", arguments: PlanSamples.all)
    func roundTrip(_ plan: RequestPlan) throws {
        for format in [[], [.prettyPrinted, .sortedKeys], [.withoutEscapingSlashes]] as [JSONEncoder.OutputFormatting] {
            let decoded = try JSONDecoder().decode(RequestPlan.self, from: Self.encoded(plan, format))
            #expect(decoded == plan)
            #expect(decoded.description == plan.description)
            #expect(try Self.encoded(decoded, .sortedKeys) == Self.encoded(plan, .sortedKeys))
        }
    }

    @Test("A plan with problems of path values and encoders comes back with them")
    func problems() throws {
        let plan = Endpoint {
            GET("/{a}/\("b", Optional<Int>.none)/\("c", [1])")
            PathValue("d", "..")
            Query("x", Double.nan)
            Header("Bad Name", "1")
        }.plan
        #expect(plan.problems.count == 6)
        let decoded = try JSONDecoder().decode(RequestPlan.self, from: Self.encoded(plan))
        #expect(decoded == plan)
        #expect(decoded.problems == plan.problems)
    }

    @Test("A plan whose secrets were not kept prints as before and is refused when it is sent")
    func secrets() throws {
        let plan = Endpoint {
            POST("https://a.example/x")
            Bearer("hidden")
            APIKey("key", "hidden", in: .query)
            SecretForm()
        }.plan
        let decoded = try JSONDecoder().decode(RequestPlan.self, from: Self.encoded(plan))
        #expect(decoded == plan)
        #expect(decoded.description == plan.description)
        #expect(throws: PlanError.self) { try decoded.request() }
        #expect(decoded.problems.map(\.name) == ["key", "Authorization", "form"])
        #expect(plan.curl.contains("--data-raw 'form=<redacted>'"))
        #expect(decoded.curl == plan.curl)
    }

    @Test("A plan whose stream was not kept prints as before and is refused when it is sent")
    func stream() throws {
        let plan = Endpoint {
            PUT("https://a.example/x")
            Body(stream: ByteStream(length: 12) { { nil } }, type: "image/png")
        }.plan
        #expect(try plan.request().body?.isReplayable == false)
        let decoded = try JSONDecoder().decode(RequestPlan.self, from: Self.encoded(plan))
        #expect(decoded == plan)
        #expect(decoded.description == plan.description)
        #expect(decoded.curl == plan.curl)
        let error = #expect(throws: PlanError.self) { try decoded.request() }
        let problems = try #require(error?.problems)
        #expect(problems.map(\.reason) == ["a stream's chunks are not kept in a coded plan: declare it again"])
    }

    @Test(
        "A missing or unknown version is refused",
        arguments: ["", #""version":2,"#, #""version":0,"#, #""version":"1","#])
    func version(_ version: String) {
        let json = Data("{\(version)\"method\":\"GET\",\"path\":\"/\"}".utf8)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(RequestPlan.self, from: json) }
    }

    @Test("The smallest plan in JSON has a version, a method and a path")
    func smallest() throws {
        let json = Data(#"{"version":1,"method":"GET","path":"","unknown":[1]}"#.utf8)
        #expect(try JSONDecoder().decode(RequestPlan.self, from: json) == RequestPlan())
    }

    @Test("Plans that differ in one thing are not equal")
    func inequality() {
        var plans = PlanSamples.all
        for change: @Sendable (inout RequestPlan) -> Void in [
            { $0.name = "x" }, { $0.summary = "x" }, { $0.tags = ["x"] }, { $0.method = .put }, { $0.path = "/x" },
            { $0.baseURL = "http://a" }, { $0.query = [Parameter("x", .flag)] },
            { $0.query = [Parameter("x", .text(""))] },
            { $0.fields = [PlanField("x", .text("1"))] }, { $0.fields = [PlanField("x", .secret(Secret("1")))] },
            { $0.accepts = [.json] }, { $0.timeout = .seconds(1) }, { $0.bodyLimit = 1 },
            { $0.report(PlanProblem(.path, reason: "x")) },
        ] {
            var plan = RequestPlan()
            change(&plan)
            plans.append(plan)
        }
        for (index, plan) in plans.enumerated() {
            #expect(plans.firstIndex(of: plan) == index)
        }
    }
}

private struct SecretForm: EndpointComponent {
    func declare(in plan: inout RequestPlan) {
        plan.declare(PlanBody(.form([Parameter("form", .secret(Secret("hidden")))]), type: .form))
    }

    @Test("A JSON body that is not UTF-8 comes back as it was")
    func bytesOfJSON() throws {
        var plan = RequestPlan()
        plan.method = .post
        plan.body = PlanBody(.json(Data([0x22, 0xFF, 0x22])), type: .json)
        #expect(try JSONDecoder().decode(RequestPlan.self, from: JSONEncoder().encode(plan)) == plan)
    }

    @Test("A timeout beyond what has seconds does not trap, from source or from JSON")
    func endlessTimeout() throws {
        let declared = Endpoint {
            GET("/"); Timeout(.seconds(Int64.max) + .seconds(10))
        }.plan
        let json = #"""
            {"version":1,"method":"GET","path":"/","timeout":{"seconds":9223372036854775807,"attoseconds":9223372036854775807}}
            """#
        let read = try JSONDecoder().decode(RequestPlan.self, from: Data(json.utf8))
        for plan in [declared, read] {
            #expect(plan.description.contains("timeout 9223372036854775807 s"))
            _ = try JSONEncoder().encode(plan)
        }
    }

    @Test("The curl line of a plan that was read back is the same, though its secrets are not known any more")
    func curlOfDecoded() throws {
        let plan = Endpoint {
            GET("https://a.example/x"); Bearer("t"); APIKey("k", "v", in: .query)
        }.plan
        let read = try JSONDecoder().decode(RequestPlan.self, from: JSONEncoder().encode(plan))
        #expect(read.curl == plan.curl && plan.curl.hasPrefix("curl "))
    }
}
