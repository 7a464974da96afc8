/// Where a plugin stands among others by its nature, outermost first: what a request passes on its way to the transport.
///
/// A client keeps the order in which its plugins are listed. The place decides where `Use(plugin)` joins, and where the
/// redirects go that a client follows by default.
public enum PluginPlace: Int, Sendable, Comparable, CaseIterable {
    /// Sees a call once, however often it is tried: what stays the same over attempts, and what counts calls.
    case call
    /// Sends a request again after a failure.
    case retry
    /// Sees each attempt once: credentials, for one, may have to be others by the time of the second.
    case attempt
    /// Follows redirects.
    case redirect
    /// Sees each hop of each attempt: cookies, for one, depend on the URL.
    case hop

    /// Whether the first place is further out.
    public static func < (left: PluginPlace, right: PluginPlace) -> Bool { left.rawValue < right.rawValue }
}
