/// What an observable says: any number of values, then at most one end.
public enum Event<Element: Sendable, Failure: Error>: Sendable {
    /// A value.
    case next(Element)
    /// The end, by a failure.
    case error(Failure)
    /// The end, since all values were given.
    case completed
}

extension Event: Equatable where Element: Equatable, Failure: Equatable {}
