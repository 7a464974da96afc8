/// Which trace a request belongs to, and which span of it: what `traceparent` and `tracestate` carry (W3C Trace Context 2).
public struct TraceContext: Sendable, Hashable, CustomStringConvertible {
    /// The trace, 16 bytes as 32 lowercase hexadecimal digits, never all zero.
    public let traceID: String
    /// The span, 8 bytes as 16 lowercase hexadecimal digits, never all zero.
    public let spanID: String
    /// Whether the caller may have recorded the span.
    public let isSampled: Bool
    /// Whether the trace's ID was drawn at random (level 2, §3.2.2.5.2).
    public let isRandom: Bool
    /// What vendors pass on with it, as it is sent; nil for nothing.
    public let state: String?

    init(traceID: String, spanID: String, isSampled: Bool, isRandom: Bool, state: String?) {
        self.traceID = traceID
        self.spanID = spanID
        self.isSampled = isSampled
        self.isRandom = isRandom
        self.state = state
    }

    /// Reads the values of both fields; nil where the first is not valid (§3.2.2).
    ///
    /// A version that is not known yet is read as far as it is known (§3.2.4). A state that may not be sent is dropped, which
    /// leaves the rest valid (§3.3.1).
    public init?(traceparent: String, tracestate: String? = nil) {
        let bytes = Array(traceparent.utf8)
        guard bytes.count >= 55, bytes[2] == Self.dash, bytes[35] == Self.dash, bytes[52] == Self.dash,
            let version = Self.hex(bytes[0..<2]), let trace = Self.hex(bytes[3..<35]),
            let span = Self.hex(bytes[36..<52]), let flags = Self.hex(bytes[53..<55]), version != "ff",
            let mask = UInt8(flags, radix: 16), trace.contains(where: { $0 != "0" }),
            span.contains(where: { $0 != "0" })
        else { return nil }
        // Version 00 ends here, a later one may go on after a dash.
        guard bytes.count == 55 || version != "00" && bytes[55] == Self.dash else { return nil }
        self.init(
            traceID: trace, spanID: span, isSampled: mask & 1 == 1, isRandom: mask & 2 == 2,
            state: tracestate.flatMap(Self.checked))
    }

    /// The value of `traceparent`, in version 00.
    public var traceparent: String {
        "00-\(traceID)-\(spanID)-0\((isSampled ? 1 : 0) + (isRandom ? 2 : 0))"
    }

    /// The same as ``traceparent``.
    public var description: String { traceparent }

    /// The key under which ``Trace`` keeps the context that the last request was sent with.
    public enum Current: ExchangeKey {
        /// None before the first request.
        public static let defaultValue: TraceContext? = nil
    }
}

extension TraceContext {
    /// A trace that begins here.
    init(from randomness: inout Randomness, isSampled: Bool) {
        let (high, low) = (randomness.next(), randomness.next())
        traceID = Self.digits(high) + Self.digits(high == 0 && low == 0 ? 1 : low)
        spanID = Self.spanID(from: &randomness)
        self.isSampled = isSampled
        isRandom = true
        state = nil
    }

    /// Another span of the same trace.
    func child(from randomness: inout Randomness) -> TraceContext {
        TraceContext(
            traceID: traceID, spanID: Self.spanID(from: &randomness), isSampled: isSampled, isRandom: isRandom,
            state: state)
    }

    private static func spanID(from randomness: inout Randomness) -> String {
        digits(max(randomness.next(), 1))
    }

    private static func digits(_ number: UInt64) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: 16 - text.utf8.count) + text
    }

    private static let dash = UInt8(ascii: "-")

    /// Lowercase digits alone: others make the value invalid (§3.2.2).
    private static func hex(_ bytes: ArraySlice<UInt8>) -> String? {
        guard bytes.allSatisfy({ ASCII.isDigit($0) || (0x61...0x66).contains($0) }) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// At most 32 members (§3.3.1.1) of printable ASCII; what they mean is their vendors'.
    private static func checked(_ state: String) -> String? {
        let members = state.split(separator: ",").filter { $0.contains { $0 != " " && $0 != "\t" } }
        guard (1...32).contains(members.count) else { return nil }
        return state.utf8.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x09 }) ? state : nil
    }
}

extension HTTPFieldName {
    /// The trace and the span that a request belongs to (W3C Trace Context §3.2).
    public static let traceparent = HTTPFieldName("traceparent")
    /// What vendors pass on with a trace (W3C Trace Context §3.3).
    public static let tracestate = HTTPFieldName("tracestate")
}
