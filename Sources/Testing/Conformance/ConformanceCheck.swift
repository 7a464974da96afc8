public import ApusCore

/// One expectation of transports: a sentence, and a test of it that needs nothing but a transport.
public struct ConformanceCheck: Sendable, CustomStringConvertible {
    /// The expectation, as a sentence.
    public let name: String
    private let body: @Sendable (ConformanceRig) async throws -> Void

    init(_ name: String, _ body: @escaping @Sendable (ConformanceRig) async throws -> Void) {
        self.name = name
        self.body = body
    }

    /// The same as ``name``.
    public var description: String { name }

    /// Runs the transport through the check, against a server of its own on 127.0.0.1.
    ///
    /// Throws ``ConformanceFailure`` where the transport does not do what the name says, or takes longer to do it than the
    /// limit, which is there for what hangs and not for what is slow; and another error where the server can't start.
    public func run(_ transport: any Transport, within limit: Duration = .seconds(60)) async throws {
        let rig = try ConformanceRig(transport)
        defer { rig.server.stop() }
        do {
            try await bounded(by: limit, with: rig)
        } catch let failure as ConformanceFailure {
            throw failure.of(name)
        } catch let cancellation as CancellationError {
            throw cancellation
        } catch {
            // What the server waited for in vain, or an error of the transport where there should be none.
            throw ConformanceFailure("\(error)").of(name)
        }
    }

    /// When the time is up the server goes, so that a transport that heeds no cancellation has an end too.
    private func bounded(by limit: Duration, with rig: ConformanceRig) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await body(rig) }
            group.addTask {
                try await Task.sleep(for: limit)
                rig.server.stop()
                throw ConformanceFailure("it did not end within \(limit)")
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}

/// What a transport did in place of what a check expects.
public struct ConformanceFailure: Error, Sendable, CustomStringConvertible {
    /// The name of the check.
    public let check: String
    /// What the transport did, and what was expected.
    public let reason: String

    init(_ reason: String) {
        check = ""
        self.reason = reason
    }

    private init(_ check: String, _ reason: String) {
        self.check = check
        self.reason = reason
    }

    func of(_ check: String) -> ConformanceFailure {
        ConformanceFailure(check, reason)
    }

    /// The check and the reason in one line.
    public var description: String { "\(check): \(reason)" }
}
