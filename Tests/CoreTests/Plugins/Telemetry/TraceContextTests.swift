import ApusCore
import Testing

@Suite struct TraceContextTests {
    private static let trace = "0af7651916cd43dd8448eb211c80319c"
    private static let span = "b7ad6b7169203331"

    @Test(
        "A valid value is read, of a later version as far as it is known",
        arguments: [
            ("00-\(trace)-\(span)-00", false, false), ("00-\(trace)-\(span)-01", true, false),
            ("00-\(trace)-\(span)-03", true, true), ("00-\(trace)-\(span)-fe", false, true),
            ("cc-\(trace)-\(span)-01", true, false), ("01-\(trace)-\(span)-01-what-else", true, false),
            ("fe-\(trace)-\(span)-01-", true, false),
        ])
    func valid(text: String, isSampled: Bool, isRandom: Bool) throws {
        let context = try #require(TraceContext(traceparent: text))
        #expect(context.traceID == Self.trace && context.spanID == Self.span)
        #expect(context.isSampled == isSampled && context.isRandom == isRandom && context.state == nil)
        let flags = (isSampled ? 1 : 0) + (isRandom ? 2 : 0)
        #expect(context.traceparent == "00-\(Self.trace)-\(Self.span)-0\(flags)")
    }

    @Test(
        "Anything else is none",
        arguments: [
            "", "00", "00-\(trace)-\(span)", "00-\(trace)-\(span)-0", "00-\(trace)-\(span)-011",
            "00-\(trace)-\(span)-01-", "00-\(trace)-\(span)-01-x", "ff-\(trace)-\(span)-01", "01-\(trace)-\(span)-01x",
            "0g-\(trace)-\(span)-01", "00-\(trace)-\(span)-0g", "00_\(trace)-\(span)-01", "00-\(trace)_\(span)-01",
            "00-\(trace)-\(span)_01", "00-\(trace.uppercased())-\(span)-01", "00-\(trace)-\(span.uppercased())-01",
            "00-00000000000000000000000000000000-\(span)-01", "00-\(trace)-0000000000000000-01",
            " 00-\(trace)-\(span)-01", "00-\(trace)-\(span)-01 ", "00-\(trace)-\(span)-01\n",
            "00-\(trace.dropLast())x-\(span)-01",
            "00-\(trace.dropLast(2))é-\(span)-01", "FE-\(trace)-\(span)-01", "00-\(trace)-\(span)-+1",
            String(repeating: "-", count: 55), String(repeating: "é", count: 28),
        ])
    func invalid(text: String) {
        #expect(TraceContext(traceparent: text) == nil)
    }

    @Test(
        "A state is passed on as it is, or dropped where it may not be sent",
        arguments: [
            ("a=1", "a=1"), ("a=1,b@c=2 , ,d=3", "a=1,b@c=2 , ,d=3"), ("", nil), (" , ", nil), ("a=\r\nX: 1", nil),
            ("a=é", nil),
            (
                Array(repeating: "a=1", count: 32).joined(separator: ","),
                Array(repeating: "a=1", count: 32).joined(separator: ",")
            ),
            (Array(repeating: "a=1", count: 33).joined(separator: ","), nil),
        ] as [(String, String?)])
    func state(text: String, expected: String?) throws {
        let context = try #require(TraceContext(traceparent: "00-\(Self.trace)-\(Self.span)-01", tracestate: text))
        #expect(context.state == expected)
    }
}
