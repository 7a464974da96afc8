public import ApusCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The bytes of every 2xx, after decompression.
public struct DecodeData: DecodeComponent {
    /// It answers for every success.
    public typealias Claim = EverySuccess
    /// The rows of the response table.
    public let rows: [ResponseRow<Data>]

    /// The bytes of the body.
    public init() {
        rows = [ResponseRow(.success, model: "data") { $0.data }]
    }
}
