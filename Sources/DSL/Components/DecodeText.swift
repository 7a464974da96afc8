public import ApusCore

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
