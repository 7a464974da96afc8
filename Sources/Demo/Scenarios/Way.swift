import Apus
import ApusObservable
import ApusPromise
import Dispatch

/// The four ways to run a call. Each gives the same outcome.
enum Way: String, CaseIterable {
    case async, callback, promise, observable

    /// Runs the endpoint's call this way; handlers of the other ways than async come on the queue.
    func outcome<Output, Failure>(
        of endpoint: Endpoint<Output, Failure>, by client: Client, on queue: DispatchQueue
    ) async -> Result<Output, Failure> {
        switch self {
        case .async:
            return await client.call(endpoint).result
        case .callback:
            return await withCheckedContinuation { continuation in
                client.send(endpoint, on: queue) { continuation.resume(returning: $0) }
            }
        case .promise:
            return await withCheckedContinuation { continuation in
                client.promise(endpoint, on: queue)
                    .success { continuation.resume(returning: .success($0)) }
                    .failure { error, _ in continuation.resume(returning: .failure(error)) }
            }
        case .observable:
            return await withCheckedContinuation { continuation in
                client.observable(endpoint)
                    .observe(on: .serial(on: queue))
                    .subscribe(
                        onNext: { continuation.resume(returning: .success($0)) },
                        onError: { continuation.resume(returning: .failure($0)) })
            }
        }
    }
}
