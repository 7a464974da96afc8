extension ObservableSequence {
    /// The values of an asynchronous sequence, then completion, or the error that it throws.
    ///
    /// Each subscription iterates in a task of its own, and events come from that task; disposing cancels it. The next
    /// value is asked for when this one has been heard. An `AsyncStream` shares its values among all who iterate.
    public static func from<Values: AsyncSequence & Sendable>(
        _ values: Values
    ) -> ObservableSequence where Values.Element == Element, Values.Failure == Failure {
        ObservableSequence { downstream in
            let gate = Gate(downstream, name: "from")
            if gate.isDisposed { return }
            let task = Task {
                var iterator = values.makeAsyncIterator()
                do throws(Failure) {
                    while !gate.isDisposed, let value = try await iterator.next(isolation: nil) { gate.next(value) }
                    gate.end(.completed)
                } catch {
                    gate.end(.failed(error))
                }
            }
            gate.own(ClosureDisposable { task.cancel() })
        }
    }
}
