extension ObservableSequence {
    /// The values for a `for try await` loop, which throws the sequence's failure.
    ///
    ///     for try await corporation in client.observable(company).values { show(corporation) }
    ///
    /// See ``ObservableValues``. All values that the loop has not come to yet wait in memory; ``values(buffering:)``
    /// sets a bound.
    public var values: ObservableValues<Element, Failure> { values(buffering: .unbounded) }

    /// The values for a `for try await` loop, with a say in what becomes of those that the loop is too slow for.
    public func values(buffering: ValueBuffering) -> ObservableValues<Element, Failure> {
        ObservableValues(sequence: self, buffering: buffering)
    }
}

/// The values of an ``ObservableSequence`` as an asynchronous sequence, whose failure is typed.
///
/// Each iterator is a subscription of its own. It begins when the iterator is made, so that nothing is missed before the
/// first `next()`; all that the source says within `subscribe` is buffered then. It is disposed when the task that
/// waits in `next()` or calls it is cancelled, and when the iterator is let go of: a `break` is enough. After a
/// cancellation `next()` gives nil, and what was buffered is dropped.
public struct ObservableValues<Element: Sendable, Failure: Error>: AsyncSequence, Sendable {
    let sequence: ObservableSequence<Element, Failure>
    let buffering: ValueBuffering

    /// One subscription. Values and the end come in order; after the failure was thrown there is nil.
    public struct Iterator: AsyncIteratorProtocol {
        private let holder: Holder

        init(_ values: ObservableValues) {
            let feed = Feed<Element, Failure>(values.buffering)
            holder = Holder(feed: feed)
            feed.subscribe(to: values.sequence)
        }

        /// The next value, or nil after the end or a cancellation.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Element? {
            try await holder.feed.next(isolation: actor).get()
        }
    }

    /// Knows when the iterator and its copies are gone. The source does not know of it.
    private final class Holder: Sendable {
        let feed: Feed<Element, Failure>

        init(feed: Feed<Element, Failure>) {
            self.feed = feed
        }

        deinit { feed.close() }
    }

    /// Subscribes.
    public func makeAsyncIterator() -> Iterator {
        Iterator(self)
    }
}
