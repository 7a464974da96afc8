extension ObservableSequence {
    /// Completion at once and no value.
    public static func empty() -> ObservableSequence {
        each(EmptyCollection())
    }
}
