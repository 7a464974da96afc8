/// An error of libcurl: what a ``ApusCore/TransportError`` of ``CurlTransport`` has as its underlying error.
public struct CurlError: Error, Sendable, Hashable, CustomStringConvertible {
    /// How far an exchange had come.
    public enum Phase: String, Sendable, Hashable, CaseIterable {
        /// The host's name was being looked up, or nothing had begun.
        case nameLookup = "looking up the name"
        /// The connection was being made, to the server or a proxy.
        case connecting = "connecting"
        /// The connection was being made secure.
        case securing = "making the connection secure"
        /// The request was being sent.
        case sending = "sending the request"
        /// The request had been sent and no byte of the response had come.
        case waiting = "waiting for the response"
        /// The response was coming.
        case receiving = "receiving the response"
    }

    /// libcurl's number, a `CURLcode`.
    public let code: Int
    /// The code's name without its prefix, for instance `COULDNT_CONNECT`; the number for one that has none here.
    public let name: String
    /// How far the exchange had come.
    public let phase: Phase

    init(code: Int, phase: Phase) {
        self.code = code
        self.phase = phase
        name = Self.names[code] ?? "\(code)"
    }

    /// `CURLE_COULDNT_CONNECT (7) while connecting`.
    public var description: String { "CURLE_\(name) (\(code)) while \(phase.rawValue)" }

    /// Those that http and https can give.
    private static let names: [Int: String] = [
        1: "UNSUPPORTED_PROTOCOL", 2: "FAILED_INIT", 3: "URL_MALFORMAT", 4: "NOT_BUILT_IN",
        5: "COULDNT_RESOLVE_PROXY", 6: "COULDNT_RESOLVE_HOST", 7: "COULDNT_CONNECT", 8: "WEIRD_SERVER_REPLY",
        16: "HTTP2", 18: "PARTIAL_FILE", 23: "WRITE_ERROR", 26: "READ_ERROR", 27: "OUT_OF_MEMORY",
        28: "OPERATION_TIMEDOUT", 33: "RANGE_ERROR", 35: "SSL_CONNECT_ERROR", 42: "ABORTED_BY_CALLBACK",
        43: "BAD_FUNCTION_ARGUMENT", 45: "INTERFACE_FAILED", 52: "GOT_NOTHING", 53: "SSL_ENGINE_NOTFOUND",
        54: "SSL_ENGINE_SETFAILED", 55: "SEND_ERROR", 56: "RECV_ERROR", 58: "SSL_CERTPROBLEM", 59: "SSL_CIPHER",
        60: "PEER_FAILED_VERIFICATION", 61: "BAD_CONTENT_ENCODING", 63: "FILESIZE_EXCEEDED", 65: "SEND_FAIL_REWIND",
        66: "SSL_ENGINE_INITFAILED", 77: "SSL_CACERT_BADFILE", 80: "SSL_SHUTDOWN_FAILED", 81: "AGAIN",
        82: "SSL_CRL_BADFILE", 83: "SSL_ISSUER_ERROR", 89: "NO_CONNECTION_AVAILABLE", 90: "SSL_PINNEDPUBKEYNOTMATCH",
        91: "SSL_INVALIDCERTSTATUS", 92: "HTTP2_STREAM", 93: "RECURSIVE_API_CALL", 95: "HTTP3", 97: "PROXY",
        98: "SSL_CLIENTCERT", 99: "UNRECOVERABLE_POLL", 100: "TOO_LARGE",
    ]
}
