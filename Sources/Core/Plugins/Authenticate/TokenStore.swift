import Locking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The token of all calls that share an authenticator, and the one request at a time for the next.
final class TokenStore: Sendable {
    /// A token, and which one it is: later ones have higher numbers.
    struct Held: Sendable {
        let token: BearerToken
        let generation: Int
        /// From when on a new one is asked for; nil for a token that does not expire.
        let renewal: Date?

        init(_ token: BearerToken, generation: Int, leeway: Duration, at date: Date) {
            self.token = token
            self.generation = generation
            // Of a token that lives for less than two leeways, half the life: else each call would ask for another.
            renewal = token.expires.map { expires in
                let leeway = Double(min(max(leeway, .zero), .seconds(86_400)).components.seconds)
                return expires - min(leeway, max(expires.timeIntervalSince(date), 0) / 2)
            }
        }
    }

    private struct State {
        var held: Held?
        var generation = 0
        var isRenewing = false
        /// How many times a token was asked for.
        var renewals = 0
        var waiters: [Int: CheckedContinuation<Held, any Error>] = [:]
        var lastWaiter = 0
    }

    /// The renewals that the current task is a part of, by store: it would wait for itself.
    ///
    /// Tasks that a source begins inherit this and may outlive the renewal, which is why it is known by its number.
    @TaskLocal private static var renewing: [ObjectIdentifier: Int] = [:]

    private enum Turn {
        case ready(Held)
        case wait
        case renew(Int)
        case cancelled
    }

    private let leeway: Duration
    private let state: Mutex<State>

    init(_ token: BearerToken?, leeway: Duration) {
        self.leeway = leeway
        var state = State()
        if let token {
            state.generation = 1
            // When it was issued is not known: the whole leeway counts.
            state.held = Held(token, generation: 1, leeway: leeway, at: .distantPast)
        }
        self.state = Mutex(state)
    }

    var held: Held? { state.withLock { $0.held } }

    /// A token later than the one of the number: one that is there already, or the next, which is asked for once however
    /// many wait for it.
    ///
    /// Who is cancelled stops to wait; the request goes on for the others, and to its end where nobody waits any more, since
    /// its answer may hold the only refresh token there is.
    func token(
        after generation: Int, at date: Date, _ renew: @escaping @Sendable () async throws -> BearerToken
    ) async throws -> Held {
        let own = Self.renewing[ObjectIdentifier(self)]
        if state.withLock({ $0.isRenewing && $0.renewals == own }) {
            throw TransportError(
                .plugin,
                "the source of a token asks for one itself: send its request with context.send, or another client")
        }
        let id = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                switch enter(continuation, id: id, after: generation, at: date) {
                case .ready(let held): continuation.resume(returning: held)
                case .cancelled: continuation.resume(throwing: CancellationError())
                case .wait: break
                case .renew(let number): begin(number, renew, at: date)
                }
            }
        } onCancel: {
            let waiter = state.withLock { $0.waiters.removeValue(forKey: id) }
            waiter?.resume(throwing: CancellationError())
        }
    }

    /// Asks for the token after the one of the number, unless it is there or asked for already. Nobody waits, and a failure is
    /// of no interest: the next call asks again.
    func renewAhead(of generation: Int, at date: Date, _ renew: @escaping @Sendable () async throws -> BearerToken) {
        let number = state.withLock { state in
            state.generation == generation && !state.isRenewing ? Self.nextRenewal(&state) : nil
        }
        if let number { begin(number, renew, at: date) }
    }

    private func begin(_ number: Int, _ renew: @escaping @Sendable () async throws -> BearerToken, at date: Date) {
        let around = Self.renewing.merging([ObjectIdentifier(self): number]) { $1 }
        Task {
            let result = await Self.$renewing.withValue(around) { await Self.result(renew) }
            settle(result, at: date)
        }
    }

    private static func nextRenewal(_ state: inout State) -> Int {
        state.isRenewing = true
        state.renewals += 1
        return state.renewals
    }

    private func enter(
        _ waiter: CheckedContinuation<Held, any Error>, id: Int, after generation: Int, at date: Date
    ) -> Turn {
        state.withLock { state in
            if Task.isCancelled { return .cancelled }
            if let held = state.held, held.generation > generation, !held.token.hasExpired(at: date) {
                return .ready(held)
            }
            state.waiters[id] = waiter
            return state.isRenewing ? .wait : .renew(Self.nextRenewal(&state))
        }
    }

    private func settle(_ result: Result<BearerToken, any Error>, at date: Date) {
        let (waiters, outcome) = state.withLock { state in
            state.isRenewing = false
            let outcome = result.map { token in
                state.generation += 1
                let held = Held(token, generation: state.generation, leeway: leeway, at: date)
                state.held = held
                return held
            }
            defer { state.waiters = [:] }
            return (state.waiters.values, outcome)
        }
        for waiter in waiters { waiter.resume(with: outcome) }
    }

    /// Nobody can cancel the request: a source that says so failed, and the calls that wait were not cancelled.
    private static func result(_ renew: () async throws -> BearerToken) async -> Result<BearerToken, any Error> {
        do {
            return .success(try await renew())
        } catch  where error is CancellationError || (error as? TransportError)?.kind == .cancelled {
            return .failure(TransportError(.plugin, "the source of a token was cancelled", underlying: error))
        } catch {
            return .failure(error)
        }
    }
}
