// Methods of collections rather than functions of `Promise`: of these the compiler finds the types at once.

extension Collection {
    /// All values, in the order of the promises; no value for no promises. The first failure is the outcome at once.
    ///
    ///     let pages = try await urls.map { url in client.promise(page(url), paused: true) }.all(concurrency: 4).value
    ///
    /// After a failure the others are cancelled, unless something else goes on from them. Promises that were made
    /// `paused` are started, at most `concurrency` at a time; those that run already are not held back. The progress is the
    /// sum of the promises' bytes, its total known when all of theirs are.
    public func all<Value, Failure>(
        concurrency: Int? = nil, cancelled: @autoclosure @escaping @Sendable () -> Failure
    ) -> Promise<[Value], Failure> where Element == Promise<Value, Failure> {
        all(concurrency, CancelledFailure(cancelled))
    }

    /// All values, in the order of the promises; see ``all(concurrency:cancelled:)``.
    public func all<Value, Failure: CancellableFailure>(
        concurrency: Int? = nil
    ) -> Promise<[Value], Failure> where Element == Promise<Value, Failure> {
        all(concurrency, CancelledFailure { .cancelled })
    }

    /// All values, in the order of the promises; see ``all(concurrency:cancelled:)``.
    public func all<Value>(
        concurrency: Int? = nil
    ) -> Promise<[Value], any Error> where Element == Promise<Value, any Error> {
        all(concurrency, CancelledFailure { CancellationError() })
    }

    /// All outcomes, in the order of the promises, once all have settled. It fails by being cancelled alone.
    ///
    /// Promises that were made `paused` are started, at most `concurrency` at a time.
    public func allSettled<Value, Failure>(
        concurrency: Int? = nil
    ) -> Promise<[Result<Value, Failure>], CancellationError> where Element == Promise<Value, Failure> {
        gathered(concurrency, CancelledFailure { CancellationError() }) {
            .keep($0.result)
        } whenAllAreKept: {
            .fulfilled($0)
        }
    }

    /// The first value; the others are then cancelled. Where none has a value, or without promises: ``NoSuccess``.
    public func firstSuccess<Value, Failure>() -> Promise<Value, NoSuccess<Failure>>
    where Element == Promise<Value, Failure> {
        gathered(nil, CancelledFailure { .cancelled }) { outcome in
            switch outcome {
            case .fulfilled(let value): .settle(.fulfilled(value))
            case .rejected(let rejection): .keep(rejection.error)
            }
        } whenAllAreKept: {
            .rejected(Rejection(NoSuccess(failures: $0, isCancelled: false), isCancelled: false))
        }
    }

    /// The outcome of the promise that settles first, value or failure; the others are cancelled. Without promises it is cancelled.
    public func firstSettled<Value, Failure>(
        cancelled: @autoclosure @escaping @Sendable () -> Failure
    ) -> Promise<Value, Failure> where Element == Promise<Value, Failure> {
        firstSettled(CancelledFailure(cancelled))
    }

    /// The outcome of the promise that settles first; see ``firstSettled(cancelled:)``.
    public func firstSettled<Value, Failure: CancellableFailure>() -> Promise<Value, Failure>
    where Element == Promise<Value, Failure> {
        firstSettled(CancelledFailure { .cancelled })
    }

    /// The outcome of the promise that settles first; see ``firstSettled(cancelled:)``.
    public func firstSettled<Value>() -> Promise<Value, any Error> where Element == Promise<Value, any Error> {
        firstSettled(CancelledFailure { CancellationError() })
    }
}

extension Collection {
    private func all<Value, Failure>(
        _ concurrency: Int?, _ cancelled: CancelledFailure<Failure>
    ) -> Promise<[Value], Failure> where Element == Promise<Value, Failure> {
        gathered(concurrency, cancelled) { outcome in
            switch outcome {
            case .fulfilled(let value): .keep(value)
            case .rejected(let rejection): .settle(.rejected(rejection))
            }
        } whenAllAreKept: {
            .fulfilled($0)
        }
    }

    private func firstSettled<Value, Failure>(
        _ cancelled: CancelledFailure<Failure>
    ) -> Promise<Value, Failure> where Element == Promise<Value, Failure> {
        gathered(nil, cancelled) { outcome -> Gathering<Value, Failure, Never, Value, Failure>.Decision in
            .settle(outcome)
        } whenAllAreKept: { _ in
            .cancelled(cancelled)
        }
    }

    private func gathered<Part, PartFailure, Kept, Value, Failure>(
        _ concurrency: Int?, _ cancelled: CancelledFailure<Failure>,
        _ decide:
            @escaping @Sendable (Settlement<Part, PartFailure>) ->
            Gathering<Part, PartFailure, Kept, Value, Failure>.Decision,
        whenAllAreKept: @escaping @Sendable ([Kept]) -> Settlement<Value, Failure>
    ) -> Promise<Value, Failure> where Element == Promise<Part, PartFailure> {
        let promises = Array(self)
        let queue = Promise<Value, Failure>.queue()
        let result = Core<Value, Failure>(on: queue, cancelled: cancelled)
        let recipes = promises.map(\.core.recipe)
        let recipe = Recipe {
            let core = Core<Value, Failure>(on: queue, cancelled: cancelled)
            let cores: [Core<Part, PartFailure>] = recipes.map { $0.make() }
            Gathering(of: cores, for: core, decide, whenAllAreKept).begin(concurrency)
            return core
        }
        Gathering(of: promises.map(\.core), keeping: promises, for: result, decide, whenAllAreKept).begin(concurrency)
        result.keep(recipe)
        return Promise(result, lease: Lease(result))
    }
}
