/// The plugins of a call, outermost first, and what is known of them without sending anything.
struct PluginChain: Sendable {
    let plugins: [any Plugin]
    /// Those that hear how the call ended, innermost first.
    let observers: [any CallObserver]
    /// The limit of calls that declare none.
    let timeout: Duration?
    /// What can't be right about them and their order.
    let problems: [PlanProblem]

    /// The chain of plugins in the order given.
    private init(_ plugins: [any Plugin]) {
        self.plugins = plugins
        timeout = plugins.lazy.compactMap { ($0 as? Defaults)?.timeout }.first
        observers = plugins.reversed().compactMap { $0 as? any CallObserver }
        problems = plugins.indices.flatMap { index in
            plugins[index].problems(outside: plugins[..<index], inside: plugins[(index + 1)...])
        }
    }

    /// A client's chain: its list, and the redirects that every client follows, inside of those that see calls and attempts,
    /// and outside of those after them that see each hop.
    init(listed plugins: [any Plugin]) {
        guard !plugins.contains(where: { $0 is FollowRedirects }) else {
            self.init(plugins)
            return
        }
        let outer = plugins.lastIndex(where: Self.standsOutsideOfHops).map { $0 + 1 } ?? 0
        let place = plugins[outer...].firstIndex { $0.place == .hop } ?? plugins.endIndex
        self.init(plugins[..<place] + [FollowRedirects.byDefault] + plugins[place...])
    }

    /// The chain as an endpoint changes it.
    func applying(_ changes: [PluginChange]) -> PluginChain {
        if changes.isEmpty { return self }
        var plugins = plugins
        for change in changes {
            switch change {
            case .use(let plugin):
                let former = plugins.firstIndex { type(of: $0) == type(of: plugin) }
                if let former, plugins[former].place == plugin.place {
                    plugins[former] = Self.successor(of: plugins[former], plugin)
                } else {
                    // One of its type may have another place: a digest answers for each hop, a token for an attempt.
                    if let former { plugins.remove(at: former) }
                    let place = plugins.firstIndex { Self.belongs($0, insideOf: plugin) }
                    plugins.insert(plugin, at: place ?? plugins.endIndex)
                }
            case .remove(let type):
                plugins.removeAll { Swift.type(of: $0) == type }
            }
        }
        return PluginChain(plugins)
    }

    /// Redirects that no client listed stay the innermost, with whatever limit.
    private static func successor(of former: any Plugin, _ plugin: any Plugin) -> any Plugin {
        guard (former as? FollowRedirects)?.isDefault == true, let own = plugin as? FollowRedirects else {
            return plugin
        }
        return FollowRedirects(limit: own.limit, isDefault: true)
    }

    /// Whether a plugin follows redirects that somebody listed, or has its place further out.
    static func standsOutsideOfHops(_ plugin: any Plugin) -> Bool {
        if let redirects = plugin as? FollowRedirects { return !redirects.isDefault }
        return plugin.place.map { $0 < .redirect } ?? false
    }

    /// Whether a plugin that joins has to stand outside of the other.
    private static func belongs(_ other: any Plugin, insideOf plugin: any Plugin) -> Bool {
        if (other as? FollowRedirects)?.isDefault == true { return plugin.place != .hop }
        guard let place = plugin.place, let inner = other.place else { return false }
        return place < inner
    }
}
