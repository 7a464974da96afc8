public import ApusCore

/// A component that changes which plugins stand around the call.
public protocol PluginComponent: DeclarationPart {
    /// The change.
    var change: PluginChange { get }
}

/// A plugin for this endpoint or group: in the place of the client's of its type, else as the innermost.
///
/// The redirects that every client follows by default stay inside of it; list `FollowRedirects` in the client to have
/// the plugin see each hop.
public struct Use: PluginComponent {
    /// The change: the plugin is used.
    public let change: PluginChange

    /// A plugin to use.
    public init(_ plugin: some Plugin) {
        change = .use(plugin)
    }
}
