import Dispatch
import Locking

/// What the server's threads share: the routes, the requests so far, and the connections that are open.
///
/// Its threads hold this rather than the server, so that a server nobody holds any more stops.
final class ServerState: Sendable {
    /// A closure that answers a request.
    typealias Handler = @Sendable (ReceivedRequest) -> Answer

    /// What a handler is found by.
    struct Route: Hashable {
        /// Nil stands for every method.
        let method: String?
        let path: String
    }

    /// Somebody who waits for a condition to become true.
    struct Waiter {
        let condition: WaitCondition
        let continuation: CheckedContinuation<[ReceivedRequest], any Error>
    }

    /// The facts, and who waits for them to change.
    struct Facts {
        var handlers: [Route: Handler] = [:]
        var fallback: Handler = { .text("no answer for \($0.method) \($0.path)\n", status: 404) }
        var received: [ReceivedRequest] = []
        var givenUp: [ReceivedRequest] = []
        var accepted = 0
        var open: [Int: Socket] = [:]
        var isStopped = false
        var waiters: [Int: Waiter] = [:]
        var nextWaiter = 0
    }

    /// Entered by every thread of the server, for `stop()` to wait on.
    let threads = DispatchGroup()
    /// The facts. What they lead to (answers, resumed waiters) happens outside the lock.
    private let facts = Mutex(Facts())

    /// The facts of this moment.
    var current: Facts { facts.withLock { $0 } }

    /// Changes the facts, then resumes those who waited for that.
    @discardableResult
    func update<Result: Sendable>(_ change: @Sendable (inout Facts) -> Result) -> Result {
        let (result, met, received) = facts.withLock { facts in
            let result = change(&facts)
            let met = facts.waiters.filter { $0.value.condition.isMet(by: facts) }
            for key in met.keys { facts.waiters[key] = nil }
            return (result, met, facts.received)
        }
        for waiter in met.values { waiter.continuation.resume(returning: received) }
        return result
    }

    /// Notes a complete request and finds who answers it.
    func record(_ request: ReceivedRequest) -> Handler {
        update { facts in
            facts.received.append(request)
            return facts.handlers[Route(method: request.method, path: request.path)]
                ?? facts.handlers[Route(method: nil, path: request.path)] ?? facts.fallback
        }
    }

    /// Notes that the peer was gone before it had its answer; when the server stops, nobody gave up.
    func recordGivenUp(_ request: ReceivedRequest) {
        update { facts in
            if !facts.isStopped { facts.givenUp.append(request) }
        }
    }

    /// Runs the body on a thread that `stop()` waits for.
    func run(_ body: @escaping @Sendable () -> Void) throws {
        threads.enter()
        do {
            try startThread { [threads] in
                body()
                threads.leave()
            }
        } catch {
            threads.leave()
            throw error
        }
    }

    /// Takes a connection in and serves it on a thread of its own.
    func admit(_ socket: Socket) {
        let number: Int? = update { facts in
            guard !facts.isStopped else { return nil }
            facts.accepted += 1
            facts.open[facts.accepted] = socket
            return facts.accepted
        }
        guard let number else { return socket.close() }
        do {
            try run {
                var connection = Connection(number: number, socket: socket, state: self)
                connection.serve()
                self.release(number)
            }
        } catch {
            release(number)
        }
    }

    /// Closes a connection when its thread is done with it.
    private func release(_ number: Int) {
        // Under the lock, or `stop()` might disconnect a descriptor that has become somebody else's.
        update { $0.open.removeValue(forKey: number)?.close() }
    }
}
