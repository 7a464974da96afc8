/// One row of the response table as data: what the plan shows of a `Decode` or an `OnError`.
public struct ResponseRule: Sendable, Hashable, Codable, CustomStringConvertible {
    /// Whether the row gives the call's value or its error.
    public enum Outcome: String, Sendable, Hashable, Codable {
        /// The body becomes the call's value.
        case value
        /// The body becomes the call's error.
        case error
    }

    /// The statuses the row answers for.
    public let statuses: StatusSet
    /// The media type the row is limited to, nil for any.
    public let mediaType: MediaType?
    /// What the body becomes.
    public let outcome: Outcome
    /// The type that is decoded, or what stands for it (`text`, `data`, `by hand`).
    public let model: String

    /// A row of the parts given.
    public init(statuses: StatusSet, mediaType: MediaType?, outcome: Outcome, model: String) {
        self.statuses = statuses
        self.mediaType = mediaType
        self.outcome = outcome
        self.model = model
    }

    /// The row as it stands in the plan text: `200..<300 gives Corporation`, `any other throws TwitterError`.
    public var description: String {
        let type = mediaType.map { " \($0)" } ?? ""
        return "\(statuses)\(type) \(outcome == .value ? "gives" : "throws") \(model)"
    }
}
