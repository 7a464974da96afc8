/// What a test can wait for.
enum WaitCondition: Sendable, CustomStringConvertible {
    /// At least so many complete requests.
    case requests(Int)
    /// At least so many requests whose peer closed before it had its answer.
    case givenUp(Int)
    /// Exactly so many open connections.
    case openConnections(Int)

    /// Whether it is true now.
    func isMet(by facts: ServerState.Facts) -> Bool {
        switch self {
        case .requests(let count): facts.received.count >= count
        case .givenUp(let count): facts.givenUp.count >= count
        case .openConnections(let count): facts.open.count == count
        }
    }

    /// The condition in words.
    var description: String {
        switch self {
        case .requests(let count): "\(count) requests"
        case .givenUp(let count): "\(count) requests given up"
        case .openConnections(let count): "\(count) open connections"
        }
    }
}

/// Says what a test waited for in vain, and how things stood when it gave up.
package struct WaitTimeout: Error, CustomStringConvertible {
    /// A sentence for the test's log.
    package let description: String

    /// Describes the moment of giving up.
    init(_ condition: WaitCondition, after timeout: Duration, _ facts: ServerState.Facts) {
        let requests = facts.received.map { "\($0.method) \($0.target)" }.joined(separator: ", ")
        description = """
            waited \(timeout) for \(condition); there are \(facts.open.count) open connections \
            and \(facts.received.count) requests: \(requests.isEmpty ? "none" : requests)
            """
    }
}

extension ServerState {
    /// Waits for a condition and returns the requests received when it came true; throws `WaitTimeout`.
    func wait(for condition: WaitCondition, timeout: Duration) async throws -> [ReceivedRequest] {
        try await withThrowingTaskGroup(of: [ReceivedRequest].self) { group in
            defer { group.cancelAll() }
            group.addTask { try await self.wait(for: condition) }
            group.addTask {
                try await Task.sleep(for: timeout)
                let facts = self.current
                // On a busy machine the other task may not have had its turn yet.
                guard condition.isMet(by: facts) else { throw WaitTimeout(condition, after: timeout, facts) }
                return facts.received
            }
            return try await group.next() ?? []
        }
    }

    /// Waits for a condition until the task is cancelled.
    private func wait(for condition: WaitCondition) async throws -> [ReceivedRequest] {
        let key = update { facts in
            facts.nextWaiter += 1
            return facts.nextWaiter
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                // `update` resumes it at once if the condition holds already.
                let isCancelled = update { facts in
                    // Looked at under the lock, so that a cancellation comes either before this or finds the waiter.
                    if Task.isCancelled { return true }
                    facts.waiters[key] = Waiter(condition: condition, continuation: continuation)
                    return false
                }
                if isCancelled { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            let waiter = update { $0.waiters.removeValue(forKey: key) }
            waiter?.continuation.resume(throwing: CancellationError())
        }
    }
}
