extension ObservableSequence {
    /// A sequence that is only made when somebody subscribes, and for each subscription anew.
    public static func deferred(
        _ make: @escaping @Sendable () -> ObservableSequence
    ) -> ObservableSequence {
        ObservableSequence { make().run($0) }
    }
}
