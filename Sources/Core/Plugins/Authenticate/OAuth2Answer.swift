#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a token endpoint says (RFC 6749 §5): a token, or why there is none.
struct OAuth2Answer {
    let token: BearerToken
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
        guard success.token_type.lowercased() == "bearer" else {
            let type = EscapedText.quoted(Self.shown(success.token_type, secrets + [success.access_token]), limit: 40)
            throw OAuth2Error(code: nil, "its token is of type \(type), not Bearer", status: response.status)
        }
        guard !success.access_token.isEmpty, ASCII.isFieldValue(success.access_token) else {
            throw OAuth2Error(code: nil, "its token can't be sent in a field", status: response.status)
        }
        token = BearerToken(
            success.access_token, expires: success.expires_in?.seconds.map { date.addingTimeInterval($0) })
        // An empty one, as some servers send where they keep the old, is none.
        refreshToken = success.refresh_token.flatMap { $0.isEmpty ? nil : $0 }
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
        // The longest first: one may be a part of another.
        let secrets = secrets.filter { !$0.isEmpty }.sorted { $0.utf8.count > $1.utf8.count }
        let text = secrets.reduce(text) { $0.replacing($1, with: Secret.mark) }
        return String(text.prefix(500))
    }
}
