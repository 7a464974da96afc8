import ApusCore
import ApusCurl
import Foundation
import LoopbackServer
import Testing

@Suite struct Compression {
    /// The same text in each coding (RFC 9110 §8.4.1, RFC 7932, RFC 8878). "deflate" is zlib's format, and in practice also
    /// what is in it.
    private static let codings: [(name: String, text: String)] = [
        ("gzip", "H4sIAAAAAAACAwvJSFVIzs/Nzc9TKC7PTCtRKM5JTS0oVsjMUygBSiVmFukphIxgNQCx2RuyIAEAAA=="),
        ("x-gzip", "H4sIAAAAAAACAwvJSFVIzs/Nzc9TKC7PTCtRKM5JTS0oVsjMUygBSiVmFukphIxgNQCx2RuyIAEAAA=="),
        ("deflate", "eNoLyUhVSM7Pzc3PUyguz0wrUSjOSU0tKFbIzFMoAUolZhbpKYSMYDUA8rdmKQ=="),
        ("deflate", "C8lIVUjOz83Nz1MoLs9MK1EozklNLShWyMxTKAFKJWYW6SmEjGA1AA=="),
        ("br", "Gx8B+I3EOEby5khrkRKN6g5ycaQPFHqw7iZBK0mZZcG0YAZkRCjZ8+zGFrw80b4i"),
        ("zstd", "KLUv/QRobQEARAJUaGUgY29tbW9uIHN3aWZ0IHNsZWVwcyBpbiB0aGUgYWlyLiABAMwfSj0BaJhcSA=="),
        ("gzip, br", "ixyAH4sIAAAAAAACAwvJSFVIzs/Nzc9TKC7PTCtRKM5JTS0oVsjMUygBSiVmFukphIxgNQCx2RuyIAEAAAM="),
    ]
    private static let text = String(repeating: "The common swift sleeps in the air. ", count: 8)

    /// 4 MiB of zeros in codings that take next to nothing for them.
    private static let zeros: [(name: String, text: String)] = [
        ("br", "m///P/gnAOKxQCD3/gc="),
        (
            "zstd",
            "KLUv/QRoTAAACAABAPz/ORACAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAwAQACidvHw="
        ),
    ]

    let server: LoopbackServer
    let curl = transport()

    init() throws {
        server = try LoopbackServer()
    }

    /// The codings that a request says it takes.
    private func accepted() async throws -> [String] {
        server.on("/accepted") { .text($0.field("Accept-Encoding") ?? "") }
        let text = try await outcome(of: request(.get, server.url + "/accepted"), by: curl).get().text
        return text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    private func answer(_ coding: (name: String, text: String)) throws {
        let bytes = Array(try #require(Data(base64Encoded: coding.text)))
        server.otherwise { _ in .bytes(bytes, fields: [("Content-Encoding", coding.name)]) }
    }

    @Test func `Accept-Encoding is what is decoded, and all of it is`() async throws {
        let accepted = try await accepted()
        #expect(Set(accepted).isSuperset(of: ["gzip", "deflate"]))
        for coding in Self.codings {
            try answer(coding)
            let parts = coding.name.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            let isTaken = Set(parts.map { $0 == "x-gzip" ? "gzip" : $0 }).isSubset(of: accepted)
            switch await outcome(of: try request(.get, server.url), by: curl) {
            case .success(let response): #expect(isTaken && response.text == Self.text, "\(coding.name)")
            case .failure(let error): #expect(!isTaken && error.kind == .connectionLost, "\(coding.name): \(error)")
            }
        }
    }

    @Test func `A request's own Accept-Encoding goes out, and what comes is decoded`() async throws {
        try answer(Self.codings[0])
        let get = try request(.get, server.url, fields: ["Accept-Encoding": "gzip;q=0.5"])
        #expect(try await outcome(of: get, by: curl).get().text == Self.text)
        #expect(server.received.map { $0.field("Accept-Encoding") } == ["gzip;q=0.5"])
    }

    @Test func `The limit counts what is decoded, in every coding`() async throws {
        let accepted = try await accepted()
        for coding in Self.zeros where accepted.contains(coding.name) {
            try answer(coding)
            let get = try request(.get, server.url)
            #expect(try await outcome(of: get, by: curl, limit: 4 << 20).get().data == Data(count: 4 << 20))
            #expect(await failure(of: get, by: curl, limit: 4 << 20 - 1)?.kind == .tooLarge)
        }
    }

    @Test(arguments: ["compress", "gzip, compress", "aes128gcm"])
    func `A coding that is not known fails`(name: String) async throws {
        server.otherwise { _ in .text("x", fields: [("Content-Encoding", name)]) }
        let error = try #require(try await failure(of: request(.get, server.url), by: curl))
        #expect(error.kind == .connectionLost, "\(error)")
        #expect(error.detail.contains("encoding"), "\(error)")
    }

    @Test func `So many codings on top of each other that each answer would cost a thousand are refused`() async throws
    {
        server.otherwise { _ in
            .text("x", fields: [("Content-Encoding", Array(repeating: "gzip", count: 100).joined(separator: ","))])
        }
        #expect(try await failure(of: request(.get, server.url), by: curl)?.kind == .connectionLost)
    }

    @Test(arguments: ["HEAD", "304", "204"])
    func `Where no body comes, none is decoded`(kind: String) async throws {
        server.otherwise { _ in
            kind == "HEAD"
                ? .text("", fields: [("Content-Encoding", "gzip")])
                : .empty(Int(kind) ?? 0, fields: [("Content-Encoding", "gzip")])
        }
        let response = try await outcome(of: request(kind == "HEAD" ? .head : .get, server.url), by: curl).get()
        #expect(response.data.isEmpty)
        #expect(response.fields["Content-Encoding"] == "gzip")
    }
}
