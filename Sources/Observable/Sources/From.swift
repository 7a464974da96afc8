extension ObservableSequence {
    /// The elements of a sequence, then completion: emitted within `subscribe`, and only as far as somebody listens.
    @inlinable
    public static func from<Values: Sequence & Sendable>(
        _ values: Values
    ) -> ObservableSequence where Values.Element == Element {
        each(values)
    }

    /// Inlined where it is used, so that the loop is compiled for the type of the sequence: each step of a loop that is
    /// compiled for all of them looks up metadata, which took most of the time of a value.
    @inlinable
    static func each<Values: Sequence & Sendable>(
        _ values: Values
    ) -> ObservableSequence where Values.Element == Element {
        looping { emit in
            for value in values {
                guard emit(value) else { return }
            }
        }
    }

    /// What the loop emits, then completion. `emit` says whether somebody listened.
    @usableFromInline
    static func looping(_ loop: @escaping @Sendable (_ emit: (Element) -> Bool) -> Void) -> ObservableSequence {
        ObservableSequence { downstream in
            let flag = ClosureDisposable()
            downstream.begin(flag)
            let next = downstream.next
            loop { value in
                if flag.isDisposed { return false }
                next(value)
                return true
            }
            if !flag.isDisposed { downstream.end(.completed) }
        }
    }
}

extension ObservableSequence where Failure == Never {
    /// The elements of a sequence, then completion; it can't fail, which need not be written.
    @inlinable
    public static func from<Values: Sequence & Sendable>(
        _ values: Values
    ) -> ObservableSequence where Values.Element == Element {
        each(values)
    }
}
