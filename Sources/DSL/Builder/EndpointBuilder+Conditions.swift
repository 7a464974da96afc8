import ApusCore

extension EndpointBuilder {
    /// What an `if` without `else` declares.
    public static func buildOptional(_ part: Part?) -> Part { part ?? Part() }
    /// What the first branch declares.
    public static func buildEither(first part: Part) -> Part { part }
    /// What the other branch declares.
    public static func buildEither(second part: Part) -> Part { part }
    /// What `if #available` declares.
    public static func buildLimitedAvailability(_ part: Part) -> Part { part }
    /// What all rounds of a loop declare.
    public static func buildArray(_ parts: [Part]) -> Part {
        parts.reduce(into: Part()) { $0.join($1) }
    }
}
