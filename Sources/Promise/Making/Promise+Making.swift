public import ApusCore
public import Dispatch

extension Promise {
    /// Starts work and gives it the four ways to speak: `fulfill`, `reject`, `progress`, and `onCancel` to hear of a cancellation.
    ///
    ///     Promise<Int, any Error> { fulfill, reject, progress, onCancel in
    ///         let timer = start { fulfill(1) }
    ///         onCancel { timer.invalidate() }
    ///     }
    ///
    /// The work runs before this returns, unless it is `paused`: then when `resume()` is called on the promise or on one that
    /// goes on from it, or when it is awaited. Handlers run on a serial queue over `queue` unless they name one.
    /// `cancelled` is the failure of a `cancel()` without an error.
    public init(
        cancelled: @autoclosure @escaping @Sendable () -> Failure, on queue: DispatchQueue? = nil, paused: Bool = false,
        _ work:
            @escaping @Sendable (
                _ fulfill: @escaping @Sendable (Value) -> Void, _ reject: @escaping @Sendable (Failure) -> Void,
                _ progress: @escaping @Sendable (TransferProgress) -> Void,
                _ onCancel: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
            ) -> Void
    ) {
        self.init(cancelled: CancelledFailure(cancelled), on: queue, paused: paused) { resolver in
            work({ resolver.fulfill($0) }, { resolver.reject($0) }, resolver.progress, resolver.onCancel)
        }
    }

    init(
        cancelled: CancelledFailure<Failure>, on queue: DispatchQueue? = nil, paused: Bool = false,
        _ work: @escaping @Sendable (PromiseResolver<Value, Failure>) -> Void
    ) {
        let queue = Self.queue(over: queue)
        self.init(isPaused: paused) {
            Core(on: queue, cancelled: cancelled) { core in
                work(PromiseResolver(core))
            }
        }
    }

    /// Runs asynchronous work; cancelling the promise cancels the task.
    ///
    ///     Promise<Corporation, any Error> { try await client.send(company) }
    ///
    /// A failure of the work that says it is a cancellation, such as `CancellationError`, counts as one.
    public init(
        cancelled: @autoclosure @escaping @Sendable () -> Failure, on queue: DispatchQueue? = nil, paused: Bool = false,
        _ work: @escaping @Sendable () async throws(Failure) -> Value
    ) {
        self.init(cancelled: CancelledFailure(cancelled), on: queue, paused: paused) { resolver in
            let task = Task {
                do throws(Failure) {
                    resolver.fulfill(try await work())
                } catch {
                    resolver.reject(error)
                }
            }
            resolver.onCancel { task.cancel() }
        }
    }

    /// A promise and the resolver that settles it, for what can't be written inside of a closure.
    public static func pending(
        cancelled: @autoclosure @escaping @Sendable () -> Failure, on queue: DispatchQueue? = nil
    ) -> (promise: Promise, resolver: PromiseResolver<Value, Failure>) {
        let core = Core<Value, Failure>(on: Self.queue(over: queue), cancelled: CancelledFailure(cancelled))
        return (Promise(core, lease: Lease(core)), PromiseResolver(core))
    }

    /// A promise that has its value.
    public static func fulfilled(
        _ value: Value, cancelled: @autoclosure @escaping @Sendable () -> Failure, on queue: DispatchQueue? = nil
    ) -> Promise {
        settled(.success(value), cancelled: CancelledFailure(cancelled), on: queue)
    }

    /// A promise that has failed.
    public static func rejected(
        _ failure: Failure, cancelled: @autoclosure @escaping @Sendable () -> Failure, on queue: DispatchQueue? = nil
    ) -> Promise {
        settled(.failure(failure), cancelled: CancelledFailure(cancelled), on: queue)
    }

    static func settled(
        _ result: Result<Value, Failure>, cancelled: CancelledFailure<Failure>, on queue: DispatchQueue?
    ) -> Promise {
        let queue = Self.queue(over: queue)
        return Promise {
            let core = Core<Value, Failure>(on: queue, cancelled: cancelled)
            PromiseResolver(core).resolve(result)
            return core
        }
    }
}

extension Promise where Value == Void, Failure == CancellationError {
    /// A promise that is fulfilled so much time after its start, and fails by being cancelled alone.
    public static func after(
        _ duration: Duration, clock: any Clock<Duration> = ContinuousClock(), on queue: DispatchQueue? = nil,
        paused: Bool = false
    ) -> Promise {
        Promise(cancelled: CancelledFailure { CancellationError() }, on: queue, paused: paused) {
            $0.fulfill((), after: duration, clock)
        }
    }
}

extension PromiseResolver {
    /// Fulfils later, unless the promise is cancelled meanwhile.
    func fulfill(_ value: Value, after duration: Duration, _ clock: any Clock<Duration>) {
        let task = Task {
            // A clock's sleep ends early by cancellation alone, which has settled the promise.
            guard (try? await clock.sleep(for: Waiting.bounded(duration))) != nil else { return }
            fulfill(value)
        }
        onCancel { task.cancel() }
    }
}
