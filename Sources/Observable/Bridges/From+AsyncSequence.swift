extension ObservableSequence {
    /// The values of an asynchronous sequence, then completion, or the error that it throws.
    ///
    /// Each subscription iterates in a task of its own, and events come from that task; disposing cancels it, unless an
    /// event is being heard: after that it ends by itself. The next value is asked for when this one has been heard. An
    /// `AsyncStream` shares its values among all who iterate.
    public static func from<Values: AsyncSequence & Sendable>(
        _ values: Values
    ) -> ObservableSequence where Values.Element == Element, Values.Failure == Failure {
        ObservableSequence { downstream in
            let gate = Gate(downstream, name: "from")
            if gate.isDisposed { return }
            let waiting = Waiting()
            let task = Task {
                var iterator = values.makeAsyncIterator()
                do throws(Failure) {
                    while !gate.isDisposed, let value = try await iterator.next(isolation: nil) {
                        waiting.isOn = false
                        gate.next(value)
                        // Before the look whether somebody listens: who disposes after that look finds it waiting.
                        waiting.isOn = true
                    }
                    waiting.isOn = false
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
