import ApusCore
import ApusDSL
import Foundation
import LoopbackServer
import TestSupport
import Testing

private let isRunnable: Bool = Command.find("curl") != nil && Command.find("base64") != nil

@Suite(.enabled(if: isRunnable, "curl and base64 are needed"))
struct CurlCommandTests {
    /// What the server gets when the plan's line is pasted into a shell in an empty directory.
    private static func received(
        _ make: (String) throws -> RequestPlan
    ) async throws -> ReceivedRequest {
        let server = try LoopbackServer()
        defer { server.stop() }
        server.otherwise { _ in .text("ok") }
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("apus-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let plan = try make(server.url)
        let outcome = try await Shell.run(plan.curl, in: directory)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty, "something was injected")
        #expect(server.received.count == 1)
        return try #require(server.received.first)
    }

    /// The fields that the server got, without what frames the message and without curl's own name.
    private static func expectSame(_ received: ReceivedRequest, as request: HTTPRequest, body: Data) {
        #expect(received.method == request.method.rawValue)
        #expect(received.target == request.url.requestTarget)
        #expect(Data(received.body) == body)
        let declared = request.fields.map { "\($0.name.rawName.lowercased()): \(trimmed($0.value))" }
        let skipped = ["host", "content-length"] + (request.fields.contains(.userAgent) ? [] : ["user-agent"])
        let got = received.fields.filter { !skipped.contains($0.name.lowercased()) }
            .map { "\($0.name.lowercased()): \($0.value)" }
        #expect(got.sorted() == declared.sorted())
        #expect(received.field("Host") == request.url.authority)
        let framesNothing = ["POST", "PUT", "PATCH"].contains(request.method.rawValue)
        let length = request.body == nil && !framesNothing ? nil : String(body.count)
        #expect(received.field("Content-Length") == length)
        #expect(received.field("Transfer-Encoding") == nil)
    }

    private static func trimmed(_ value: String) -> String {
        value.trimmingCharacters(in: CharacterSet(charactersIn: " \t"))
    }

    @Test("The line sends what the plan says, byte for byte", arguments: CurlSamples.all)
    func same(_ sample: CurlSamples.Sample) async throws {
        var request: HTTPRequest?
        let received = try await Self.received { base in
            let plan = sample.make(base)
            request = try plan.request()
            return plan
        }
        let sent = try #require(request)
        Self.expectSame(received, as: sent, body: sent.body?.bytes ?? Data())
    }

    @Test("A file is sent from its path, whatever its name")
    func file() async throws {
        let content = Data([0, 13, 10, 39, 255])
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("apus-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        for name in ["plain.png", "it's; touch injected;", "@ü $(x)", "-", "line\nline", "a\\b\"c"] {
            let url = directory.appendingPathComponent(name)
            try content.write(to: url)
            var request: HTTPRequest?
            let received = try await Self.received { base in
                let plan = Endpoint {
                    PUT("/x"); BaseURL(base); Body(file: url, type: .png)
                }.plan
                request = try plan.request()
                return plan
            }
            Self.expectSame(received, as: try #require(request), body: content)
        }
    }

    @Test("Secrets are sent as marks, which the shell takes for nothing else")
    func secrets() async throws {
        let received = try await Self.received { base in
            Endpoint {
                GET("/x")
                BaseURL(base)
                Bearer("s3cr3t")
                APIKey("key", "s3cr3t", in: .query)
                APIKey("X-Key", "s3cr3t")
            }.plan
        }
        #expect(received.field("Authorization") == "Bearer <redacted>")
        #expect(received.field("X-Key") == "<redacted>")
        #expect(received.target == "/x?key=<redacted>")
    }

    @Test("A line for a plan that can't be sent does nothing")
    func problems() async throws {
        let plan = Endpoint {
            GET("/\("id", "..")")
            Header("X", "a\ntouch injected")
            Complaint(name: "n\ntouch injected", value: "v\ntouch injected", reason: "r\ntouch injected")
        }.plan
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("apus-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let outcome = try await Shell.run(plan.curl, in: directory)
        #expect(outcome.status == 0 && outcome.text.isEmpty && outcome.errors.isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
        #expect(plan.curl.split(separator: "\n").count == 4)
    }

    @Test("The line is short where the request is simple")
    func short() {
        let plan = Endpoint {
            GET("https://a.example/x")
            Decode(Int.self)
        }.plan
        #expect(
            plan.curl == "curl --globoff --path-as-is --header 'Accept: application/json' 'https://a.example/x'")
    }

    @Test("There is no line for what a terminal would act on while it is pasted")
    func unpasteable() {
        let file = Endpoint {
            PUT("https://a.example/x"); Body(file: URL(fileURLWithPath: "/a\u{3}\ntouch injected\n"))
        }
        let field = Endpoint {
            GET("https://a.example/x"); Header("X", "\u{9B}31m\u{202E}evil")
        }
        for line in [file.plan.curl, field.plan.curl] {
            #expect(line.hasPrefix("# ") && !line.contains("\n"))
            #expect(!line.unicodeScalars.contains { $0 == "\u{3}" || $0 == "\u{9B}" || $0 == "\u{202E}" })
        }
    }
}
