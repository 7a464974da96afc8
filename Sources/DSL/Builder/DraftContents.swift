public import ApusCore

/// What a declaration has said so far, apart from its rows, whose types change on the way.
///
/// One object goes through all steps of a declaration. A value would be copied at each, lists and all, since the compiler
/// keeps what every step gave until the declaration's closure ends. No two drafts are ever continued from one: the
/// builder's results are used once, and no draft can stand in a declaration.
@usableFromInline
final class DraftContents {
    @usableFromInline var box: PlanBox = PlanBox()
    var changes: [PluginChange] = []

    @usableFromInline
    init() {}
}
