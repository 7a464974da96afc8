extension ObservableSequence {
    /// An error at once and nothing else.
    public static func error(_ failure: Failure) -> ObservableSequence {
        ObservableSequence { downstream in
            let flag = ClosureDisposable()
            downstream.begin(flag)
            if !flag.isDisposed { downstream.end(.failed(failure)) }
        }
    }
}
