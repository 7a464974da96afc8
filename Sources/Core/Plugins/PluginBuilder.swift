/// Collects a client's plugins, outermost first.
@resultBuilder
public enum PluginBuilder {
    /// One plugin.
    public static func buildExpression(_ plugin: some Plugin) -> [any Plugin] { [plugin] }
    /// Plugins that are in a list already.
    public static func buildExpression(_ plugins: [any Plugin]) -> [any Plugin] { plugins }
    /// The plugins of all lines.
    public static func buildBlock(_ plugins: [any Plugin]...) -> [any Plugin] { plugins.flatMap(\.self) }
    /// The plugins of an `if`, or none.
    public static func buildOptional(_ plugins: [any Plugin]?) -> [any Plugin] { plugins ?? [] }
    /// The plugins of the first branch.
    public static func buildEither(first plugins: [any Plugin]) -> [any Plugin] { plugins }
    /// The plugins of the other branch.
    public static func buildEither(second plugins: [any Plugin]) -> [any Plugin] { plugins }
    /// The plugins of all rounds of a loop.
    public static func buildArray(_ plugins: [[any Plugin]]) -> [any Plugin] { plugins.flatMap(\.self) }
}
