import Foundation
import Testing

@testable import ApusCore

/// What a server at a URL sets, and what another URL gets for it.
private struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var origin = "https://www.a.example/x/y"
    let fields: [String]
    var target = "https://www.a.example/x/z"
    /// The value of `Cookie`.
    let sent: String

    init(_ words: String, _ fields: [String], _ sent: String, from origin: String? = nil, to target: String? = nil) {
        testDescription = words
        self.fields = fields
        self.sent = sent
        if let origin { self.origin = origin }
        if let target { self.target = target }
    }
}

@Suite struct CookieJarTests {
    private static let now = Date(timeIntervalSince1970: 1_000_000)
    private let jar = CookieJar()

    private func store(_ fields: [String], from origin: String, at date: Date = now) throws {
        var response = HTTPResponse(status: 200)
        for field in fields { response.fields.append(HTTPField(.setCookie, field)) }
        jar.store(response, from: try #require(RequestURL(origin)), at: date)
    }

    private func sent(to target: String, at date: Date = now) throws -> String {
        jar.cookies(for: try #require(RequestURL(target)), at: date).map { "\($0.name)=\($0.value)" }
            .joined(separator: "; ")
    }

    private static let other = "https://other.a.example/"
    private static let plain = "http://www.a.example/"

    private static let rows = [
        Row("back to the host", ["a=1"], "a=1"),
        Row("not to a sibling", ["a=1"], "", to: other),
        Row("not to what is below", ["a=1"], "", to: "https://b.www.a.example/x/"),
        Row("not to what is above", ["a=1"], "", to: "https://a.example/x/"),
        Row("whatever the case of the host", ["a=1"], "a=1", to: "https://WWW.A.example/x/"),
        Row("whatever the port", ["a=1"], "a=1", to: "https://www.a.example:8443/x/"),
        Row("a domain's to all below", ["a=1; Domain=a.example; Path=/"], "a=1", to: other),
        Row("a domain's to itself", ["a=1; Domain=a.example; Path=/"], "a=1", to: "https://a.example/"),
        Row("a dot before it means nothing", ["a=1; Domain=.a.example; Path=/"], "a=1", to: other),
        Row("not for a domain that is not the host's", ["a=1; Domain=b.example"], ""),
        Row("not for a host below", ["a=1; Domain=b.www.a.example"], ""),
        Row("not for what only ends so", ["a=1; Domain=w.a.example"], ""),
        Row("not for a single label", ["a=1; Domain=example"], ""),
        Row("not for a name beyond ASCII", ["a=1; Domain=ä.example"], ""),
        Row(
            "for a single label that is the host, which alone gets it", ["a=1; Domain=localhost; Path=/"], "a=1",
            from: "http://localhost:8080/", to: "http://localhost/"),
        Row(
            "nobody below a single label", ["a=1; Domain=localhost; Path=/"], "", from: "http://localhost/",
            to: "http://b.localhost/"),
        Row(
            "for an address that is the host", ["a=1; Domain=127.0.0.1; Path=/"], "a=1", from: "http://127.0.0.1:1/",
            to: "http://127.0.0.1:2/"),
        Row(
            "not for a part of an address", ["a=1; Domain=0.0.1"], "", from: "http://127.0.0.1/",
            to: "http://127.0.0.1/"),
        Row(
            "not for a single label with a dot after it", ["a=1; Domain=com."], "", from: "https://evil.com./",
            to: "https://bank.com./"),
        Row(
            "for a domain with a dot after it", ["a=1; Domain=a.example.; Path=/"], "a=1",
            from: "https://www.a.example./", to: "https://other.a.example./"),
        Row(
            "not for a part of an address with a dot after it", ["a=1; Domain=0.0.1."], "", from: "http://127.0.0.1./",
            to: "http://10.0.0.1./"),
        Row(
            "not for a part of an address in other figures", ["a=1; Domain=0.0.1"], "", from: "http://0x7f.0.0.1/",
            to: "http://0xa.0.0.1/"),
        Row("an address in brackets", ["a=1"], "a=1", from: "http://[::1]/", to: "http://[::1]:80/"),
        Row("below its own path", ["a=1"], "a=1", to: "https://www.a.example/x"),
        Row("not beside it", ["a=1"], "", to: "https://www.a.example/w"),
        Row("not above it", ["a=1"], "", to: "https://www.a.example/"),
        Row("a path that is named", ["a=1; Path=/"], "a=1", to: "https://www.a.example/w"),
        Row("a path that is not the request's", ["a=1; Path=/w"], "a=1", to: "https://www.a.example/w/v"),
        Row("a path that is none", ["a=1; Path=w"], "a=1"),
        Row("a secure one over https", ["a=1; Secure"], "a=1"),
        Row("a secure one not over http", ["a=1; Secure; Path=/"], "", to: plain),
        Row("a secure one can't be set over http", ["a=1; Secure"], "", from: plain, to: "https://www.a.example/"),
        Row("one set over https goes over http, too", ["a=1; Path=/"], "a=1", to: plain),
        Row("the later value", ["a=1", "a=2"], "a=2"),
        Row("both of two paths, the longer first", ["a=1; Path=/", "a=2; Path=/x"], "a=2; a=1"),
        Row("a host's and a domain's are two", ["a=1; Path=/", "a=2; Path=/; Domain=www.a.example"], "a=1; a=2"),
        Row("in the order in which they were set", ["b=1", "a=2", "c=3"], "b=1; a=2; c=3"),
        Row("Max-Age in the future", ["a=1; Max-Age=1"], "a=1"),
        Row("Max-Age of nothing takes it away", ["a=1", "a=2; Max-Age=0"], ""),
        Row("Expires in the past takes it away", ["a=1", "a=2; Expires=Thu, 01 Jan 1970 00:00:01 GMT"], ""),
        Row("Max-Age before Expires", ["a=1; Max-Age=9; Expires=Thu, 01 Jan 1970 00:00:01 GMT"], "a=1"),
        Row("Max-Age that is none leaves Expires", ["a=1; Max-Age=x; Expires=Thu, 01 Jan 1970 00:00:01 GMT"], ""),
        Row("Expires that is none is as if it were not there", ["a=1; Expires=never"], "a=1"),
        Row("no name", ["1"], "=1"), Row("no value", ["a="], "a="), Row("neither", ["="], ""),
        Row("__Secure- with Secure", ["__Secure-a=1; Secure"], "__Secure-a=1"),
        Row("__Secure- without", ["__Secure-a=1"], ""),
        Row("__secure- in other letters", ["__SECURE-a=1"], ""),
        Row("__Secure- with an accent after it", ["__Secure-\u{301}a=1"], ""),
        Row("no name, over https", ["=a=1"], "=a=1"),
        Row("no name, so that it would pass for another, over http", ["=a=1", "=b"], "=b", from: plain, to: plain),
        Row("__Host- with all it takes", ["__Host-a=1; Secure; Path=/"], "__Host-a=1"),
        Row("__Host- without Secure", ["__Host-a=1; Path=/"], ""),
        Row("__Host- with a domain", ["__Host-a=1; Secure; Path=/; Domain=www.a.example"], ""),
        Row("__Host- with another path", ["__Host-a=1; Secure; Path=/x"], ""),
        Row("__Host- without a path", ["__Host-a=1; Secure"], ""),
        Row("__Host- before a mark that joins its last letter", ["__Host-\u{301}a=1"], ""),
        Row("no name, and a value that looks like a prefix", ["=__Host-a=1; Secure; Path=/"], ""),
        Row("the same for __secure-", ["__secure-a; Secure"], ""),
        Row("control characters", ["a=1\u{1}"], ""),
        Row("one bad field does not spoil the next", ["\u{1}", "a=1"], "a=1"),
    ]

    @Test("What is set and what is sent", arguments: rows)
    private func row(_ row: Row) throws {
        try store(row.fields, from: row.origin)
        #expect(try sent(to: row.target) == row.sent)
    }

    @Test("A secure cookie is not put in the shade by one over http")
    func shadow() throws {
        try store(["a=1; Secure; Path=/x; Domain=a.example"], from: "https://www.a.example/")
        try store(["a=2; Path=/x/y", "a=3; Path=/x; Domain=a.example"], from: "http://www.a.example/")
        #expect(try sent(to: "https://www.a.example/x/y") == "a=1")
        try store(["a=4; Path=/", "b=5; Path=/x"], from: "http://www.a.example/")
        #expect(try sent(to: "https://www.a.example/x/y") == "a=1; b=5; a=4")
        try store(["a=6; Path=/x/y"], from: "https://www.a.example/")
        #expect(try sent(to: "https://www.a.example/x/y").hasPrefix("a=6"))
    }

    @Test("Cookies expire to the second, and none lives longer than 400 days")
    func expiry() throws {
        try store(
            ["a=1; Max-Age=10", "b=1; Max-Age=99999999999999999999", "c=1; Expires=Fri, 31 Dec 9999 23:59:59 GMT"],
            from: "https://a.example/")
        #expect(try sent(to: "https://a.example/", at: Self.now + 9.5) == "a=1; b=1; c=1")
        #expect(try sent(to: "https://a.example/", at: Self.now + 10) == "b=1; c=1")
        #expect(try sent(to: "https://a.example/", at: Self.now + 400 * 86_400 - 1) == "b=1; c=1")
        #expect(try sent(to: "https://a.example/", at: Self.now + 400 * 86_400) == "")
    }

    @Test("One that is set again keeps its place and the time of its making")
    func creation() throws {
        try store(["a=1", "b=1"], from: "https://a.example/")
        try store(["a=2"], from: "https://a.example/", at: Self.now + 5)
        #expect(try sent(to: "https://a.example/") == "a=2; b=1")
    }

    @Test("A cookie that has expired is nothing: it shades none, and one that takes its place is new")
    func expired() throws {
        try store(["a=1; Secure; Path=/; Max-Age=10", "b=1; Path=/; Max-Age=10"], from: "https://a.example/")
        let later = Self.now + 20
        try store(["c=3; Path=/"], from: "http://b.example/", at: Self.now + 5)
        try store(["a=2; Path=/"], from: "http://a.example/", at: later)
        #expect(try sent(to: "https://a.example/", at: later) == "a=2")
        try store(["b=2; Path=/"], from: "https://a.example/", at: later + 1)
        #expect(jar.all.first { $0.name == "b" }?.creation == later + 1)
        try store(["b=; Max-Age=0; Path=/", "b=4; Path=/"], from: "https://a.example/", at: later + 2)
        #expect(jar.all.first { $0.name == "b" }?.creation == later + 2)
    }

    @Test(
        "A response that sets as many as it can is over soon, and leaves the last of each domain",
        .timeLimit(.minutes(1)),
        arguments: ["https://d.e.evil.example/", "http://d.e.evil.example/"])
    func flood(origin: String) throws {
        let domains = ["e.evil.example", "d.e.evil.example", "evil.example"]
        try store((0..<20_000).map { "a\($0)=1; Domain=\(domains[$0 % 3])" }, from: origin)
        #expect(jar.all.map(\.name) == (19_700..<20_000).map { "a\($0)" })
    }

    @Test("That it was sent makes it no other cookie")
    func equality() throws {
        let cookie = Cookie("a", "1", domain: "a.example", creation: Self.now)
        jar.set(cookie, at: Self.now)
        _ = try sent(to: "http://a.example/", at: Self.now + 5)
        #expect(jar.all == [cookie] && Set(jar.all) == [cookie])
    }

    @Test("Of too many in a domain those go that were not sent for longest, secure ones last")
    func eviction() throws {
        let url = "https://a.example/"
        try store(["keep=1; Path=/k", "s=1; Secure; Path=/s"], from: url)
        for number in 0..<98 { try store(["n\(number)=1; Path=/n"], from: url, at: Self.now + Double(number + 1)) }
        _ = try sent(to: "https://a.example/k", at: Self.now + 1000)
        try store(["new=1; Path=/new", "newer=1; Path=/new"], from: url, at: Self.now + 2000)
        #expect(jar.all.count == CookiePolicy.mostPerDomain)
        let names = Set(jar.all.map(\.name))
        #expect(
            names.isSuperset(of: ["keep", "s", "new", "newer", "n2", "n97"]) && names.isDisjoint(with: ["n0", "n1"]))
    }

    @Test("Of too many in all the oldest go, whatever their domain")
    func total() throws {
        for domain in 0..<31 {
            let fields = (0..<100).map { "c\($0)=1" }
            try store(fields, from: "https://d\(domain).example/", at: Self.now + Double(domain))
        }
        #expect(jar.all.count == CookiePolicy.most)
        #expect(!jar.all.contains { $0.domain == "d0.example" } && jar.all.contains { $0.domain == "d30.example" })
    }

    @Test("By hand: set, remove, remove all")
    func byHand() throws {
        jar.set(Cookie("a", "1", domain: "A.example"))
        jar.set(Cookie("b", "2", domain: "a.example", isHostOnly: false, path: "/x"))
        #expect(try sent(to: "http://a.example/x") == "b=2; a=1")
        jar.remove { $0.name == "a" }
        #expect(try sent(to: "http://a.example/x") == "b=2")
        jar.removeAll()
        #expect(jar.all.isEmpty)
    }

    @Test("Nothing prints a value")
    func secrecy() throws {
        try store(["sid=s3cr3t"], from: "https://a.example/")
        var dumped = "\(jar.all) \(jar)"
        dump(jar, to: &dumped)
        dump(jar.all, to: &dumped)
        dump(Cookies(jar), to: &dumped)
        #expect(!dumped.contains("s3cr3t") && dumped.contains("sid=<redacted>; a.example/"))
    }
}
