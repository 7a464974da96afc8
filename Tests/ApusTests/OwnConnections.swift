import Apus

#if Curl && os(Linux)
import ApusCurl
#else
import ApusURLSession
#endif

/// A client with a pool of its own: the tests beside it crowd the one that all other clients share.
enum OwnConnections {
    static func client(_ baseURL: String?) -> Client {
        Client(baseURL, transport: transport())
    }

    static func transport() -> any Transport {
        #if Curl && os(Linux)
        CurlTransport()
        #else
        URLSessionTransport()
        #endif
    }
}
