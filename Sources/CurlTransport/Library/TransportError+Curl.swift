import ApusCore

extension TransportError {
    /// What an error of libcurl means.
    init(_ failure: CurlFailure, for request: HTTPRequest) {
        var words = failure.words
        // libcurl is not known to quote the query, which may hold a secret. Should it, its words are dropped.
        if let query = request.url.query, query.utf8.count > 2, words.contains(query) { words = "" }
        self.init(
            Self.kind(of: failure), words, underlying: CurlError(code: failure.code, phase: failure.phase),
            isSafeToRetry: !failure.mayHaveBeenSent)
    }

    private static func kind(of failure: CurlFailure) -> Kind {
        if failure.isRefusedByProxy { return .connectionRefused }
        return switch failure.code {
        case 5, 6:
            .nameLookup
        case 7, 97:
            .connectionRefused
        case 35, 53, 54, 58, 59, 60, 66, 77, 80, 82, 83, 90, 91, 98:
            .tls
        case 28:
            .timeout
        case 26, 65:
            .unreadableBody
        case 1 where failure.phase == .receiving || failure.phase == .waiting:
            // HTTP/0.9, which is anything at all.
            .connectionLost
        case 27 where failure.phase == .receiving, 100:
            // A field longer than libcurl takes.
            .tooLarge
        case 55, 56:
            failure.isSecure && failure.phase == .securing ? .tls : .connectionLost
        case 8, 16, 18, 52, 61, 92, 95:
            .connectionLost
        default:
            .other
        }
    }
}
