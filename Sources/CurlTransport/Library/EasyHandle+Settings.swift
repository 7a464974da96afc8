import ApusCore
import CCurl

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension EasyHandle {
    /// Sets what is the same for every request of a loop.
    func apply(_ settings: LoopSettings, resolve: ResolveList) {
        let options = settings.options
        set(CURLOPT_NOSIGNAL, true)
        apus_easy_allow_http_only(pointer)
        apus_easy_keep_sockets_private(pointer)
        apus_easy_never_wait_for_lookup(pointer)
        set(CURLOPT_FOLLOWLOCATION, false)
        set(CURLOPT_PATH_AS_IS, true)
        set(CURLOPT_HTTP09_ALLOWED, false)
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, true)
        set(CURLOPT_ACCEPT_ENCODING, "")
        set(CURLOPT_CONNECTTIMEOUT_MS, options.connectTimeout.curlMilliseconds)
        if let path = options.unixSocket { set(CURLOPT_UNIX_SOCKET_PATH, path) }
        if let list = resolve.first { set(CURLOPT_RESOLVE, list: list) }
        apply(options.tls)
        apply(options.proxy)
    }

    /// The proxy is verified like a server, where it is spoken to over TLS.
    private func apply(_ tls: CurlTransport.TLS) {
        for option in [CURLOPT_SSL_VERIFYPEER, CURLOPT_PROXY_SSL_VERIFYPEER] { set(option, true) }
        for option in [CURLOPT_SSL_VERIFYHOST, CURLOPT_PROXY_SSL_VERIFYHOST] { set(option, 2) }
        let version = tls.minimumVersion == .v1_3 ? CURL_SSLVERSION_TLSv1_3 : CURL_SSLVERSION_TLSv1_2
        for option in [CURLOPT_SSLVERSION, CURLOPT_PROXY_SSLVERSION] { set(option, version) }
        trust(tls.extraCAFile)
        if let certificate = tls.clientCertificate {
            set(CURLOPT_SSLCERT, certificate.certificateFile)
            set(CURLOPT_SSLKEY, certificate.keyFile)
            if let password = certificate.password?.reveal() { set(CURLOPT_KEYPASSWD, password) }
        }
        if !tls.pinnedPublicKeys.isEmpty {
            set(CURLOPT_PINNEDPUBLICKEY, tls.pinnedPublicKeys.map { "sha256//\($0)" }.joined(separator: ";"))
        }
    }

    /// The system's certificates are a file, a directory or both. libcurl keeps what it has read of a file for the next
    /// connection, but only if there is no directory; and one file of our own is enough to take the system's away.
    private func trust(_ extra: String?) {
        let file = apus_easy_text(pointer, CURLINFO_CAINFO).map { String(cString: $0) }
        let directory = apus_easy_text(pointer, CURLINFO_CAPATH)
        guard let extra else {
            if file != nil { for option in [CURLOPT_CAPATH, CURLOPT_PROXY_CAPATH] { set(option, nil) } }
            return
        }
        // One that can't be read is left to libcurl to say so.
        guard directory == nil, let file, let own = FileManager.default.contents(atPath: extra) else {
            for option in [CURLOPT_CAINFO, CURLOPT_PROXY_CAINFO] { set(option, extra) }
            return
        }
        let both = (FileManager.default.contents(atPath: file) ?? Data()) + Data("\n".utf8) + own
        both.withUnsafeBytes { bytes in
            for option in [CURLOPT_CAINFO_BLOB, CURLOPT_PROXY_CAINFO_BLOB] {
                apus_easy_set_bytes(pointer, option, bytes.baseAddress, bytes.count)
            }
        }
    }

    private func apply(_ proxy: CurlTransport.Proxy) {
        switch proxy {
        case .environment where ProxyVariables.areSet: break
        case .environment, .none: set(CURLOPT_PROXY, "")
        case .url(let url, let user, let password, let exceptions):
            set(CURLOPT_PROXY, url)
            if let user { set(CURLOPT_PROXYUSERNAME, user) }
            if let password = password?.reveal() { set(CURLOPT_PROXYPASSWORD, password) }
            // Also where there are none, or the environment's would count.
            set(CURLOPT_NOPROXY, exceptions.joined(separator: ","))
        }
    }
}

/// The variables that say through which proxy to go. libcurl looks for each of them at every request, unless it is told that
/// there is none.
private enum ProxyVariables {
    static var areSet: Bool { names.contains { getenv($0) != nil } }

    private static let names = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
}
