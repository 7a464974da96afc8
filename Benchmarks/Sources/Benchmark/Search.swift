import Apus
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request with one path value, three query items, two fields and a bearer token, made in both ways.
struct Search {
    static let server = "https://api.example.com"

    // Not known to the compiler.
    let user = Int(getpid())
    let text = "swift & co \(getpid())"
    let page = Int(getpid()) % 10
    let order = getpid() > 0 ? "date" : "name"
    let trace = "trace-\(getpid())"
    let language = getpid() > 0 ? "en" : "de"
    let token = "token-\(getpid())"

    @inline(never)
    func endpoint() -> Endpoint<HTTPResponse, EndpointError<Never>> {
        Endpoint {
            GET("/users/\("user", user)/posts")
            Query("q", text)
            Query("page", page)
            Query("order", order)
            Header("X-Trace", trace)
            Header("Accept-Language", language)
            Bearer(token)
        }
    }

    @inline(never)
    func urlRequest() throws -> URLRequest {
        guard var components = URLComponents(string: Self.server) else { throw URLError(.badURL) }
        components.path = "/users/\(user)/posts"
        components.queryItems = [
            URLQueryItem(name: "q", value: text),
            URLQueryItem(name: "page", value: "\(page)"),
            URLQueryItem(name: "order", value: order),
        ]
        guard let url = components.url else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.setValue(trace, forHTTPHeaderField: "X-Trace")
        request.setValue(language, forHTTPHeaderField: "Accept-Language")
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        return request
    }
}
