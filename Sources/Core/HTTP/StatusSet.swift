/// The statuses that a row of the response table answers for: one, some, a range or any.
///
/// Written as a literal where there is one: `404`, `[404, 410]`, `.range(400..<500)`, `.any`.
public struct StatusSet: Sendable, Hashable, CustomStringConvertible, ExpressibleByIntegerLiteral,
    ExpressibleByArrayLiteral
{
    enum Kind: Hashable {
        case exact([Int])
        case range(Int, Int)
        case any
        case unclaimed
    }

    let kind: Kind

    /// Every status. An `OnError` with it also reads a 2xx whose body is not the declared value.
    public static let any = StatusSet(kind: .any)
    /// 200..<300, what a plain `Decode` answers for.
    public static let success = StatusSet.range(200..<300)
    /// 400..<500.
    public static let clientError = StatusSet.range(400..<500)
    /// 500..<600.
    public static let serverError = StatusSet.range(500..<600)
    /// Every status that no other row names, what a plain `OnError` answers for.
    public static let unclaimed = StatusSet(kind: .unclaimed)

    /// The statuses from the lower bound up to, and without, the upper.
    public static func range(_ codes: Range<Int>) -> StatusSet {
        StatusSet(kind: .range(codes.lowerBound, codes.upperBound))
    }

    init(kind: Kind) {
        self.kind = kind
    }

    /// One status, written as its code.
    public init(integerLiteral code: Int) {
        kind = .exact([code])
    }

    /// Some statuses, written as a list of codes.
    public init(arrayLiteral codes: Int...) {
        kind = .exact(codes)
    }

    /// Whether the set holds the status.
    public func contains(_ status: HTTPStatus) -> Bool {
        switch kind {
        case .exact(let codes): codes.contains(status.code)
        case .range(let lower, let upper): status.code >= lower && status.code < upper
        case .any, .unclaimed: true
        }
    }

    /// How closely the set names a status: exact before range before any before what is left over.
    var specificity: Int {
        switch kind {
        case .exact: 3
        case .range: 2
        case .any: 1
        case .unclaimed: 0
        }
    }

    /// Whether the set was written to hold the status, rather than to hold what nothing else does.
    func names(_ status: HTTPStatus) -> Bool {
        kind != .unclaimed && contains(status)
    }

    /// The set as it stands in the plan text: `404`, `404, 410`, `200..<300`, `any`, `any other`.
    public var description: String {
        switch kind {
        case .exact(let codes): codes.map(String.init).joined(separator: ", ")
        case .range(let lower, let upper): "\(lower)..<\(upper)"
        case .any: "any"
        case .unclaimed: "any other"
        }
    }
}

extension StatusSet: Codable {
    /// Reads the set's ``description``.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let set = StatusSet(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a set of statuses: \(text)")
        }
        self = set
    }

    /// Writes the set's ``description``.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    private init?(_ text: String) {
        if text == Self.any.description {
            self = .any
        } else if text == Self.unclaimed.description {
            self = .unclaimed
        } else if let mark = text.firstRange(of: "..<") {
            guard let lower = Int(text[..<mark.lowerBound]), let upper = Int(text[mark.upperBound...]), lower <= upper
            else { return nil }
            self = .range(lower..<upper)
        } else {
            let parts = text.split(separator: ", ", omittingEmptySubsequences: true)
            let codes = parts.compactMap { Int($0) }
            guard codes.count == parts.count else { return nil }
            kind = .exact(codes)
        }
    }
}
