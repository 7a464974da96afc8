/// How long ``ObservableSequence/share(replay:while:)`` keeps its subscription and what it replays.
public enum ShareLifetime: Hashable, Sendable {
    /// Until the source ends or the last subscriber leaves; the next subscriber begins anew, with nothing to replay.
    case whileConnected
    /// From the first subscriber on, whether or not anybody listens; after completion the values are still replayed.
    case forever
}

extension ObservableSequence {
    /// One subscription to the source for all who subscribe to this: one request, many who wait for its answer.
    ///
    ///     let company = client.observable(company).share(replay: 1)
    ///
    /// The first subscriber subscribes to the source; later ones hear the last values, so many as `replay` says (less
    /// than zero counts as zero), and then what comes. Keep the shared sequence: each call of `share` is one of its own.
    ///
    /// With `.whileConnected` the source is disposed when the last subscriber leaves, and forgotten before an end is
    /// told, so that a retry below this, or a later subscriber, subscribes to the source again. With `.forever` nothing
    /// but an end of the source ends the subscription; who comes after its completion hears the last values and the
    /// completion. A failure is not kept: it clears the values, and the next subscriber begins anew.
    public func share(replay: Int = 0, while lifetime: ShareLifetime = .whileConnected) -> ObservableSequence {
        let shared = Shared(self, replay: replay, lifetime: lifetime)
        return ObservableSequence { shared.subscribe($0) }
    }
}
