import ApusPromise
import Dispatch

extension Promise {
    /// How it ended, in a word: `value 1`, `failure one`, `cancelled cancelled`.
    var word: String {
        get async {
            await withCheckedContinuation { continuation in
                success { continuation.resume(returning: "value \($0)") }
                failure { error, isCancelled in
                    continuation.resume(returning: "\(isCancelled ? "cancelled" : "failure") \(error)")
                }
            }
        }
    }
}

extension DispatchQueue {
    /// Waits until what is on the queue now has run.
    func drain() async {
        await withCheckedContinuation { continuation in async { continuation.resume() } }
    }
}
