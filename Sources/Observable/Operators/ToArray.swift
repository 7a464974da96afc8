import Locking

extension ObservableSequence {
    /// All values as one, when the sequence completes; they are kept in memory until then.
    public func toArray() -> ObservableSequence<[Element], Failure> {
        ObservableSequence<[Element], Failure> { downstream in
            let values = Mutex<[Element]>([])
            run(
                Sink(
                    begin: downstream.begin, next: { value in values.withLock { $0.append(value) } },
                    end: { completion in
                        let all = values.withLock { values in
                            defer { values = [] }
                            return values
                        }
                        if case .completed = completion { downstream.next(all) }
                        downstream.end(completion)
                    }))
        }
    }
}
