/// What goes into `Authorization` (RFC 9110 §11.6.2). Never shown.
public struct Credentials: Sendable, CustomStringConvertible, CustomReflectable {
    let value: Secret
    /// Which of the credentials of its authenticator these are: later ones have higher numbers.
    public let generation: Int

    /// Credentials of the field's value, scheme included.
    public init(_ value: String, generation: Int = 0) {
        self.value = Secret(value)
        self.generation = generation
    }

    /// The scheme, where it is well known, and the mark of a secret.
    public var description: String { value.description }

    /// Shows what the description shows.
    public var customMirror: Mirror { Mirror(self, children: ["value": description]) }
}
