/// Which of the sequences is the newest, and whether anything can still come.
private struct Newest: Sendable {
    var isOpen = true
    var isRunning = false
    var number = 0
}

extension ObservableSequence {
    /// The values of the sequence made of the newest value: what is searched for follows what is typed.
    ///
    ///     typed.flatMapLatest { text in client.observable(search(text)) }
    ///
    /// With each value the sequence before is disposed, then the closure called and the new one subscribed to: nothing
    /// of the old is heard after anything of the new. Completes when the source and the newest sequence have. A failure
    /// of either ends it; one of an older sequence is not heard.
    public func flatMapLatest<Output: Sendable>(
        _ transform: @escaping @Sendable (Element) -> ObservableSequence<Output, Failure>
    ) -> ObservableSequence<Output, Failure> {
        ObservableSequence<Output, Failure> { downstream in
            let middle = Coordinator(Newest(), downstream)
            let current = SerialDisposable()
            middle.upstreams.add(current)
            middle.attach(self) { value in
                var number: Int?
                middle.update { state, _ in
                    state.number += 1
                    state.isRunning = true
                    number = state.number
                }
                guard let number else { return }
                let slot = SingleAssignmentDisposable()
                current.set(slot)
                if slot.isDisposed { return }
                transform(value).run(middle.newest(number, slot))
            } end: { completion in
                middle.update { state, out in
                    if case .failed = completion { return out.end(completion) }
                    state.isOpen = false
                    if !state.isRunning { out.end(.completed) }
                }
            }
        }
    }
}

extension Coordinator where State == Newest {
    fileprivate func newest(_ number: Int, _ slot: SingleAssignmentDisposable) -> Sink<Element, Failure> {
        Sink(
            begin: { slot.set($0) },
            next: { value in
                self.update { state, out in if state.number == number { out.next(value) } }
            },
            end: { completion in
                self.update { state, out in
                    guard state.number == number else { return }
                    if case .failed = completion { return out.end(completion) }
                    state.isRunning = false
                    if !state.isOpen { out.end(.completed) }
                }
                // So that what has ended is not held until the next.
                slot.dispose()
            })
    }
}

extension ObservableSequence where Failure == Never {
    /// The same for a source that can't fail, such as a timer, and sequences that can.
    @_disfavoredOverload
    public func flatMapLatest<Output: Sendable, Other: Error>(
        _ transform: @escaping @Sendable (Element) -> ObservableSequence<Output, Other>
    ) -> ObservableSequence<Output, Other> {
        setFailureType(to: Other.self).flatMapLatest(transform)
    }
}
