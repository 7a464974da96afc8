import Apus

/// The company of the first example ever made with Apus.
struct Corporation: Codable, Sendable {
    let name: String
    let address: String
    let zipcode: String
    let tel: String
    let fax: String
    let id: Int
}

/// One hit of a search.
struct Hit: Codable, Sendable {
    let title: String
    let score: Double
}

/// What the accounts server says when there is no such account.
struct AccountError: Codable, Sendable {
    let error: String
}

/// An account.
struct Account: Codable, Sendable {
    let id: Int
    let owner: String
}

/// A message of the status server.
struct Status: Codable, Sendable {
    let id: Int
    let text: String
}

/// The error document of the status server.
struct TwitterError: Codable, Sendable {
    /// One error in it.
    struct Item: Codable, Sendable {
        let code: Int
        let message: String
    }

    let errors: [Item]
}

/// What the session server saw of a request.
struct Seen: Codable, Sendable {
    let path: String
    let application: String
    let language: String
    let tokenLength: Int
}
