/// Something that can be ended and its resources given back: a subscription, a timer, a request.
///
/// To conform, make `dispose()` safe to call from any thread, any number of times, and let it return soon: it runs on
/// whatever thread lost interest.
public protocol Disposable: Sendable {
    /// Ends it; a second time, or after the end, does nothing.
    func dispose()
}
