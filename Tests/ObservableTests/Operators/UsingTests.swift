import ApusObservable
import Locking
import Testing

@Suite struct UsingTests {
    private typealias Numbers = ObservableSequence<Int, Oops>

    /// Counts how often it is disposed, which a resource of a user may do as well.
    private struct Resource: Disposable {
        let disposals: Count
        func dispose() { disposals.add() }
    }

    @Test("The resource is made for each subscription and disposed once, before an end is told", arguments: 0...2)
    func lifetime(ending: Int) {
        let (source, made, disposals) = (HandSource<Int, Oops>(), Count(), Count())
        let seen = Mutex<[Int]>([])
        let note: @Sendable () -> Void = { seen.withLock { $0.append(disposals.value) } }
        let sequence = ObservableSequence.using({
            made.add()
            return Resource(disposals: disposals)
        }) { _ in source.observable }
        #expect(made.value == 0)
        let handle = sequence.subscribe(onError: { _ in note() }, onCompleted: note, onDisposed: note)
        source.next(1)
        #expect(made.value == 1 && disposals.value == 0)
        if ending == 0 { source.completed() } else if ending == 1 { source.error(.one) }
        handle.dispose()
        handle.dispose()
        #expect(disposals.value == 1 && source.disposals == 1)
        #expect(seen.withLock { $0 } == (ending == 2 ? [1] : [1, 1]))
        sequence.subscribe(onError: { _ in }).dispose()
        #expect(made.value == 2 && disposals.value == 2)
    }

    @Test("The resource goes after the sequence that uses it, also where that ends at once")
    func order() {
        let lines = Mutex<[String]>([])
        let note: @Sendable (String) -> Void = { line in lines.withLock { $0.append(line) } }
        Numbers.using({ ClosureDisposable { note("resource") } }) { _ in
            .create { _ in ClosureDisposable { note("sequence") } }
        }.subscribe(onError: { _ in }).dispose()
        #expect(lines.withLock { $0 } == ["sequence", "resource"])
        let disposals = Count()
        let events = Numbers.using({ Resource(disposals: disposals) }) { _ in .from(1...9) }.take(2).heard
        #expect(events == [.next(1), .next(2), .completed] && disposals.value == 1)
    }

    @Test("Disposed before it begins, it makes no resource")
    func early() {
        let made = Count()
        let sequence = Numbers.using({
            made.add()
            return ClosureDisposable()
        }) { _ in .never() }
        #expect(Numbers.just(1).concat(sequence).take(1).heard.count == 2)
        #expect(Numbers.merge([.error(.one), sequence]).heard == [.error(.one)])
        #expect(made.value == 0)
    }
}
