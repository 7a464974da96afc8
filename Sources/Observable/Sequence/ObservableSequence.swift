/// Values that arrive over time, then perhaps an end. Cold: nothing happens until it is subscribed to, each time anew.
///
///     let names = client.observable(company).map(\.name)
///     names.observe(on: .main).subscribe(onNext: { show($0) }, onError: { warn($0) }).disposed(by: bag)
///
/// **The contract.** A subscription hears any number of values, then at most one error or completion, one event at a
/// time and nothing after the end. When it is over, by an end or by `dispose()`, it lets go of all that its closures
/// capture and calls `onDisposed`, once. After `dispose()` has returned on a serial scheduler, nothing more is heard on
/// that scheduler; on another thread a closure that runs already runs to its end.
///
/// A source's resources are given back before its end is told. A sequence without an end stays alive until it is
/// disposed, although nobody holds the handle: see ``DisposeBag``.
public struct ObservableSequence<Element: Sendable, Failure: Error>: Sendable {
    private let source: @Sendable (Sink<Element, Failure>) -> Void

    /// A sequence that does this with the sink of each subscription; the rules are ``Sink``'s.
    init(_ source: @escaping @Sendable (Sink<Element, Failure>) -> Void) {
        self.source = source
    }

    /// Subscribes a sink: for operators. Returns when the source has begun; all that it says at once has been said.
    func run(_ sink: Sink<Element, Failure>) {
        source(sink)
    }
}
