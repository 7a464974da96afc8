public import ApusCore

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
