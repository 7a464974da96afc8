public import ApusCore
import Dispatch

extension Client {
    /// The endpoint's value, then completion, or its failure. Cold: each subscription sends a request, none sends none.
    ///
    ///     client.observable(company).observe(on: .main).subscribe(onNext: show, onError: warn).disposed(by: bag)
    ///
    /// Disposing cancels the call, closes the transfer, and nothing more is heard: a dispose is no failure. Events come
    /// on a serial queue of the subscription.
    public func observable<Output, Failure>(
        _ endpoint: Endpoint<Output, Failure>
    ) -> ObservableSequence<Output, Failure> {
        let call = call(endpoint)
        return ObservableSequence { downstream in
            let gate = Gate(downstream, name: "observable")
            if gate.isDisposed { return }
            let queue = DispatchQueue(label: "apus.observable.call")
            let running = call.start(on: queue) { outcome in
                gate.settle(outcome.result) { $0 }
            }
            gate.own(ClosureDisposable { running.cancel() })
        }
    }

    /// How far the bodies of the endpoint's call have come, then its value and completion, or its failure.
    ///
    /// Cold and disposed like ``observable(_:)``.
    public func events<Output, Failure>(
        _ endpoint: Endpoint<Output, Failure>
    ) -> ObservableSequence<EndpointEvent<Output>, Failure> {
        let call = call(endpoint)
        return ObservableSequence { downstream in
            let gate = Gate(downstream, name: "events")
            if gate.isDisposed { return }
            let queue = DispatchQueue(label: "apus.observable.call")
            let running = call.start(
                on: queue,
                events: { event in
                    if case .progress(let progress) = event { gate.next(.progress(progress)) }
                }, handler: { outcome in gate.settle(outcome.result) { .value($0) } })
            gate.own(ClosureDisposable { running.cancel() })
        }
    }
}

extension Gate {
    fileprivate func settle<Value>(_ result: Result<Value, Failure>, _ event: (Value) -> Element) {
        switch result {
        case .success(let value):
            next(event(value))
            end(.completed)
        case .failure(let failure):
            end(.failed(failure))
        }
    }
}
