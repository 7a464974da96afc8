import ApusCore
import Foundation
import Locking
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct CookieFileTests {
    private let folder: String
    private var path: String { folder + "/cookies.json" }
    private static let later = Date() + 86_400

    init() throws {
        folder = NSTemporaryDirectory() + "apus-cookies-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    private func remove() { try? FileManager.default.removeItem(atPath: folder) }

    @Test("A jar begins with what another left, but for cookies of the session")
    func persists() async throws {
        defer { remove() }
        let jar = try CookieJar(file: path)
        #expect(jar.all.isEmpty && !FileManager.default.fileExists(atPath: path))
        let kept = Cookie(
            "a", "1", domain: "a.example", isHostOnly: false, path: "/x", isSecure: true, isHTTPOnly: true,
            sameSite: .lax, expires: Date(timeIntervalSince1970: 4_000_000_000),
            creation: Date(timeIntervalSince1970: 1))
        jar.set(kept)
        jar.set(Cookie("session", "2", domain: "a.example"))
        try await jar.save()
        #expect(try CookieJar(file: path).all == [kept])
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["cookies.json"])
    }

    @Test("A cookie of the file that no field can carry is left out", arguments: ["\r\nX: 1", "; b=2", "\u{0}"])
    func unsendable(value: String) async throws {
        defer { remove() }
        let jar = try CookieJar(file: path)
        jar.set(Cookie("a", value, domain: "a.example", expires: Self.later))
        jar.set(Cookie(value, "a", domain: "a.example", expires: Self.later))
        jar.set(Cookie("kept", "1", domain: "a.example", expires: Self.later))
        try await jar.save()
        #expect(try CookieJar(file: path).all.map(\.name) == ["kept"])
    }

    @Test(
        "A file that can't be read is left as it is",
        arguments: [
            "", "{}", "[]", "x", #"{"version":2,"cookies":[]}"#, #"{"version":1,"cookies":[{"name":1}]}"#,
            #"{"version":1}"#,
        ])
    func malformed(content: String) throws {
        defer { remove() }
        try Data(content.utf8).write(to: URL(fileURLWithPath: path))
        let error = #expect(throws: CookieFileError.self) { try CookieJar(file: path) }
        #expect(error?.path == path)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(content.utf8))
    }

    @Test("A folder that is not there is an error of save, and of the jar's listener; the cookies stay in memory")
    func unwritable() async throws {
        let lines = Lines()
        let jar = try CookieJar(file: folder + "/none/cookies.json") { lines.append("\($0)") }
        remove()
        jar.set(Cookie("a", "1", domain: "a.example", expires: Self.later))
        for _ in 0..<2 { await #expect(throws: (any Error).self) { try await jar.save() } }
        jar.set(Cookie("b", "1", domain: "a.example", expires: Self.later))
        while lines.all.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
        #expect(lines.all[0].contains("can't be written") && jar.all.count == 2)
    }

    @Test("Of two jars with one file the last to write wins: the file is always the whole of one")
    func shared() async throws {
        defer { remove() }
        let lines = Lines()
        let path = path
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (name, length) in [("short", 1), ("long", 4000)] {
                let jar = try CookieJar(file: path) { lines.append("\($0)") }
                group.addTask {
                    for number in 0..<200 {
                        let value = "\(number)-" + String(repeating: "x", count: length)
                        jar.set(Cookie(name, value, domain: "a.example", expires: Self.later))
                        try await jar.save()
                        let seen = try CookieJar(file: path).all
                        #expect(seen.count == 1 && ["short", "long"].contains(seen[0].name))
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(lines.all.isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["cookies.json"])
    }

    @Test("A link in the place of the unfinished file is not followed")
    func link() async throws {
        defer { remove() }
        let other = folder + "/other"
        try Data("precious".utf8).write(to: URL(fileURLWithPath: other))
        try FileManager.default.createSymbolicLink(atPath: path + ".part", withDestinationPath: other)
        let jar = try CookieJar(file: path)
        jar.set(Cookie("a", "1", domain: "a.example", expires: Self.later))
        await #expect(throws: TransportError.self) { try await jar.save() }
        #expect(try Data(contentsOf: URL(fileURLWithPath: other)) == Data("precious".utf8))
    }

    @Test("Many changes at once are all there at the end")
    func concurrent() async throws {
        defer { remove() }
        let jar = try CookieJar(file: path)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask {
                    jar.set(Cookie("c\(number)", "1", domain: "a.example", expires: Self.later))
                    try? await jar.save()
                }
            }
        }
        try await jar.save()
        #expect(try CookieJar(file: path).all.count == 50)
    }

    #if os(Linux)
    @Test("Killed while it writes, at 200 moments, a jar leaves a whole state")
    func killed() async throws {
        defer { remove() }
        var randomness = Randomness.seeded(11)
        var last = 0
        var states: Set<Int> = []
        for _ in 0..<200 {
            let program = try Command(BuiltProgram.find("CookieWriter"), [path]).start()
            _ = try #require(await program.line(containing: "writing"))
            try await Task.sleep(for: .microseconds(Int.random(in: 0...20_000, using: &randomness)))
            program.end()
            _ = await program.line(containing: "never")
            let cookies = try CookieJar(file: path).all
            #expect(cookies.map(\.name) == (0..<20).map { "c\($0)" })
            // Each cookie that is set makes a state: the first are of the new number, the others of the one before.
            let numbers = cookies.compactMap { cookie in Int(cookie.value.prefix { $0 != "-" }) }
            let changes = zip(numbers, numbers.dropFirst()).filter { $0 != $1 }
            #expect(numbers.count == 20 && changes.count <= 1 && changes.allSatisfy { $0 == $1 + 1 || $0 == 1 })
            last = numbers.first ?? 0
            states.insert(last)
        }
        #expect(last > 0 && states.count > 3, "it was killed in \(states.count) states")
        let left = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(Set(left).isSubset(of: ["cookies.json", "cookies.json.part"]))
    }
    #endif
}
