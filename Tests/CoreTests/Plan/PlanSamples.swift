import ApusCore
import ApusDSL
import Foundation

/// A component that declares what no other can: problems of its own.
struct Complaint: EndpointComponent {
    var part = PlanProblem.Part.response
    var name: String?
    var value: String?
    var reason = "it is odd"

    func declare(in plan: inout RequestPlan) {
        plan.report(PlanProblem(part, name: name, value: value, reason: reason))
    }
}

/// Plans that hold something of everything.
enum PlanSamples {
    struct Model: Codable, Sendable {
        var name = "Apus"
        var size: Double = 0.1
        var tags = ["a/b", "ü"]
    }

    static var everything: RequestPlan {
        var plan = Endpoint {
            POST("/v1/{kind}/\("id", 7)?literal=1")
            PathValue("kind", "a/b")
            BaseURL("https://api.example.com/base")
            Query("q", "a b")
            Query("list", ["a,b", "c"], style: .comma)
            Query("pipe", ["a", "b"], style: .pipe)
            Query(flag: "verbose")
            APIKey("key", "hidden", in: .query)
            Header("X-Trace", "1")
            Header("X-Empty", "")
            Header(.acceptLanguage, "de", .replace)
            Header("X-Secret", "hidden", secret: true)
            Bearer("hidden")
            Body(json: Model())
            Timeout(.milliseconds(1500))
            BodyLimit(1000)
            Name("company.show")
            Summary("Shows a company.")
            Tags("company", "public")
            Use(FollowRedirects(limit: 3))
            Complaint(name: "x", value: "y\n")
            Decode(201, Model.self)
            Decode([202, 203], Model.self, mediaType: .json)
            OnError(.range(400..<500), Model.self)
            OnError(.any, Model.self)
            OnError(Model.self)
        }.plan
        plan.accepts.append("text/csv; header=present")
        return plan
    }

    static var bodies: [RequestPlan] {
        let contents: [PlanBody] = [
            PlanBody(.json(Data(#"{"b":[1,2.50],"a":null}"#.utf8)), type: .json),
            PlanBody(.json(Data("not json \u{1B}".utf8)), type: "application/x; a=\"b\""),
            PlanBody(.form([Parameter("a b", .text("1&2")), Parameter("f", .flag)]), type: .form),
            PlanBody(.form([Parameter("s", .secret(Secret("hidden")))]), type: .form),
            PlanBody(.text("line\r\nline\n\u{202E}x\n"), type: .text),
            PlanBody(.text(""), type: .text),
            PlanBody(.data(Data([0, 255, 10])), type: .png),
            PlanBody(.data(Data()), type: .octetStream),
            PlanBody(.file(path: "/files/a b\n"), type: .pdf),
        ]
        return contents.map { body in
            var plan = RequestPlan()
            plan.method = .put
            plan.path = "/x"
            plan.declare(body)
            return plan
        }
    }

    static var all: [RequestPlan] { [RequestPlan(), everything] + bodies }
}
