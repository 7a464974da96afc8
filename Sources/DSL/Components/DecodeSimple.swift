public import ApusCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The text of every 2xx, in the charset that the server names, UTF-8 where it names none.
///
/// Bytes that are not in the charset, and a charset that is not known, are `.decoding`.
public struct DecodeText: DecodeComponent {
    /// It answers for every success.
    public typealias Claim = EverySuccess
    /// The rows of the response table.
    public let rows: [ResponseRow<String>]

    /// The text of the body.
    public init() {
        rows = [.text(.success)]
    }
}

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

/// The response itself, at every status: nothing that the server says is an error then.
public struct DecodeResponse: DecodeComponent {
    /// It answers for every status.
    public typealias Claim = EverySuccess
    /// The rows of the response table.
    public let rows: [ResponseRow<HTTPResponse>]

    /// The response.
    public init() {
        rows = [.response(.any)]
    }
}
