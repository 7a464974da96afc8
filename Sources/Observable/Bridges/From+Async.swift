extension ObservableSequence {
    /// The one value of an async closure, then completion, or the error it throws.
    ///
    /// Each subscription runs the closure in a task of its own; disposing cancels it. Events come from that task, which is
    /// not cancelled any more once the closure has returned.
    public static func from(
        _ work: @escaping @Sendable () async throws(Failure) -> Element
    ) -> ObservableSequence {
        ObservableSequence { downstream in
            let gate = Gate(downstream, name: "from")
            if gate.isDisposed { return }
            let waiting = Waiting()
            let task = Task {
                do throws(Failure) {
                    let value = try await work()
                    waiting.isOn = false
                    gate.next(value)
                    gate.end(.completed)
                } catch {
                    waiting.isOn = false
                    gate.end(.failed(error))
                }
            }
            gate.own(ClosureDisposable { if waiting.isOn { task.cancel() } })
        }
    }
}
