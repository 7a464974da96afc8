#if canImport(Combine)
public import Combine

// `Combine.` stands where this module has a type of the same name.

extension ObservableSequence {
    /// The same sequence for Combine: each subscriber is a subscription of its own, and cancelling disposes it.
    ///
    /// An observable knows no demand: values that come before the subscriber wants them wait in memory.
    public var publisher: ObservablePublisher<Element, Failure> { ObservablePublisher(sequence: self) }

    /// The values and the end of a publisher, of which no end of values is demanded; disposing cancels it.
    ///
    /// The publisher is subscribed to on the thread that subscribes. Publishers are not `Sendable`, so the closure makes
    /// one for each subscription; what it captures can be used on any thread.
    public static func from(
        publisher make: @escaping @Sendable () -> AnyPublisher<Element, Failure>
    ) -> ObservableSequence {
        ObservableSequence { downstream in
            let gate = Gate(downstream, name: "from(publisher:)")
            if gate.isDisposed { return }
            // Cancelling is safe on any thread, though the class is not marked so.
            nonisolated(unsafe) let running = make().sink(
                receiveCompletion: { completion in
                    switch completion {
                    case .finished: gate.end(.completed)
                    case .failure(let failure): gate.end(.failed(failure))
                    }
                }, receiveValue: { gate.next($0) })
            gate.own(ClosureDisposable { running.cancel() })
        }
    }
}

/// An ``ObservableSequence`` as a publisher of Combine.
public struct ObservablePublisher<Output: Sendable, Failure: Error>: Publisher, Sendable {
    let sequence: ObservableSequence<Output, Failure>

    /// Subscribes to the sequence.
    public func receive<Downstream: Combine.Subscriber>(
        subscriber: Downstream
    ) where Downstream.Input == Output, Downstream.Failure == Failure {
        // Combine calls subscribers from any thread, one call at a time, and so does the buffer.
        nonisolated(unsafe) let subscriber = AnySubscriber(subscriber)
        let buffer = DemandBuffer<Output, Failure>(
            DemandBuffer.Receiver(
                next: { subscriber.receive($0).asCount },
                end: { completion in
                    switch completion {
                    case .completed: subscriber.receive(completion: .finished)
                    case .failed(let failure): subscriber.receive(completion: .failure(failure))
                    }
                }))
        // Handed over before the first event: demand that comes from within is kept by the buffer.
        subscriber.receive(subscription: DemandSubscription(buffer: buffer))
        buffer.subscribe(to: sequence)
    }
}

/// What a subscriber asks for more with, and cancels.
private final class DemandSubscription<Element: Sendable, Failure: Error>: Combine.Subscription {
    private let buffer: DemandBuffer<Element, Failure>

    init(buffer: DemandBuffer<Element, Failure>) {
        self.buffer = buffer
    }

    func request(_ demand: Subscribers.Demand) {
        buffer.request(demand.asCount)
    }

    func cancel() {
        buffer.dispose()
    }
}

extension Subscribers.Demand {
    fileprivate var asCount: Int { max ?? .max }
}
#endif
