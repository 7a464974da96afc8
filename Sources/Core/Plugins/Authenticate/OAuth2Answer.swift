#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a token endpoint says (RFC 6749 §5): a token, or why there is none.
struct OAuth2Answer {
    /// The token, or why it can't be used; its refresh token may be the only one from now on all the same.
    let token: Result<BearerToken, OAuth2Error>
    /// The refresh token to use from now on, nil to go on with the one that was used (§6).
    let refreshToken: String?

    private struct Success: Decodable {
        let access_token: String
        let token_type: String
        let expires_in: Lifetime?
        let refresh_token: String?
    }

    private struct Refusal: Decodable {
        let error: String
        let error_description: String?
        let error_uri: String?
    }

    /// Seconds as servers write them: a number, or a string of one. Anything else says nothing.
    private struct Lifetime: Decodable {
        let seconds: Double?

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            let number =
                (try? container.decode(Double.self)) ?? (try? container.decode(String.self)).flatMap(Double.init)
            seconds = number.flatMap { $0.isFinite ? min(max($0, 0), 1e10) : nil }
        }
    }

    /// Reads an answer; `secrets` are what was sent, which a server may repeat in its words.
    init(_ response: HTTPResponse, at date: Date, secrets: [String]) throws(OAuth2Error) {
        guard response.status.code == 200 || response.status.code == 201 else {
            throw Self.refusal(response, secrets)
        }
        guard let success = try? JSONDecoder().decode(Success.self, from: response.data) else {
            // Some servers say so with 200.
            if let refusal = Self.refusalBody(response, secrets) { throw refusal }
            throw OAuth2Error(code: nil, "its answer is not a token in JSON", status: response.status)
        }
        // An empty one, as some servers send where they keep the old, is none.
        refreshToken = success.refresh_token.flatMap { $0.isEmpty ? nil : $0 }
        token = Self.token(success, response.status, at: date, secrets)
    }

    private static func token(
        _ success: Success, _ status: HTTPStatus, at date: Date, _ secrets: [String]
    ) -> Result<BearerToken, OAuth2Error> {
        guard success.token_type.lowercased() == "bearer" else {
            let secrets = secrets + [success.access_token, success.refresh_token ?? ""]
            let type = EscapedText.quoted(shown(success.token_type, secrets), limit: 40)
            return .failure(OAuth2Error(code: nil, "its token is of type \(type), not Bearer", status: status))
        }
        let expires = success.expires_in?.seconds.map { date.addingTimeInterval($0) }
        let token = BearerToken(success.access_token, expires: expires)
        guard token.canBeSent else {
            return .failure(OAuth2Error(code: nil, "its token can't be sent in a field", status: status))
        }
        return .success(token)
    }

    private static func refusal(_ response: HTTPResponse, _ secrets: [String]) -> OAuth2Error {
        refusalBody(response, secrets)
            ?? OAuth2Error(code: nil, "its answer is not of RFC 6749", status: response.status)
    }

    private static func refusalBody(_ response: HTTPResponse, _ secrets: [String]) -> OAuth2Error? {
        guard let refusal = try? JSONDecoder().decode(Refusal.self, from: response.data) else { return nil }
        return OAuth2Error(
            code: shown(refusal.error, secrets), shown(refusal.error_description ?? "", secrets),
            uri: refusal.error_uri.map { shown($0, secrets) }, status: response.status)
    }

    private static func shown(_ text: String, _ secrets: [String]) -> String {
        String(Redaction(secrets)(text).prefix(500))
    }
}
