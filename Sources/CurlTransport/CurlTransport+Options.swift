public import ApusCore

extension CurlTransport {
    /// How a ``CurlTransport`` connects, and how long it waits. Each has a default that suits most programs.
    public struct Options: Sendable {
        /// How many threads carry out transfers, each with connections of its own. One serves tens of thousands of
        /// requests a second, and HTTP/2 shares one connection then; more pay where TLS or decompression fills one core.
        public var eventLoops = 1
        /// How long making a connection may take: name lookup, connecting and TLS together, in milliseconds rounded up.
        public var connectTimeout: Duration = .seconds(10)
        /// How long no byte may come or go before an exchange fails as `.timeout`, counted from when its connection is
        /// there. The whole call is limited by the endpoint's `Timeout`.
        public var idleTimeout: Duration = .seconds(60)
        /// How many connections there are at most, those kept alive included, shared out to the event loops; requests beyond
        /// wait for one, and the one longest unused makes room for another host.
        public var maxConnections = 1000
        /// How many connections to one host an event loop has at most, nil for no limit of its own.
        public var maxConnectionsPerHost: Int?
        /// Which version of HTTP is spoken.
        public var httpVersion = HTTPVersion.automatic
        /// How connections are made secure.
        public var tls = TLS()
        /// Through which proxy connections go.
        public var proxy = Proxy.environment
        /// The path of a Unix-domain socket that every connection is made to, whatever the URL's host.
        public var unixSocket: String?
        /// Addresses for hosts that are not looked up then, by `host:port`: `["api.example.com:443": ["192.0.2.1"]]`.
        public var resolve: [String: [String]] = [:]

        /// The defaults.
        public init() {}
    }

    /// Which version of HTTP a ``CurlTransport`` speaks.
    public enum HTTPVersion: Sendable, Hashable {
        /// HTTP/2 over TLS where the server agrees to it (ALPN), else HTTP/1.1.
        case automatic
        /// HTTP/1.1 always.
        case http1
        /// HTTP/2 always, without asking, also over plain TCP (RFC 9113 §3.3).
        case http2PriorKnowledge
    }

    /// How a ``CurlTransport`` makes connections secure: the server is always verified.
    public struct TLS: Sendable {
        /// The oldest version that is spoken.
        public enum Version: Sendable, Hashable {
            /// TLS 1.2 (RFC 5246).
            case v1_2
            /// TLS 1.3 (RFC 8446).
            case v1_3
        }

        /// The certificate by which the client shows who it is.
        public struct ClientCertificate: Sendable {
            /// The path of the certificate and its chain, as PEM.
            public var certificateFile: String
            /// The path of the private key, as PEM.
            public var keyFile: String
            /// What the key is encrypted with, nil for a key that is not.
            public var password: Secret?

            /// A certificate and its key.
            public init(certificateFile: String, keyFile: String, password: Secret? = nil) {
                self.certificateFile = certificateFile
                self.keyFile = keyFile
                self.password = password
            }
        }

        /// The path of certificates, as PEM, that are trusted beside those of the system.
        public var extraCAFile: String?
        /// The certificate by which the client shows who it is, where the server asks.
        public var clientCertificate: ClientCertificate?
        /// Hashes of which the server's public key must have one, in Base64 of SHA-256; empty for no such rule.
        public var pinnedPublicKeys: [String] = []
        /// The oldest version that is spoken.
        public var minimumVersion = Version.v1_2

        /// Verified by what the system trusts.
        public init() {}
    }

    /// Through which proxy a ``CurlTransport`` connects.
    public enum Proxy: Sendable {
        /// What the variables `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` say when the first requests are sent.
        case environment
        /// No proxy, whatever the variables say.
        case none
        /// The proxy at a URL of the scheme http, https, socks5 or socks5h (the proxy looks names up), without user info.
        ///
        /// The hosts in `except`, and those under them, are connected to directly.
        case url(String, user: String? = nil, password: Secret? = nil, except: [String] = [])
    }
}
