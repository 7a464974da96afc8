public import ApusCore

/// Every 2xx, whatever its body: the call gives no value.
public struct DecodeNothing: DecodeComponent {
    /// It answers for every success.
    public typealias Claim = EverySuccess
    /// The rows of the response table.
    public let rows: [ResponseRow<Void>]

    /// No value.
    public init() {
        rows = [ResponseRow(.success, model: "nothing") { _ in }]
    }
}
