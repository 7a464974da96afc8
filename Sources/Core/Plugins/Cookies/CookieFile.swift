#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Why a file of cookies can't be used. The file is left as it is.
public struct CookieFileError: Error, Sendable, CustomStringConvertible, LocalizedError {
    /// The file.
    public let path: String
    /// What is wrong with it, and what to do.
    public let reason: String

    /// The file and what is wrong with it.
    public var description: String { "cookies in \(EscapedText.escaped(path)): \(EscapedText.singleLine(reason))" }

    /// The same as ``description``.
    public var errorDescription: String? { description }
}

/// How cookies are kept in a file: JSON with a version, those of the session left out.
struct CookieFile {
    private struct Content: Codable {
        var version = Self.current
        var cookies: [Entry]

        static let current = 1
    }

    private struct Entry: Codable {
        let name: String
        let value: String
        let domain: String
        let isHostOnly: Bool
        let path: String
        let isSecure: Bool
        let isHTTPOnly: Bool
        let sameSite: Cookie.SameSite?
        /// Seconds since 1970.
        let expires: Double
        let creation: Double

        var canBeSent: Bool {
            [name, value].allSatisfy { ASCII.isFieldValue($0) && !$0.utf8.contains(UInt8(ascii: ";")) }
        }
    }

    let path: String

    /// The cookies of the file, none where there is no file yet.
    func read() throws -> [Cookie] {
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: path))
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            return []
        } catch {
            throw CookieFileError(path: path, reason: "it can't be read: \(error)")
        }
        return try Self.cookies(of: data, path)
    }

    /// The cookies of a file's content, without those that no field can carry: a file is easily edited by hand.
    static func cookies(of data: Data, _ path: String) throws(CookieFileError) -> [Cookie] {
        struct Version: Decodable { let version: Int }
        guard let version = try? JSONDecoder().decode(Version.self, from: data).version else {
            throw CookieFileError(path: path, reason: "it is no file of cookies: name another, or take it away")
        }
        guard version == Content.current else {
            let known = "this package reads \(Content.current)"
            throw CookieFileError(path: path, reason: "its version is \(version), and \(known)")
        }
        guard let content = try? JSONDecoder().decode(Content.self, from: data) else {
            throw CookieFileError(path: path, reason: "an entry of it can't be read: take the file away")
        }
        return content.cookies.filter(\.canBeSent).map { entry in
            Cookie(
                entry.name, entry.value, domain: entry.domain, isHostOnly: entry.isHostOnly, path: entry.path,
                isSecure: entry.isSecure, isHTTPOnly: entry.isHTTPOnly, sameSite: entry.sameSite,
                expires: Date(timeIntervalSince1970: entry.expires),
                creation: Date(timeIntervalSince1970: entry.creation))
        }
    }

    /// Takes the place of what is there in one step, readable by its owner alone.
    func write(_ cookies: [Cookie]) throws {
        let entries = cookies.compactMap { cookie in
            cookie.expires.map { expires in
                Entry(
                    name: cookie.name, value: cookie.value, domain: cookie.domain, isHostOnly: cookie.isHostOnly,
                    path: cookie.path, isSecure: cookie.isSecure, isHTTPOnly: cookie.isHTTPOnly,
                    sameSite: cookie.sameSite, expires: expires.timeIntervalSince1970,
                    creation: cookie.creation.timeIntervalSince1970)
            }
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let data = try encoder.encode(Content(cookies: entries))
        let file = try PartialFile(private: path)
        try file.write(data)
        try file.synchronize()
        try file.moveIntoPlace()
    }
}
