/// How a sequence ended.
enum Completion<Failure: Error>: Sendable {
    case completed
    case failed(Failure)

    /// The same end for a sequence whose failures are of another type.
    func mapError<Other: Error>(_ transform: (Failure) -> Other) -> Completion<Other> {
        switch self {
        case .completed: .completed
        case .failed(let failure): .failed(transform(failure))
        }
    }
}
