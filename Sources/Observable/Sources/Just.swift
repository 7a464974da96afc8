extension ObservableSequence {
    /// One value, then completion.
    public static func just(_ value: Element) -> ObservableSequence {
        each(CollectionOfOne(value))
    }
}

extension ObservableSequence where Failure == Never {
    /// One value, then completion; it can't fail.
    public static func just(_ value: Element) -> ObservableSequence {
        each(CollectionOfOne(value))
    }
}
