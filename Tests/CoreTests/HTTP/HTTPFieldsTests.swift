import ApusCore
import Testing

@Suite struct HTTPFieldsTests {
    private static let fields: HTTPFields = [
        "Accept": "text/plain", "X-Trace": "1", "ACCEPT": "text/html", "Host": "a", "accept": "*/*",
    ]

    @Test("Names are compared without regard to case and kept as they were written")
    func names() {
        #expect(HTTPFieldName("content-TYPE") == .contentType)
        #expect(Set([HTTPFieldName("ETag"), "etag", "ETAG"]).count == 1)
        #expect(HTTPFieldName("X-Ä") != HTTPFieldName("X-ä"), "only ASCII letters have a case here")
        #expect(HTTPFieldName("a") != HTTPFieldName("ab"))
        #expect(Self.fields.map(\.name.rawName) == ["Accept", "X-Trace", "ACCEPT", "Host", "accept"])
    }

    @Test("Several values of a name are joined in order, or given one by one")
    func join() {
        #expect(Self.fields["aCCept"] == "text/plain, text/html, */*")
        #expect(Self.fields.values(of: .accept) == ["text/plain", "text/html", "*/*"])
        #expect(Self.fields["x-trace"] == "1")
        #expect(Self.fields[.cookie] == nil)
        #expect(Self.fields.values(of: .cookie).isEmpty)
        #expect(Self.fields.contains("hOST") && !Self.fields.contains(.cookie))
        #expect(HTTPFields([HTTPField("A", ""), HTTPField("a", "1")])["A"] == ", 1")
    }

    @Test("Setting a name replaces all its values in the place of the first")
    func set() {
        var fields = Self.fields
        fields["ACCEPT"] = "image/png"
        #expect(fields.map(\.description) == ["ACCEPT: image/png", "X-Trace: 1", "Host: a"])
        fields["New"] = "2"
        #expect(fields.last?.description == "New: 2")
        fields["accept"] = nil
        #expect(fields.map(\.name.rawName) == ["X-Trace", "Host", "New"])
    }

    @Test("Appending keeps what is there, replacing does not, removing takes all of a name")
    func change() {
        var fields = Self.fields
        fields.append(HTTPField("HOST", "b"))
        #expect(fields.values(of: .host) == ["a", "b"])
        fields.replace(HTTPField("host", "c"))
        #expect(fields.map(\.name.rawName) == ["Accept", "X-Trace", "ACCEPT", "host", "accept"])
        fields.remove("ACCept")
        #expect(fields.map(\.description) == ["X-Trace: 1", "host: c"])
        fields.remove("absent")
        #expect(fields.count == 2)
    }

    @Test("Secrets are removed together and leave the rest in order")
    func removeSecrets() {
        var fields = HTTPFields([
            HTTPField("A", "1"), HTTPField("B", "2", secret: true), HTTPField("C", "3"),
            HTTPField("A", "4", secret: true),
        ])
        fields.removeSecrets()
        #expect(fields.description == "A: 1\nC: 3")
    }

    @Test("Fields are a collection and equal by name, value, secrecy and order")
    func equality() {
        #expect(HTTPFields(Self.fields) == Self.fields)
        #expect(["a": "1", "b": "2"] as HTTPFields == ["A": "1", "B": "2"])
        #expect(["a": "1", "b": "2"] as HTTPFields != ["b": "2", "a": "1"])
        #expect(HTTPField("a", "1") != HTTPField("a", "1", secret: true))
        #expect(Self.fields[1].value == "1" && Self.fields.endIndex == 5)
        #expect(HTTPFields().isEmpty && HTTPFields().description.isEmpty)
    }
}

@Suite struct SecretFieldTests {
    @Test("A value set in the place of a secret is one, and credentials are secrets by their name")
    func secrets() {
        var fields = HTTPFields([HTTPField("X-Key", "k1", secret: true), HTTPField("X-Plain", "p")])
        fields["X-Key"] = "k2"
        fields["X-Plain"] = "q"
        fields[.authorization] = "Bearer t"
        fields[.cookie] = "a=b"
        #expect(
            fields.description == """
                X-Key: <redacted>
                X-Plain: q
                Authorization: Bearer <redacted>
                Cookie: <redacted>
                """)
        #expect(fields["X-Key"] == "k2")
        #expect(HTTPField(.authorization, "x", secret: false).description == "Authorization: x")
    }
}
