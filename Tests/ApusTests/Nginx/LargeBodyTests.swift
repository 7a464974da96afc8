import Apus
import Dispatch
import Foundation
import Locking
import Testing

@Suite(.needsNginx) struct LargeBodyTests {
    private static let mebibyte = 1024 * 1024

    @Test("Eight mebibytes come with every byte in its place")
    func large() async throws {
        let data = try await nginx.send(
            Endpoint {
                GET("/large.bin")
                DecodeData()
            })
        #expect(data.count == 8 * Self.mebibyte)
        let pattern = Data((0...255).map { UInt8($0) })
        let isWhole = stride(from: 0, to: data.count, by: 256).allSatisfy { data[$0..<$0 + 256] == pattern }
        #expect(isWhole)
    }

    @Test("A body that says it is over the limit is refused before it comes")
    func huge() async {
        let received = Mutex<Int64>(0)
        let outcome = await nginx.call(
            Endpoint {
                GET("/huge.bin")
                DecodeData()
            }
        ).outcome { event in
            if case .progress(let progress) = event { received.withLock { $0 = max($0, progress.completed) } }
        }
        guard case .failure(.transport(let error)) = outcome.result else {
            Issue.record("not .transport: \(outcome.result)")
            return
        }
        #expect(error.kind == .tooLarge)
        #expect(error.detail == "more than 67108864 bytes")
        #expect(!error.isSafeToRetry)
        #expect(received.withLock { $0 } < Self.mebibyte)
        #expect(outcome.response == nil)
    }

    @Test("A raised limit lets it in")
    func raised() async throws {
        let data = try await nginx.send(
            Endpoint {
                GET("/huge.bin")
                BodyLimit(80 * Self.mebibyte)
                DecodeData()
            })
        #expect(data.count == 80 * Self.mebibyte)
    }

    @Test("A lowered limit holds to the byte", arguments: [(28, false), (29, true)])
    func lowered(limit: (bytes: Int, isEnough: Bool)) async {
        let result = await nginx.call(
            Endpoint {
                GET("/text.txt")
                BodyLimit(limit.bytes)
                DecodeText()
            }
        ).result
        if case .failure(.transport(let error)) = result { #expect(error.kind == .tooLarge) }
        #expect(((try? result.get()) != nil) == limit.isEnough)
    }

    @Test("A body that is cut off by a cancellation leaves the next call alone")
    func cancelled() async throws {
        let endpoint = Endpoint {
            GET("/huge.bin")
            BodyLimit(80 * Self.mebibyte)
            DecodeData()
        }
        let (steps, continuation) = AsyncStream.makeStream(of: Void.self)
        let isCancelled = DispatchSemaphore(value: 0)
        let task = Task {
            await nginx.call(endpoint).outcome { event in
                guard case .progress = event else { return }
                // The transfer stands still until it is cancelled.
                continuation.yield()
                isCancelled.wait()
                isCancelled.signal()
            }
        }
        for await _ in steps { break }
        task.cancel()
        isCancelled.signal()
        let outcome = await task.value
        #expect(outcome.isCancelled)
        let company = try await nginx.send(
            Endpoint {
                GET("/company.json")
                Decode(Corporation.self)
            })
        #expect(company == .example)
    }
}
