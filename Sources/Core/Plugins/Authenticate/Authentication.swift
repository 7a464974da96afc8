/// How ``Authenticate`` says who asks: `.basic`, `.digest`, `.bearer`, `.oauth2`, or an ``Authenticator`` of one's own.
public struct Authentication: Sendable {
    let authenticator: any Authenticator

    /// As the authenticator does it.
    public init(_ authenticator: some Authenticator) {
        self.authenticator = authenticator
    }
}

extension Authentication: CustomReflectable {
    /// The name: an authenticator holds secrets.
    public var customMirror: Mirror { Mirror(self, children: ["name": authenticator.name]) }
}
