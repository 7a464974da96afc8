/// Where a source's events go: the next operator, or the subscriber at the end.
///
/// Whoever runs a sink keeps these rules, and whoever writes one may rely on them:
///
/// 1. `begin` comes first, once, with what ends the source when disposed. A source that emits at once calls it before.
/// 2. Then `next` any number of times, and `end` at most once; one call at a time, in order, none after `end`.
/// 3. After the upstream has been disposed a source stops soon; a call that is under way may still arrive.
///
/// An operator for which an input gives at most one output passes `begin` on as it is and needs no state of its own:
///
///     ObservableSequence<Output, Failure> { downstream in
///         run(Sink(begin: downstream.begin, next: { downstream.next(transform($0)) }, end: downstream.end))
///     }
///
/// One that ends early keeps what `begin` gave and disposes it (`take`). One that listens to several sources, or to
/// time, goes through a ``Coordinator``. None calls a user's closure under a lock.
struct Sink<Element: Sendable, Failure: Error>: Sendable {
    let begin: @Sendable (_ upstream: any Disposable) -> Void
    let next: @Sendable (Element) -> Void
    let end: @Sendable (Completion<Failure>) -> Void
}
