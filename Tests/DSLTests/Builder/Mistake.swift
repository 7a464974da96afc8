import Testing

/// A wrong declaration, and what the compiler has to say about it.
///
/// `// error` stands in the lines where the message has to be; nothing else may be reported, but for what `then` says at
/// the line of `// then`, and only after it.
struct Mistake: Sendable, CustomTestStringConvertible {
    let name: String
    let message: String
    let then: String?
    let snippet: String

    init(_ name: String, _ message: String, then: String? = nil, _ snippet: String) {
        self.name = name
        self.message = message
        self.then = then
        self.snippet = snippet
    }

    var testDescription: String { name }

    /// Line and message of each error, in the order in which they have to come.
    var expected: [(line: Int, message: String)] {
        lines(marked: "// error").map { ($0, message) } + lines(marked: "// then").map { ($0, then ?? "") }
    }

    private func lines(marked mark: String) -> [Int] {
        let lines = snippet.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.indices.filter { lines[$0].hasSuffix(mark) }.map { $0 + 1 }
    }
}

extension Mistake {
    static let secondMethod = "an endpoint has one method, and this is the second: remove one"
    static let noMethod = "an endpoint needs a method: add GET(\"/path\"), POST(\"/path\") or another"
    static let bodyOnGet = "GET and HEAD have no body: use POST, PUT or PATCH, or send the value as Query"
    static let secondDecode =
        "an endpoint has one Decode: give each its statuses and one type, Decode(201, T.self, as: …)"
    static let secondError = "the OnErrors of an endpoint have one type: map each to it, OnError(404, T.self, as: …)"
    static let underIf = "move the method, Decode and OnError out of the 'if': the type depends on them"
    static let underFor = "move the method, Decode and OnError out of the 'for': the type depends on them"
    static let ownToEndpoint = "a group has no method, body or Decode of its own: declare them in each endpoint"
    static let errorUnderIf = "move OnError out of the 'if': the group's error type depends on it"
    static let errorUnderFor = "move OnError out of the 'for': the group's error type depends on it"
    static let notComponent =
        "this is not a component: write GET, Query, Decode and so on, and Use(…) around a plugin"
    static let notGroupComponent =
        "this is not a component: write BaseURL, Bearer, OnError and so on, and Use(…) around a plugin"
}
