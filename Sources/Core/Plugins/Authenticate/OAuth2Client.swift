import Locking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Asks a token endpoint, and keeps the refresh token that it gives.
final class OAuth2Client: Sendable {
    let tokenURL: RequestURL?
    private let id: String
    private let secret: String?
    private let grant: OAuth2Grant
    private let scope: String?
    private let authentication: OAuth2ClientAuthentication
    private let onRefreshToken: (@Sendable (Secret) -> Void)?
    private let refreshToken: Mutex<String?>

    init(
        tokenURL: RequestURL?, id: String, secret: String?, grant: OAuth2Grant, scope: String?,
        authentication: OAuth2ClientAuthentication, onRefreshToken: (@Sendable (Secret) -> Void)?
    ) {
        self.tokenURL = tokenURL
        self.id = id
        self.secret = secret
        self.grant = grant
        self.scope = scope
        self.authentication = authentication
        self.onRefreshToken = onRefreshToken
        refreshToken = if case .refreshToken(let token) = grant { Mutex(token) } else { Mutex(nil) }
    }

    func token(_ context: AuthenticationContext) async throws -> BearerToken {
        guard let tokenURL else { throw PlanError([.badTokenURL("")]) }
        let used = refreshToken.withLock { $0 }
        let request = request(to: tokenURL, refreshToken: used)
        let response: HTTPResponse
        do {
            response = try await context.send(request)
        } catch let error as TransportError {
            throw TransportError(
                error.kind, "the token endpoint \(PlanProblem.originAndPath(tokenURL.string)): \(error.detail)",
                underlying: error,
                isSafeToRetry: error.isSafeToRetry)
        }
        // A server may repeat what it was sent, and as it was sent.
        let sent = [secret, used].compactMap(\.self)
        let secrets = sent + sent.map(Self.encoded) + request.secretValues
        let answer = try OAuth2Answer(response, at: context.date, secrets: secrets)
        if case .refreshToken = grant, let new = answer.refreshToken, new != used {
            refreshToken.withLock { $0 = new }
            onRefreshToken?(Secret(new))
        }
        return try answer.token.get()
    }

    private func request(to url: RequestURL, refreshToken: String?) -> HTTPRequest {
        var form: [(String, String)] = []
        if let refreshToken {
            form += [("grant_type", "refresh_token"), ("refresh_token", refreshToken)]
        } else {
            form.append(("grant_type", "client_credentials"))
        }
        if let scope { form.append(("scope", scope)) }
        var fields: HTTPFields = [.accept: "application/json", .contentType: MediaType.form.rawValue]
        if let secret, authentication == .basic {
            // Each is form-encoded first, so that a colon in the ID is none (§2.3.1).
            let pair = "\(Self.encoded(id)):\(Self.encoded(secret))"
            let value = "Basic \(Data(pair.utf8).base64EncodedString())"
            fields.append(HTTPField(.authorization, value, secret: true))
        } else {
            form.append(("client_id", id))
            if let secret { form.append(("client_secret", secret)) }
        }
        let text = form.map { "\($0)=\(Self.encoded($1))" }.joined(separator: "&")
        return HTTPRequest(method: .post, url: url, fields: fields, body: HTTPBody(text, secret: true))
    }

    private static func encoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        Parameter.append([Parameter("x", .text(text))], to: &bytes, redacting: false)
        return String(decoding: bytes.dropFirst(2), as: UTF8.self)
    }
}
