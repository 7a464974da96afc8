extension ObservableSequence {
    /// The elements of a sequence, then completion: emitted within `subscribe`, and only as far as somebody listens.
    public static func from<Values: Sequence & Sendable>(
        _ values: Values
    ) -> ObservableSequence where Values.Element == Element {
        each(values)
    }

    static func each<Values: Sequence & Sendable>(
        _ values: Values
    ) -> ObservableSequence where Values.Element == Element {
        ObservableSequence { downstream in
            let flag = ClosureDisposable()
            downstream.begin(flag)
            let next = downstream.next
            for value in values {
                if flag.isDisposed { return }
                next(value)
            }
            if !flag.isDisposed { downstream.end(.completed) }
        }
    }
}

extension ObservableSequence where Failure == Never {
    /// The elements of a sequence, then completion; it can't fail, which need not be written.
    public static func from<Values: Sequence & Sendable>(
        _ values: Values
    ) -> ObservableSequence where Values.Element == Element {
        each(values)
    }
}
