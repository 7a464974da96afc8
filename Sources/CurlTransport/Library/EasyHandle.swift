import CCurl

/// libcurl's handle of one exchange at a time, with typed access to the options used here.
///
/// What the loop's settings say is set once; what a request says is set for each.
final class EasyHandle {
    let pointer: UnsafeMutableRawPointer
    private let errorText: UnsafeMutablePointer<CChar>
    private var hasCustomMethod = false
    private var wasChunked = false
    private var expectsMuch = false
    /// Whether the URL of the last request was https; nil before the first.
    private var wasSecure: Bool?
    private var isVerbose = false
    private var isReuseForbidden = false
    private let httpVersion: CurlTransport.HTTPVersion

    /// Nil where there is no memory.
    init?(_ httpVersion: CurlTransport.HTTPVersion) {
        guard let pointer = curl_easy_init() else { return nil }
        self.pointer = pointer
        self.httpVersion = httpVersion
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        set(CURLOPT_ERRORBUFFER, pointer: errorText)
    }

    deinit {
        curl_easy_cleanup(pointer)
        errorText.deallocate()
    }

    func set(_ option: CURLoption, _ value: Int) {
        apus_easy_set_long(pointer, option, value)
    }

    func set(_ option: CURLoption, _ value: Bool) {
        apus_easy_set_long(pointer, option, value ? 1 : 0)
    }

    func set(_ option: CURLoption, _ text: UnsafePointer<CChar>?) {
        apus_easy_set_text(pointer, option, text)
    }

    func set(_ option: CURLoption, pointer value: UnsafeMutableRawPointer?) {
        apus_easy_set_pointer(pointer, option, value)
    }

    func set(_ option: CURLoption, list: UnsafeMutablePointer<curl_slist>?) {
        apus_easy_set_list(pointer, option, list)
    }

    /// What libcurl says about the last error, in its words for this case where it has some.
    func words(for code: CURLcode) -> String {
        errorText[0] == 0 ? String(cString: curl_easy_strerror(code)) : String(cString: errorText)
    }

    func long(_ info: CURLINFO) -> Int { apus_easy_long(pointer, info) }
    func offset(_ info: CURLINFO) -> Int64 { apus_easy_offset(pointer, info) }

    /// A duration that libcurl has in microseconds.
    func time(_ info: CURLINFO) -> Duration { .microseconds(offset(info)) }

    /// What libcurl is asked: the texts are copied, the fields and the short body stay where they are until the end.
    struct Request {
        /// Nil where it is that of the last request.
        let url: UnsafePointer<CChar>?
        let method: UnsafePointer<CChar>
        let isGet: Bool
        let isHead: Bool
        let isSecure: Bool
        /// Whether it may be sent twice.
        let isHarmless: Bool
        let fields: UnsafeMutablePointer<curl_slist>?
        let framing: Framing
        /// The body, nil to be asked for it piece by piece.
        let body: UnsafeMutableRawPointer?
        let isObserved: Bool
        /// Whether a long response is expected, which is worth a larger buffer.
        let expectsMuch: Bool
    }

    /// In bytes; the usual one is libcurl's own. What one buffer of gzip decodes to, a thousand times as much, still fits
    /// into the 64 MiB that libcurl keeps of a transfer that is paused.
    private static let (usualBuffer, largeBuffer) = (16 << 10, 60 << 10)

    /// How the body is framed (RFC 9112 §6).
    enum Framing: Equatable {
        case noBody
        case length(Int64)
        case chunked
    }

    func prepare(_ request: Request) {
        errorText[0] = 0
        if let url = request.url { set(CURLOPT_URL, url) }
        set(CURLOPT_HTTPHEADER, list: request.fields)
        set(CURLOPT_NOPROGRESS, !request.isObserved)
        if wasSecure != request.isSecure || isReuseForbidden {
            wasSecure = request.isSecure
            isReuseForbidden = false
            set(CURLOPT_HTTP_VERSION, version(isSecure: request.isSecure))
            // Worth waiting to share a connection only where it may turn out to be HTTP/2.
            set(CURLOPT_PIPEWAIT, mayBeHTTP2(isSecure: request.isSecure))
            let isAlone =
                httpVersion == .http2PriorKnowledge && !request.isSecure && !CurlLibrary.reusesPriorKnowledge
            set(CURLOPT_FRESH_CONNECT, isAlone)
            set(CURLOPT_FORBID_REUSE, isAlone)
        }
        // Only where it matters whether a stream was processed: libcurl says it in no other way.
        let isVerbose = !request.isHarmless && mayBeHTTP2(isSecure: request.isSecure)
        if self.isVerbose != isVerbose {
            self.isVerbose = isVerbose
            set(CURLOPT_VERBOSE, isVerbose)
        }
        if expectsMuch != request.expectsMuch {
            expectsMuch = request.expectsMuch
            set(CURLOPT_BUFFERSIZE, expectsMuch ? Self.largeBuffer : Self.usualBuffer)
        }
        setBody(request)
        let needsName = !(request.isHead || request.isGet && request.framing == .noBody)
        if needsName || hasCustomMethod { set(CURLOPT_CUSTOMREQUEST, needsName ? request.method : nil) }
        hasCustomMethod = needsName
    }

    private func setBody(_ request: Request) {
        if wasChunked { set(CURLOPT_UPLOAD, false) }
        wasChunked = request.framing == .chunked
        switch request.framing {
        case .length(let length):
            set(CURLOPT_POST, true)
            apus_easy_set_offset(pointer, CURLOPT_POSTFIELDSIZE_LARGE, length)
            set(CURLOPT_POSTFIELDS, pointer: request.body)
        case .chunked:
            set(CURLOPT_UPLOAD, true)
            apus_easy_set_offset(pointer, CURLOPT_INFILESIZE_LARGE, -1)
        case .noBody where request.isHead:
            set(CURLOPT_NOBODY, true)
        case .noBody:
            set(CURLOPT_HTTPGET, true)
        }
    }

    /// Has the connection end with an exchange that is given up, unless others share it.
    ///
    /// That of HTTP/1.1 does anyway. That of HTTP/2 could stay, but libcurl 7.88 keeps the RST_STREAM back until it next has
    /// something to send, so that the server would go on with what nobody waits for.
    func forbidReuse() {
        isReuseForbidden = true
        set(CURLOPT_FORBID_REUSE, true)
    }

    private func mayBeHTTP2(isSecure: Bool) -> Bool {
        isSecure && httpVersion != .http1 || httpVersion == .http2PriorKnowledge
    }

    private func version(isSecure: Bool) -> Int {
        switch httpVersion {
        case .automatic where isSecure: CURL_HTTP_VERSION_2TLS
        case .automatic, .http1: CURL_HTTP_VERSION_1_1
        case .http2PriorKnowledge: CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE
        }
    }
}
