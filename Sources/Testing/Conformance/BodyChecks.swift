import ApusCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension TransportConformance {
    static let bodyChecks = [
        ConformanceCheck("The bytes of a body arrive exactly, with their length") { rig in
            rig.server.otherwise { _ in .empty(204) }
            let bytes = Data((0...255).map(UInt8.init))
            for method in [HTTPMethod.post, .put, .patch, .delete, HTTPMethod(rawValue: "REPORT")] {
                _ = try await rig.response(to: rig.request(method, "/", body: HTTPBody(bytes)))
            }
            try expect(rig.server.received.count, is: 5, "the number of requests")
            for received in rig.server.received {
                try expect(Data(received.body) == bytes, "the body of \(received.method) arrived changed")
                try expect(received.field("Content-Length"), is: "256", "Content-Length of \(received.method)")
            }
        },
        ConformanceCheck("A POST with an empty body says so") { rig in
            rig.server.otherwise { _ in .empty(204) }
            _ = try await rig.response(to: rig.request(.post, "/", body: HTTPBody(Data())))
            let received = try rig.onlyRequest()
            try expect(received.field("Content-Length"), is: "0", "Content-Length")
            try expect(received.field("Transfer-Encoding"), is: nil, "Transfer-Encoding")
        },
        ConformanceCheck("A GET has neither body nor framing") { rig in
            rig.server.otherwise { _ in .empty(204) }
            _ = try await rig.response(to: rig.request(.get, "/"))
            let received = try rig.onlyRequest()
            try expect(received.body.isEmpty, "it has a body")
            try expect(received.field("Content-Length"), is: nil, "Content-Length")
            try expect(received.field("Transfer-Encoding"), is: nil, "Transfer-Encoding")
        },
        ConformanceCheck("A body gets no Content-Type that was not declared") { rig in
            rig.server.otherwise { _ in .empty(204) }
            _ = try await rig.response(to: rig.request(.post, "/", body: HTTPBody("a=b")))
            _ = try await rig.response(
                to: rig.request(.post, "/", fields: ["Content-Type": "text/x"], body: HTTPBody("c")))
            try expect(rig.server.received.map { $0.field("Content-Type") }, is: [nil, "text/x"], "the list of types")
        },
        ConformanceCheck("A body of 8 MiB arrives whole") { rig in
            rig.server.otherwise { _ in .empty(204) }
            let bytes = longBody
            _ = try await rig.response(to: rig.request(.put, "/", body: HTTPBody(bytes)))
            try expect(Data(try rig.onlyRequest().body) == bytes, "it arrived changed")
        },
        ConformanceCheck("A file is sent from disk with its length, however long") { rig in
            rig.server.otherwise { _ in .empty(204) }
            for bytes in [Data("short".utf8), Data(), longBody] {
                try await withTemporaryFile(bytes) { path in
                    _ = try await rig.response(to: rig.request(.put, "/", body: HTTPBody(file: path)))
                }
                let received = rig.server.received.last
                try expect(received?.field("Content-Length"), is: "\(bytes.count)", "Content-Length")
                try expect(Data(received?.body ?? []) == bytes, "a file of \(bytes.count) bytes arrived changed")
            }
        },
        ConformanceCheck("A file that can't be read fails before anything is sent") { rig in
            rig.server.otherwise { _ in .empty(204) }
            let directory = FileManager.default.temporaryDirectory
            for path in [directory.appending(component: UUID().uuidString).path, directory.path] {
                let request = try rig.request(.put, "/", body: HTTPBody(file: path))
                try await rig.failure(.unreadableBody, of: request)
            }
            try expect(rig.server.acceptedConnections, is: 0, "the number of connections")
        },
    ]

    /// 8 MiB that repeat after no power of two, so that a chunk in the wrong place shows.
    static let longBody: Data = {
        let pattern = Data((0..<251).map(UInt8.init))
        var bytes = Data(capacity: 8 << 20)
        while bytes.count < 8 << 20 { bytes.append(pattern) }
        return bytes.prefix(8 << 20)
    }()

    private static func withTemporaryFile(_ bytes: Data, _ work: (String) async throws -> Void) async throws {
        let file = FileManager.default.temporaryDirectory.appending(component: "apus-\(UUID().uuidString)")
        try bytes.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try await work(file.path)
    }
}
