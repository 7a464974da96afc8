public import ApusCore

/// Leaves the plugins of a type out: `Without(FollowRedirects.self)`.
public struct Without: PluginComponent {
    /// The change: the plugins are removed.
    public let change: PluginChange

    /// The type of plugin to leave out.
    public init(_ type: (some Plugin).Type) {
        change = .remove(type)
    }
}
