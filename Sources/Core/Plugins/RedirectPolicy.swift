/// What to do with a response that points elsewhere (RFC 9110 §15.4): facts to a decision, nothing is sent here.
struct RedirectPolicy {
    enum Decision: Equatable {
        /// The response is the answer.
        case deliver
        /// Send this instead.
        case follow(HTTPRequest)
        /// The response can't be followed, with the reason.
        case refuse(String)
    }

    /// How many redirects may be followed in one call.
    let limit: Int

    /// `visited` holds the URLs of the requests sent so far, the current one included.
    func decide(_ request: HTTPRequest, _ response: HTTPResponse, visited: [RequestURL]) -> Decision {
        guard isRedirect(response), let location = response.fields.values(of: .location).first else { return .deliver }
        let target: RequestURL
        do throws(URLReference.Refusal) {
            target = try request.url.resolution(of: location)
        } catch {
            let shown = request.redacting(PlanProblem.withoutUserInfo(location))
            return .refuse("Location \(EscapedText.quoted(shown, limit: 200)) can't be followed: \(error.reason)")
        }
        if request.url.scheme == "https", target.scheme == "http" {
            return .refuse("a redirect from https to http is not followed: \(target)")
        }
        // A server may send a client to the same place once more, after setting a cookie; twice is a loop.
        if visited.count(where: { $0.string == target.string }) > 1 { return .refuse("a redirect loop at \(target)") }
        if visited.count > limit { return .refuse("more than \(limit) redirects") }
        let next = Self.request(request, to: target, after: response.status)
        if next.body?.isSecret == true, !target.hasSameOrigin(as: request.url) {
            return .refuse("the body holds a secret, which does not go to another origin: \(target)")
        }
        if next.body?.isReplayable == false { return .refuse("the body is a stream that can't be replayed") }
        return .follow(next)
    }

    /// Whether the response is of the kind that points elsewhere.
    func isRedirect(_ response: HTTPResponse) -> Bool {
        guard limit > 0 else { return false }
        return switch response.status.code {
        case 301, 302, 303, 307, 308: true
        default: false
        }
    }

    private static func request(_ request: HTTPRequest, to target: RequestURL, after status: HTTPStatus) -> HTTPRequest
    {
        var next = request
        next.url = target
        if becomesGet(request.method, after: status) {
            next.method = .get
            next.body = nil
            contentFields.forEach { next.fields.remove($0) }
        }
        if !target.hasSameOrigin(as: request.url) {
            next.fields.removeSecrets()
            next.fields = HTTPFields(next.fields.filter { !$0.name.carriesCredentials && $0.name != .host })
        }
        return next
    }

    /// RFC 9110 §15.4.2 to §15.4.4: 303 always reads; after 301 and 302 a POST does, as clients have always done.
    private static func becomesGet(_ method: HTTPMethod, after status: HTTPStatus) -> Bool {
        switch status.code {
        case 303: method != .get && method != .head
        case 301, 302: method == .post
        default: false
        }
    }

    /// Fields that speak of the content that is dropped (RFC 9110 §15.4).
    private static let contentFields: [HTTPFieldName] = [
        .contentType, .contentLength, .contentEncoding, .contentLanguage, .contentLocation, "Last-Modified", "Digest",
        "Content-Digest",
    ]
}
