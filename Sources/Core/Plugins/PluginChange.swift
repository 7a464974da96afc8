/// What an endpoint or a group changes about the client's plugins.
public enum PluginChange: Sendable {
    /// The plugin takes the place of the one of its type, or joins as the innermost but for the redirects that every
    /// client follows by default.
    case use(any Plugin)
    /// The plugins of the type are left out.
    case remove(any Plugin.Type)

    static func apply(_ changes: [PluginChange], to plugins: [any Plugin]) -> [any Plugin] {
        var plugins = plugins
        for change in changes {
            switch change {
            case .use(let plugin):
                if let place = plugins.firstIndex(where: { type(of: $0) == type(of: plugin) }) {
                    plugins[place] = plugin
                } else {
                    let hasDefault = (plugins.last as? FollowRedirects)?.isDefault ?? false
                    plugins.insert(plugin, at: plugins.endIndex - (hasDefault ? 1 : 0))
                }
            case .remove(let type):
                plugins.removeAll { Swift.type(of: $0) == type }
            }
        }
        return plugins
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
