import ApusObservable

extension OperatorTests {
    /// The rows of the operators that know errors and time.
    static let errorsAndTime: [Row] = [
        (
            "catch",
            { source, track, _ in
                source.catch { _ in
                    track.touch(); return .error(.two)
                }
            }
        ),
        (
            "catch, in the other sequence",
            { source, track, _ in
                ObservableSequence<Int, Oops>.error(.two).catch { _ in
                    source.map { value in
                        track.touch(); return value
                    }
                }
            }
        ),
        (
            "retry",
            { source, track, _ in
                let turns = Count()
                return ObservableSequence<Int, Oops>.deferred {
                    track.touch()
                    return turns.add() == 1 ? source : .error(.two)
                }.retry(3)
            }
        ),
        (
            "retry(when:)",
            { source, track, _ in
                source.retry { failures in
                    failures.map { _ in track.touch() }.setFailureType(to: Oops.self).take(1)
                }
            }
        ),
        (
            "timeout",
            { source, track, time in tracked(source, track).timeout(.seconds(9), on: time, error: .two) }
        ),
        ("delay", { source, track, time in tracked(source, track).delay(.zero, on: time) }),
        ("debounce", { source, track, time in tracked(source, track).debounce(.zero, on: time) }),
        ("debounce, waiting", { source, track, time in tracked(source, track).debounce(.seconds(9), on: time) }),
        ("throttle", { source, track, time in tracked(source, track).throttle(.seconds(9), on: time) }),
        (
            "throttle without the latest",
            { source, track, time in tracked(source, track).throttle(.zero, latest: false, on: time) }
        ),
    ]

    private static func tracked(
        _ source: ObservableSequence<Int, Oops>, _ track: Tracked
    ) -> ObservableSequence<Int, Oops> {
        source.map { value in
            track.touch()
            return value
        }
    }
}
