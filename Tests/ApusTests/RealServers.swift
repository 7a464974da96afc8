import Apus
import Foundation
import Testing

/// The servers that `Scripts/servers` runs beside the tests; without it, the tests that need them are skipped.
enum RealServers {
    static let httpbin = ProcessInfo.processInfo.environment["APUS_HTTPBIN_URL"]
    static let oauth = ProcessInfo.processInfo.environment["APUS_OAUTH_URL"]
    static let nginx = ProcessInfo.processInfo.environment["APUS_NGINX_URL"]
}

extension Trait where Self == ConditionTrait {
    static var needsHttpbin: Self {
        .enabled(if: RealServers.httpbin != nil, "APUS_HTTPBIN_URL is not set: run Scripts/servers swift test")
    }

    static var needsOAuth: Self {
        .enabled(if: RealServers.oauth != nil, "APUS_OAUTH_URL is not set: run Scripts/servers swift test")
    }

    static var needsNginx: Self {
        .enabled(if: RealServers.nginx != nil, "APUS_NGINX_URL is not set: run Scripts/servers swift test")
    }
}

/// The document at `/company.json`, of nginx and of the demo.
struct Corporation: Codable, Sendable, Equatable {
    let name: String
    let address: String
    let zipcode: String
    let tel: String
    let fax: String
    let id: Int

    static let example = Corporation(
        name: "(有) エフケーコーポレーション", address: "東京都大田区仲六郷1-51-11 1F", zipcode: "144-0055",
        tel: "03-3733-6143", fax: "03-3737-5479", id: 100)
}

/// An error document that neither real server ever sends.
struct TwitterError: Codable, Sendable, Equatable {
    struct Item: Codable, Sendable, Equatable {
        let code: Int
        let message: String
    }

    let errors: [Item]
}
