extension ObservableSequence {
    /// The first value, nil where there is none, or the failure thrown; then the sequence is disposed.
    ///
    ///     let corporation = try await client.observable(company).firstValue
    ///
    /// Cancelling the task that awaits disposes as well, and gives nil: the failure's type need not know of
    /// cancellation. With `Promise { try await values.firstValue }` the first value is a promise; cancelling it disposes.
    public var firstValue: Element? {
        get async throws(Failure) {
            var iterator = take(1).values.makeAsyncIterator()
            return try await iterator.next(isolation: #isolation)
        }
    }
}
