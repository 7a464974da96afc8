/// What an endpoint or a group changes about the client's plugins.
public enum PluginChange: Sendable {
    /// The plugin takes the place of the one of its type, or joins as the innermost, but outside of those whose place is
    /// further in and of the redirects that every client follows by default.
    case use(any Plugin)
    /// The plugins of the type are left out.
    case remove(any Plugin.Type)

    /// The plugin that is used, nil where one is left out.
    var plugin: (any Plugin)? {
        if case .use(let plugin) = self { plugin } else { nil }
    }

    /// The summary of what the change is, for the plan of an endpoint that no client has seen.
    var summary: String {
        switch self {
        case .use(let plugin): plugin.summary
        case .remove(let type): "without \(type)"
        }
    }
}

extension PluginChange: CustomReflectable {
    /// The summary: a plugin may have secrets, and what prints a value by its parts must not walk into it.
    public var customMirror: Mirror { Mirror(self, children: ["change": summary]) }
}
