/// The path of an endpoint: what the author wrote, with named holes for values (`/users/{id}/posts`).
///
/// In source, write the name and the value where they stand, `GET("/users/\("id", id)/posts")`, or leave a hole and
/// fill it with `PathValue`. A value is data: it becomes one encoded segment, or part of one, whatever it holds. The
/// rest is literal: a valid percent triplet in it stays, and a `?` begins a literal query.
public struct PathTemplate: Sendable, Hashable, ExpressibleByStringInterpolation {
    /// The text with `{name}` in each hole.
    public let text: String
    /// The values given in place, in the order of their holes.
    public let values: [PathArgument]

    /// A path of literal text, which may have holes.
    public init(_ text: String) {
        self.text = text
        values = []
    }

    /// A path written as a literal.
    public init(stringLiteral text: String) {
        self.init(text)
    }

    /// A path written as a literal with values in it.
    public init(stringInterpolation: StringInterpolation) {
        text = stringInterpolation.text
        values = stringInterpolation.values
    }

    /// Collects the parts of a path literal.
    public struct StringInterpolation: StringInterpolationProtocol {
        var text = ""
        var values: [PathArgument] = []

        /// Makes room for the parts to come.
        public init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + interpolationCount * 8)
            values.reserveCapacity(interpolationCount)
        }

        /// Adds text that the author wrote.
        public mutating func appendLiteral(_ literal: String) {
            text += literal
        }

        /// Adds a value under a name, which the plan shows: `\("id", id)`.
        public mutating func appendInterpolation(_ name: String, _ value: some Encodable) {
            text += "{"
            text += name
            text += "}"
            values.append(PathArgument(name, value))
        }

        /// Adds a value named by its position, from 1: `\(id)`.
        public mutating func appendInterpolation(_ value: some Encodable) {
            appendInterpolation(String(values.count + 1), value)
        }
    }
}

/// A value for a named hole of a path, as text before encoding.
public struct PathArgument: Sendable, Hashable, Codable {
    /// The name of the hole.
    public let name: String
    /// The text of the value, nil where it has none.
    public let value: String?
    /// What is wrong with the value, nil where it has a text.
    let problem: PlanProblem?

    /// A value of any scalar type: text, number, boolean, date (ISO 8601), UUID, URL, raw-value enum.
    ///
    /// nil, and a value that is not a scalar, become a problem of the plan.
    public init(_ name: String, _ value: some Encodable) {
        self.name = name
        do {
            self.value = try ScalarText.text(of: value, name: name)
            problem = self.value == nil ? .missingPathValue(name) : nil
        } catch {
            self.value = nil
            problem = .parameter(.pathValue, error)
        }
    }
}
