/// The type by which plugins name a value that they share for the length of one call.
///
///     enum RequestID: ExchangeKey { static let defaultValue: String? = nil }
///     exchange[RequestID.self] = "7f3a"
public protocol ExchangeKey {
    /// What is kept under the key.
    associatedtype Value: Sendable
    /// What there is before anything is set.
    static var defaultValue: Value { get }
}
