public import Dispatch

extension Promise {
    /// Runs a handler at the end, however it ends, and then passes the outcome on.
    public func ensure(on queue: DispatchQueue? = nil, _ handler: @escaping @Sendable () -> Void) -> Promise {
        derived { parent, child in
            child.follow(parent, on: queue) { settlement in
                handler()
                child.settle(settlement)
            }
        }
    }
}
