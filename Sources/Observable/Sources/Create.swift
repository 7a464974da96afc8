extension ObservableSequence {
    /// A sequence of whatever the closure emits: the way in for callbacks, delegates and sockets.
    ///
    ///     ObservableSequence<Data, Never>.create { observer in
    ///         let token = socket.listen { observer.next($0) }
    ///         return ClosureDisposable { token.cancel() }
    ///     }
    ///
    /// The closure runs once a subscription, on the subscribing thread, and gives what ends the work. That is disposed
    /// once, at the end or when the subscriber loses interest, also where either has happened before the closure
    /// returned. Events must not overlap: a debug build reports ``OverlappingEvents``.
    public static func create(
        _ subscribe: @escaping @Sendable (Observer<Element, Failure>) -> any Disposable
    ) -> ObservableSequence {
        ObservableSequence { downstream in
            let gate = Gate(downstream, name: "create")
            if gate.isDisposed { return }
            gate.own(subscribe(Observer(gate: gate)))
        }
    }
}
