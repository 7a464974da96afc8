public import Dispatch

extension Promise {
    /// Runs a handler at the end, however it ends, once: then the outcome is passed on.
    ///
    /// It runs as well where what this gives is cancelled, or what goes on from it, or the task that awaits it.
    public func ensure(on queue: DispatchQueue? = nil, _ handler: @escaping @Sendable () -> Void) -> Promise {
        derived { parent, child in
            let last = Once(handler)
            child.onCancel { (queue ?? child.queue).async { last.run() } }
            child.follow(parent, on: queue) { settlement in
                last.run()
                child.settle(settlement)
            }
        }
    }
}
