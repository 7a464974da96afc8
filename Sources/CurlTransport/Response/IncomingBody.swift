#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The body of a response as it comes: collected, or handed on through a pipe.
struct IncomingBody {
    var collected = Data()
    var pipe: DownloadPipe?
    /// Whether the transfer is paused until the reader has taken what there is.
    var isHeldBack = false
}
