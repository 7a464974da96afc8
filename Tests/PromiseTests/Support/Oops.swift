import ApusPromise

/// A failure of the tests', with a value for "cancelled".
enum Oops: CancellableFailure, Equatable {
    case one
    case two
    case numbered(Int)
    case late
    case cancelled
}

/// A failure that has no value for "cancelled".
enum Plain: Error, Equatable {
    case failed
    case stopped
}
