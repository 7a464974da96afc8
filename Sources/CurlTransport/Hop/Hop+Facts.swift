import ApusCore
import CCurl

extension Hop {
    /// Where the time went. A connection that was there already took none.
    var timings: Timings {
        var timings = Timings(
            firstByte: easy.time(CURLINFO_STARTTRANSFER_TIME_T), total: easy.time(CURLINFO_TOTAL_TIME_T))
        if easy.long(CURLINFO_NUM_CONNECTS) > 0 {
            timings.nameLookup = easy.time(CURLINFO_NAMELOOKUP_TIME_T)
            timings.connect = easy.time(CURLINFO_CONNECT_TIME_T)
            if transfer?.request.url.scheme == "https" { timings.tls = easy.time(CURLINFO_APPCONNECT_TIME_T) }
        }
        return timings
    }

    /// What is known of the connection.
    var connection: ConnectionFacts {
        var facts = ConnectionFacts(isReused: easy.long(CURLINFO_NUM_CONNECTS) == 0)
        facts.httpVersion = httpVersion
        if let address = apus_easy_text(easy.pointer, CURLINFO_PRIMARY_IP), address[0] != 0 {
            let text = String(cString: address)
            facts.remoteAddress =
                "\(text.utf8.contains(0x3A) ? "[\(text)]" : text):\(easy.long(CURLINFO_PRIMARY_PORT))"
        }
        facts.bytesSent = Int64(easy.long(CURLINFO_REQUEST_SIZE))
        // libcurl counts a body that goes together with the head in both.
        if case .short = transfer?.body {} else { facts.bytesSent? += easy.offset(CURLINFO_SIZE_UPLOAD_T) }
        facts.bytesReceived = Int64(easy.long(CURLINFO_HEADER_SIZE)) + easy.offset(CURLINFO_SIZE_DOWNLOAD_T)
        return facts
    }

    private var httpVersion: String? {
        switch easy.long(CURLINFO_HTTP_VERSION) {
        case Int(CURL_HTTP_VERSION_1_0): "1.0"
        case Int(CURL_HTTP_VERSION_1_1): "1.1"
        case Int(CURL_HTTP_VERSION_2_0): "2"
        default: nil
        }
    }

    /// What an error of libcurl means for this transfer.
    func error(_ code: CURLcode) -> TransportError {
        guard let request = transfer?.request else { return TransportError(.other, easy.words(for: code)) }
        let failure = CurlFailure(
            code: Int(code.rawValue), words: easy.words(for: code), phase: phase,
            mayHaveBeenSent: mayHaveBeenSent,
            isSecure: request.url.scheme == "https",
            isRefusedByProxy: sendings == 0 && easy.long(CURLINFO_HTTP_CONNECTCODE) >= 300)
        return TransportError(failure, for: request)
    }

    /// Whether the server may have begun to act on it.
    var mayHaveBeenSent: Bool {
        sendings - refusals > 1 || sendings > refusals && easy.long(CURLINFO_REQUEST_SIZE) > 0
    }

    /// How far it has come.
    var phase: CurlError.Phase {
        if sendings > 0 {
            if head.status > 0 { return .receiving }
            let isSent = easy.offset(CURLINFO_SIZE_UPLOAD_T) >= transfer?.body?.count ?? 0
            return isSent && easy.long(CURLINFO_REQUEST_SIZE) > 0 ? .waiting : .sending
        }
        // The port says it too, since the time of connecting is only set when all of it is done.
        if easy.offset(CURLINFO_CONNECT_TIME_T) > 0 || easy.long(CURLINFO_LOCAL_PORT) > 0 { return .securing }
        return easy.offset(CURLINFO_NAMELOOKUP_TIME_T) > 0 ? .connecting : .nameLookup
    }
}
