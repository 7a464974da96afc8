import ApusCore
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension TransportError {
    /// What an error of URLSession means, given whether the head of the response had come.
    ///
    /// The error is kept without its other information, which names the whole URL.
    init(_ error: any Error, for request: HTTPRequest, hasResponse: Bool) {
        guard let error = error as? URLError else {
            self.init(.other, underlying: error)
            return
        }
        let words = error.localizedDescription
        let underlying = URLError(error.code, userInfo: [NSLocalizedDescriptionKey: words])
        var kind = Self.kind(of: error.code)
        #if canImport(FoundationNetworking)
        kind = kind ?? Self.kind(ofCurl: words, isSecure: request.url.scheme == "https")
        #endif
        // What comes after the head can only have broken it off.
        if hasResponse, kind != .timeout, kind != .tooLarge { kind = .connectionLost }
        switch kind ?? .other {
        case .nameLookup: self.init(.nameLookup, request.url.host, underlying: underlying)
        case .connectionRefused: self.init(.connectionRefused, request.url.authority, underlying: underlying)
        case .tls: self.init(.tls, "\(request.url.authority): \(words)", underlying: underlying)
        case let kind: self.init(kind, "\(request.url.authority): \(words)", underlying: underlying)
        }
    }

    /// Nil for codes that don't say.
    private static func kind(of code: URLError.Code) -> Kind? {
        switch code {
        case .cannotFindHost, .dnsLookupFailed:
            .nameLookup
        case .cannotConnectToHost, .notConnectedToInternet, .internationalRoamingOff, .callIsActive, .dataNotAllowed:
            .connectionRefused
        case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
            .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
            .tls
        case .timedOut:
            .timeout
        case .networkConnectionLost, .badServerResponse, .cannotParseResponse, .cannotDecodeContentData,
            .cannotDecodeRawData, .zeroByteResource:
            .connectionLost
        case .dataLengthExceedsMaximum:
            .tooLarge
        case .fileDoesNotExist, .fileIsDirectory, .noPermissionsToReadFile:
            .unreadableBody
        default:
            nil
        }
    }

    #if canImport(FoundationNetworking)
    /// FoundationNetworking has one code for most of libcurl's errors, and libcurl's words tell them apart.
    private static func kind(ofCurl words: String, isSecure: Bool) -> Kind? {
        let words = words.lowercased()
        let says = { (phrases: [String]) in phrases.contains { words.contains($0) } }
        if says(["could not resolve"]) { return .nameLookup }
        if says(["failed to connect", "couldn't connect"]) { return .connectionRefused }
        if isSecure, says(["ssl", "tls", "certificate", "handshake"]) { return .tls }
        // Among them are the protocol errors: no HTTP, a bad length, a bad chunk, a bad coding.
        if says(["response", "http/0.9", "header", "content-length", "transfer closed", "chunk", "encoding"]) {
            return .connectionLost
        }
        return says(["recv failure", "send failure", "rewind", "broken pipe"]) ? .connectionLost : nil
    }
    #endif
}
