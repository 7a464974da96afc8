public import ApusCore

/// An error type with a value of its own for "cancelled", so that promises that fail with it can be cancelled.
///
/// `EndpointError` and `CancellationError` conform; `any Error` needs no conformance. For an error type of your own it is one
/// line, `extension APIFailure: CancellableFailure { static var cancelled: Self { .stopped } }`, and without it
/// the value is given where a promise is made: `Promise(cancelled: .stopped) { fulfill, reject, progress, onCancel in … }`.
public protocol CancellableFailure: Error {
    /// The failure of what was cancelled.
    static var cancelled: Self { get }
    /// Whether this is it, so that work that fails with it counts as cancelled. False unless the type says otherwise.
    var isCancellation: Bool { get }
}

extension CancellableFailure {
    /// False: a failure is a failure.
    public var isCancellation: Bool { false }
}

extension EndpointError: CancellableFailure {
    /// Whether the call was cancelled.
    public var isCancellation: Bool {
        if case .cancelled = self { true } else { false }
    }
}

extension CancellationError: CancellableFailure {
    /// The error itself.
    public static var cancelled: CancellationError { CancellationError() }

    /// True.
    public var isCancellation: Bool { true }
}
