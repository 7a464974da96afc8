public import ApusCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The body of every 2xx in a file, written as it comes and never held in memory: a download.
///
///     let file = try await client.send(Endpoint { GET("/film.mp4"); DecodeFile(to: url) })
///
/// The file is at its place when it is complete; what stood there before stays until then, and a link is
/// replaced. `BodyLimit` does not count, and
/// `Timeout` does. A file that can't be written is `.transport`. On URLSession the body is collected first, up to `BodyLimit`.
public struct DecodeFile: DecodeComponent {
    /// It answers for every success.
    public typealias Claim = EverySuccess
    /// The rows of the response table.
    public let rows: [ResponseRow<URL>]

    /// The file at a URL, which the call gives back.
    public init(to url: URL) {
        rows = [.file(.success, url)]
    }
}
