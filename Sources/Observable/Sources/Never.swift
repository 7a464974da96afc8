extension ObservableSequence {
    /// Nothing at all, not even an end.
    public static func never() -> ObservableSequence {
        ObservableSequence { $0.begin(ClosureDisposable()) }
    }
}
