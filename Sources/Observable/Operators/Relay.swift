import Locking

/// One job after the other, where the end of one leads to the next: a loop instead of a recursion.
///
/// A job that says within its start what follows has it done by the loop that started it, so that a hundred thousand
/// sources which end at once don't use up the stack. What a job says later is done on the thread that says it.
enum Relay {
    private struct Turn<Job: Sendable>: Sendable {
        var isStarting = true
        var following: Job?
    }

    /// Starts the first job; `start` may call `follow` once, then or later, with the job that comes after it.
    static func run<Job: Sendable>(
        _ first: Job, _ start: @escaping @Sendable (Job, _ follow: @escaping @Sendable (Job) -> Void) -> Void
    ) {
        var next: Job? = first
        while let job = next {
            let turn = Baton<Job>()
            start(job) { following in
                if !turn.pass(following) { run(following, start) }
            }
            next = turn.take()
        }
    }

    private final class Baton<Job: Sendable>: Sendable {
        private let turn = Mutex(Turn<Job>())

        /// False where nobody waits for it any more.
        func pass(_ job: Job) -> Bool {
            turn.withLock { turn in
                if turn.isStarting { turn.following = job }
                return turn.isStarting
            }
        }

        func take() -> Job? {
            turn.withLock { turn in
                turn.isStarting = false
                return turn.following.take()
            }
        }
    }
}
