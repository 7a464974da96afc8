import Dispatch
import Locking
import TestSupport
import Testing

@testable import ApusObservable

/// What keeps values for a receiver with demand; Combine's publisher is made of it.
@Suite(.timeLimit(.minutes(5))) struct DemandBufferTests {
    private let source = HandSource<Int, Oops>()
    private let heard = Heard()

    private final class Heard: Sendable {
        private let events = Mutex<[Event<Int, Oops>]>([])
        var all: [Event<Int, Oops>] { events.withLock { $0 } }
        func add(_ event: Event<Int, Oops>) { events.withLock { $0.append(event) } }
    }

    private func buffer(_ more: @escaping @Sendable (Int) -> Int = { _ in 0 }) -> DemandBuffer<Int, Oops> {
        let heard = heard
        return DemandBuffer(
            DemandBuffer.Receiver(
                next: { value in
                    heard.add(.next(value))
                    return more(value)
                },
                end: { completion in
                    switch completion {
                    case .completed: heard.add(.completed)
                    case .failed(let failure): heard.add(.error(failure))
                    }
                }))
    }

    @Test("Values wait for demand, the end waits for the values and needs none itself")
    func demand() {
        let buffer = buffer()
        buffer.subscribe(to: source.observable)
        for value in 1...3 { source.next(value) }
        #expect(heard.all == [])
        buffer.request(2)
        #expect(heard.all == [.next(1), .next(2)])
        source.error(.one)
        #expect(heard.all.count == 2 && source.disposals == 1)
        buffer.request(1)
        #expect(heard.all == [.next(1), .next(2), .next(3), .error(.one)])
        buffer.request(5)
        #expect(heard.all.count == 4)
    }

    @Test("An end without values is told without demand; no bound stays no bound")
    func bounds() {
        buffer().subscribe(to: .empty())
        #expect(heard.all == [.completed])
        let unbounded = buffer { _ in 1 }
        unbounded.request(.max)
        unbounded.request(.max)
        unbounded.subscribe(to: .from(1...100))
        #expect(heard.all.count == 102)
    }

    @Test("What the receiver asks for from within a value counts, and takes no stack")
    func more() async {
        let many = Workload.scaled(100_000)
        let count = await onThread {
            let buffer = buffer { _ in 1 }
            buffer.subscribe(to: .from(1...many))
            buffer.request(1)
            return heard.all.count
        }
        #expect(count == many + 1)
    }

    @Test("Cancelled, it is silent and the source is disposed; cancelled before, it does not begin")
    func cancels() {
        let buffer = buffer()
        buffer.subscribe(to: source.observable)
        source.next(1)
        buffer.dispose()
        buffer.request(.max)
        source.next(2)
        #expect(heard.all == [] && source.disposals == 1)
        buffer.subscribe(to: source.observable)
        #expect(source.subscriptions == 1)
    }

    @Test("A thread that emits and one that asks: none is lost, in order")
    func threads() async {
        for _ in 0..<20 {
            let heard = Heard()
            let source = source
            await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
                let buffer = DemandBuffer<Int, Oops>(
                    DemandBuffer.Receiver(
                        next: { value in
                            heard.add(.next(value))
                            return 0
                        }, end: { _ in done.resume() }))
                buffer.subscribe(to: source.observable)
                DispatchQueue.global().async {
                    for value in 0..<500 { source.next(value) }
                    source.completed()
                }
                DispatchQueue.global().async { for _ in 0..<500 { buffer.request(1) } }
            }
            #expect(heard.all == (0..<500).map { .next($0) })
        }
    }
}
