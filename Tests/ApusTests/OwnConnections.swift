import Apus
import ApusURLSession

/// A client with a pool of its own: the tests beside it crowd the one that all other clients share.
enum OwnConnections {
    static func client(_ baseURL: String?) -> Client {
        Client(baseURL, transport: URLSessionTransport())
    }
}
