import Foundation
import Testing

@testable import ApusCore

@Suite struct RedirectPolicyTests {
    private static func request(
        _ method: String = "GET", _ url: String = "https://a.example/x/y?q", fields: HTTPFields = [:],
        body: HTTPBody? = nil
    ) throws -> HTTPRequest {
        HTTPRequest(
            method: HTTPMethod(rawValue: method), url: try #require(RequestURL(url)), fields: fields, body: body)
    }

    private static func decide(
        _ request: HTTPRequest, _ status: Int = 302, to location: String?, limit: Int = 20, visited: [RequestURL]? = nil
    ) -> RedirectPolicy.Decision {
        var response = HTTPResponse(status: HTTPStatus(status))
        response.fields[.location] = location
        return RedirectPolicy(limit: limit).decide(request, response, visited: visited ?? [request.url])
    }

    private static func followed(_ decision: RedirectPolicy.Decision) throws -> HTTPRequest {
        guard case .follow(let request) = decision else { throw TransportError(.other, "\(decision)") }
        return request
    }

    @Test(
        "Which method follows which status, and whether the body goes along",
        arguments: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"], [301, 302, 303, 307, 308])
    func methods(_ method: String, _ status: Int) throws {
        let fields: HTTPFields = [
            "Content-Type": "a/b", "content-encoding": "gzip", "Content-Language": "de", "Content-Location": "/",
            "Last-Modified": "x",
            "Digest": "x",
            "Content-Digest": "y", "Accept": "c/d",
        ]
        let body = method == "GET" || method == "HEAD" ? nil : HTTPBody("body")
        let next = try Self.followed(Self.decide(Self.request(method, fields: fields, body: body), status, to: "/z"))
        let becomesGet =
            status == 303 && method != "GET" && method != "HEAD" || (status == 301 || status == 302) && method == "POST"
        #expect(next.method.rawValue == (becomesGet ? "GET" : method))
        #expect(next.body == (becomesGet ? nil : body))
        #expect(next.fields.map(\.name.rawName) == (becomesGet ? ["Accept"] : fields.map(\.name.rawName)))
    }

    @Test("Other statuses and a redirect without Location are delivered")
    func deliver() throws {
        for status in [200, 201, 300, 304, 305, 306, 309, 404] {
            #expect(try Self.decide(Self.request(), status, to: "/z") == .deliver)
        }
        for status in [301, 302, 303, 307, 308] {
            #expect(try Self.decide(Self.request(), status, to: nil) == .deliver)
            #expect(try Self.decide(Self.request(), status, to: "/z", limit: 0) == .deliver)
        }
    }

    @Test(
        "Where a Location leads",
        arguments: [
            ("z", "https://a.example/x/z"), ("/z?a#b", "https://a.example/z?a"), ("?z", "https://a.example/x/y?z"),
            ("//b.example/z", "https://b.example/z"), ("https://b.example", "https://b.example/"),
            ("/ä z", "https://a.example/%C3%A4%20z"), ("../../..", "https://a.example/"),
            ("", "https://a.example/x/y?q"),
            ("#b", "https://a.example/x/y?q"),
        ])
    func location(_ location: String, expected: String) throws {
        #expect(try Self.followed(Self.decide(Self.request(), to: location)).url.string == expected)
    }

    @Test("From http to https and back to the same host: only up is followed")
    func schemes() throws {
        let up = try Self.followed(Self.decide(Self.request("GET", "http://a.example/"), to: "https://a.example/"))
        #expect(up.url.scheme == "https")
        let refused = try Self.decide(Self.request(), to: "http://a.example/x")
        #expect(refused == .refuse("a redirect from https to http is not followed: http://a.example/x"))
        let plain = try Self.followed(Self.decide(Self.request("GET", "http://a.example/"), to: "//b.example"))
        #expect(plain.url.string == "http://b.example/")
    }

    @Test(
        "What is no http URL is refused and shown without control characters",
        arguments: [
            "ftp://a/", "javascript:alert(1)", "file:///etc/passwd", "https:", "https://", "https://u:p@b.example/",
            "//", "/\r\nX: y",
            "https://b.example:99999/", "https://exämple/", "data:text/html,\u{1B}[2J",
        ])
    func refused(_ location: String) throws {
        guard case .refuse(let reason) = try Self.decide(Self.request(), to: location) else {
            Issue.record("followed")
            return
        }
        #expect(reason.hasPrefix("Location \"") && reason.contains("\" can't be followed: it"))
        #expect(!reason.unicodeScalars.contains { $0.value < 0x20 })
    }

    @Test("The limit is the number of redirects followed")
    func limit() throws {
        for limit in 1...3 {
            var visited: [RequestURL] = []
            var request = try Self.request("GET", "https://a.example/0")
            var followed = 0
            while followed < 10 {
                visited.append(request.url)
                guard
                    case .follow(let next) = Self.decide(
                        request, to: "/\(followed + 1)", limit: limit, visited: visited)
                else { break }
                followed += 1
                request = next
            }
            #expect(followed == limit)
            let last = Self.decide(request, to: "/z", limit: limit, visited: visited)
            #expect(last == .refuse("more than \(limit) redirects"))
        }
    }

    @Test("The same URL may come once more, and is a loop the time after")
    func loop() throws {
        let request = try Self.request()
        #expect(try Self.followed(Self.decide(request, to: "/x/y?q")).url == request.url)
        let again = Self.decide(request, to: "/x/y?q", visited: [request.url, request.url])
        #expect(again == .refuse("a redirect loop at https://a.example/x/y?q"))
    }

    @Test(
        "Credentials go along within the origin and are dropped outside of it",
        arguments: [
            ("https://a.example/x", "/z", true), ("https://a.example/x", "https://A.EXAMPLE:443/z", true),
            ("https://a.example/x", "https://a.example:8443/z", false),
            ("https://a.example/x", "https://b.example/z", false),
            ("https://a.example/x", "https://sub.a.example/z", false),
            ("http://a.example/x", "https://a.example/z", false),
            ("https://a.example/x", "//a.example/z", true), ("https://a.example/x", "https://a.example./z", false),
        ])
    func credentials(_ from: String, _ to: String, same: Bool) throws {
        var fields: HTTPFields = [
            "AUTHORIZATION": "x", "Cookie": "x", "Proxy-Authorization": "x", "Host": "x", "Accept": "x",
        ]
        fields.append(HTTPField("X-Key", "x", secret: true))
        let request = try Self.request("PUT", from, fields: fields, body: HTTPBody("b"))
        let next = try Self.followed(Self.decide(request, 307, to: to))
        #expect(next.fields == (same ? fields : ["Accept": "x"]))
        #expect(next.body == request.body)
    }

    @Test("A secret in the query is not carried over, and stays hidden where the server repeats it")
    func secretQuery() throws {
        var plan = RequestPlan()
        plan.baseURL = "https://a.example/x?a=b"
        plan.query = [Parameter("key", .secret(Secret("s3 cr&t"))), Parameter("q", .text("shown"))]
        let request = try plan.request()
        #expect(try Self.followed(Self.decide(request, to: "https://b.example/z")).url.string == "https://b.example/z")
        #expect(try Self.followed(Self.decide(request, to: "/z?n=1")).url.description == "https://a.example/z?n=1")
        for location in ["", "/z?\(request.url.query ?? "")", "//b.example/?back=/x%3Fkey%3Ds3%20cr%26t"] {
            let next = try Self.followed(Self.decide(request, to: location)).url
            #expect(next.string.contains("s3%20cr%26t"))
            #expect(!next.description.contains("s3"))
            #expect(next.description.contains(Secret.mark))
        }
        let second = try Self.followed(Self.decide(request, to: "/z?key=s3%20cr%26t")).url
        #expect(second.resolving("?again=s3%20cr%26t")?.description == "https://a.example/z?again=<redacted>")
        guard case .refuse(let reason) = Self.decide(request, to: "app:?key=s3%20cr%26t") else {
            Issue.record("followed")
            return
        }
        #expect(!reason.contains("s3"))
    }

    @Test("A body with a secret does not go to another origin, one without does")
    func secretBody() throws {
        let body = HTTPBody("pw=1", secret: true)
        let request = try Self.request("POST", "https://a.example/x", body: body)
        guard case .refuse(let reason) = Self.decide(request, 307, to: "https://b.example/") else {
            Issue.record("not refused")
            return
        }
        #expect(reason.contains("secret"))
        #expect(try Self.followed(Self.decide(request, 307, to: "/y")).body == body)
        #expect(try Self.followed(Self.decide(request, 303, to: "https://b.example/")).body == nil)
        let open = try Self.request("POST", "https://a.example/x", body: HTTPBody("x=1"))
        #expect(try Self.followed(Self.decide(open, 307, to: "https://b.example/")).body != nil)
    }

    @Test(
        "Why a Location can't be followed is said, without its password",
        arguments: [
            ("http://bob:hunter2@a.example/", "it holds user info"), ("https://a.example:99999/", "its port"),
            ("ftp://a.example/", "its scheme is ftp"),
        ])
    func refusedLocations(_ location: String, _ words: String) throws {
        guard case .refuse(let reason) = try Self.decide(Self.request(), 302, to: location) else {
            Issue.record("not refused")
            return
        }
        #expect(reason.contains(words) && !reason.contains("hunter2"))
    }
}
