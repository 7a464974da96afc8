/// A disposable that knows whether it is over, so that nobody needs to hold it any longer.
protocol EndingDisposable: Disposable {
    /// Whether it has been disposed or has ended by itself, for good.
    var isDisposed: Bool { get }
}

extension ClosureDisposable: EndingDisposable {}
extension CompositeDisposable: EndingDisposable {}
extension SerialDisposable: EndingDisposable {}
extension SingleAssignmentDisposable: EndingDisposable {}
extension ScheduledAction: EndingDisposable {}
extension Subscription: EndingDisposable {}
