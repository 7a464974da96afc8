public import ApusCore

/// What is told of a call while it runs: how far its bodies have come, then its value.
public enum EndpointEvent<Output: Sendable>: Sendable {
    /// Bytes have gone out or come in.
    case progress(TransferProgress)
    /// The value, last.
    case value(Output)
}
