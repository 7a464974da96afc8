import ApusObservable
import Dispatch
import Locking
import Testing

/// What must hold of every operator. Give it as a closure from a source of integers; `track` is an object for the
/// operator's closures to capture: `{ source, track in source.map { track.touch(); return $0 } }`.
struct OperatorChecks<Output: Sendable> {
    typealias Operator = @Sendable (ObservableSequence<Int, Oops>, Tracked) -> ObservableSequence<Output, Oops>

    private enum Ending: CaseIterable {
        case error, completed, dispose
    }

    let make: Operator
    /// Lets the operator's scheduler do its work.
    let settle: @Sendable () -> Void

    init(settle: @escaping @Sendable () -> Void = {}, _ make: @escaping Operator) {
        self.make = make
        self.settle = settle
    }

    /// After an error, a completion or a dispose nothing that was captured lives on, although the handle is kept, and
    /// the source was disposed once.
    func releasesWhatItHeld(sourceLocation: SourceLocation = #_sourceLocation) {
        for ending in Ending.allCases {
            let census = Census()
            let source = HandSource<Int, Oops>()
            let disposals = Count()
            let handle = Self.subscribe(make(source.observable, Tracked(census)), census, disposals)
            settle()
            source.next(1)
            settle()
            let before = census.alive
            switch ending {
            case .error: source.error(.one)
            case .completed: source.completed()
            case .dispose: handle.dispose()
            }
            settle()
            let (after, ends, sources) = (census.alive, disposals.value, source.disposals)
            #expect(before > 0, "nothing was captured, so nothing is proved", sourceLocation: sourceLocation)
            #expect(after == 0, "still held after \(ending)", sourceLocation: sourceLocation)
            #expect(ends == 1, "onDisposed after \(ending)", sourceLocation: sourceLocation)
            #expect(sources == source.subscriptions, "source after \(ending)", sourceLocation: sourceLocation)
            handle.dispose()
            #expect(disposals.value == 1, sourceLocation: sourceLocation)
        }
    }

    private static func subscribe(
        _ sequence: ObservableSequence<Output, Oops>, _ census: Census, _ disposals: Count
    ) -> any Disposable {
        let captured = Tracked(census)
        return sequence.subscribe(
            onNext: { _ in captured.touch() }, onError: { _ in captured.touch() }, onCompleted: { captured.touch() },
            onDisposed: {
                captured.touch()
                disposals.add()
            })
    }

    /// Emitting, subscribing and disposing from within an event returns, and events don't overlap.
    func isReentrant(sourceLocation: SourceLocation = #_sourceLocation) async {
        let (make, settle) = (make, settle)
        let isDone = await within(.seconds(20)) {
            let source = HandSource<Int, Oops>()
            let recorder = Recorder<Output, Oops>()
            let handle = SerialDisposable()
            let census = Census()
            let sequence = make(source.observable, Tracked(census))
            let turns = Count()
            handle.set(
                recorder.subscribe(to: sequence) { _ in
                    let turn = turns.add()
                    if turn > 3 { return handle.dispose() }
                    source.next(turn + 10)
                    sequence.subscribe(onError: { _ in }).dispose()
                })
            settle()
            for value in 1...5 {
                source.next(value)
                settle()
            }
            source.completed()
            settle()
            let (overlaps, disposals) = (recorder.overlaps, recorder.disposals)
            #expect(overlaps == 0, sourceLocation: sourceLocation)
            #expect(disposals == 1, sourceLocation: sourceLocation)
        }
        #expect(isDone, "a deadlock", sourceLocation: sourceLocation)
    }
}

/// A number that closures count up.
final class Count: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }

    @discardableResult
    func add() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}

/// Runs work on a thread of its own; false where it has not come back in time, and then the thread is given up.
func within(_ limit: DispatchTimeInterval, _ work: @escaping @Sendable () -> Void) async -> Bool {
    await withCheckedContinuation { continuation in
        let turns = Count()
        DispatchQueue(label: "test.work").async {
            work()
            if turns.add() == 1 { continuation.resume(returning: true) }
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + limit) {
            if turns.add() == 1 { continuation.resume(returning: false) }
        }
    }
}
