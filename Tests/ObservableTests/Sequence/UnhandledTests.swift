import ApusCore
import ApusObservable
import Dispatch
import Locking
import Testing

/// In processes of their own: the handler is the whole program's.
@Suite struct UnhandledTests {
    @Test("An error without onError is reported once")
    func unhandled() async {
        await #expect(processExitsWith: .success) {
            let lines = Mutex<[String]>([])
            UnhandledFailures.setHandler { failure, source in lines.withLock { $0.append("\(source): \(failure)") } }
            let handle = ObservableSequence<Int, Oops>.error(.one).map { $0 }.subscribe(onNext: { _ in })
            handle.dispose()
            let heard = lines.withLock { $0 }
            #expect(heard == ["observable: one"])
        }
    }

    @Test("An error that is handled, and one of a cancellation, is not reported")
    func handled() async {
        await #expect(processExitsWith: .success) {
            let lines = Mutex<[String]>([])
            UnhandledFailures.setHandler { failure, source in lines.withLock { $0.append("\(source): \(failure)") } }
            ObservableSequence<Int, Oops>.error(.one).subscribe(onError: { _ in })
            ObservableSequence<Int, CancellationError>.error(CancellationError()).subscribe()
            let heard = lines.withLock { $0 }
            #expect(heard == [])
        }
    }

    #if DEBUG
    @Test("Events from two threads at once are reported, once a subscription, and put in line")
    func overlap() async {
        await #expect(processExitsWith: .success) {
            let lines = Mutex<[String]>([])
            UnhandledFailures.setHandler { failure, source in lines.withLock { $0.append("\(source): \(failure)") } }
            let source = HandSource<Int, Oops>()
            let recorder = Recorder<Int, Oops>()
            recorder.subscribe(to: source.observable) { value in
                guard value == 1 else { return }
                // Another thread emits while this one is in here.
                let group = DispatchGroup()
                DispatchQueue.global().async(group: group) {
                    source.next(2)
                    source.next(3)
                }
                group.wait()
            }
            await onThread { source.next(1) }
            let (heard, values, overlaps) = (lines.withLock { $0 }, recorder.values, recorder.overlaps)
            #expect(heard == ["observable: \(OverlappingEvents(operator: "create"))"])
            #expect(heard.first?.contains("`create`") == true)
            #expect(values == [1, 2, 3] && overlaps == 0)
        }
    }

    @Test("A task begun in an event overlaps with a later one as any other does")
    func overlapOfTask() async {
        await #expect(processExitsWith: .success) {
            let lines = Mutex<[String]>([])
            UnhandledFailures.setHandler { failure, source in lines.withLock { $0.append("\(source): \(failure)") } }
            let source = HandSource<Int, Oops>()
            let recorder = Recorder<Int, Oops>()
            let (go, start) = AsyncStream.makeStream(of: Void.self)
            let isSaid = DispatchSemaphore(value: 0)
            recorder.subscribe(to: source.observable) { value in
                if value == 1 {
                    Task {
                        for await _ in go { break }
                        source.next(3)
                        isSaid.signal()
                    }
                } else if value == 2 {
                    start.yield()
                    isSaid.wait()
                }
            }
            await onThread { source.next(1) }
            await onThread { source.next(2) }
            let (heard, values) = (lines.withLock { $0 }, recorder.values)
            #expect(heard == ["observable: \(OverlappingEvents(operator: "create"))"] && values == [1, 2, 3])
        }
    }

    @Test("Events from within an event, and from several threads one after the other, are not reported")
    func noOverlap() async {
        await #expect(processExitsWith: .success) {
            let lines = Mutex<[String]>([])
            UnhandledFailures.setHandler { failure, source in lines.withLock { $0.append("\(source): \(failure)") } }
            let source = HandSource<Int, Oops>()
            let inner = HandSource<Int, Oops>()
            let recorder = Recorder<Int, Oops>()
            recorder.subscribe(to: source.observable) { value in if value < 5 { inner.next(value + 1) } }
            inner.observable.subscribe(onNext: { source.next($0) })
            for value in [1, 4, 10] { await onThread { source.next(value) } }
            let (heard, values) = (lines.withLock { $0 }, recorder.values)
            #expect(heard == [])
            #expect(values == [1, 2, 3, 4, 5, 4, 5, 10])
        }
    }
    #endif
}
