import ApusCore
import ApusDSL
import ApusObservable
import ApusTesting
import Testing

/// Chains in one expression, as users write them: that they compile without a type is what is tested.
@Suite struct CombiningInferenceTests {
    private struct Model: Decodable, Sendable {
        let id: Int
    }

    private enum Problem: Error, Equatable {
        case api
    }

    private static func client(_ status: Int = 200) -> Client {
        Client(
            "https://api.example.com",
            transport: StubTransport { _ throws(TransportError) in
                HTTPResponse(status: HTTPStatus(status), body: HTTPBody(#"{"id":7}"#))
            })
    }

    private static func endpoint(_ id: Int) -> Endpoint<Model, EndpointError<Never>> {
        Endpoint {
            GET("/models/\(id)")
            Decode(Model.self)
        }
    }

    @Test("Calls one after the other, beside each other and in turn")
    func flatMaps() async {
        let client = Self.client()
        let recorder = Recorder<String, Problem>()
        recorder.subscribe(
            to: client.observable(Self.endpoint(1))
                .flatMap { model in client.observable(Self.endpoint(model.id)) }
                .concatMap { client.observable(Self.endpoint($0.id)) }
                .flatMapLatest { model in
                    let next = Self.endpoint(model.id)
                    return client.observable(next)
                }
                .mapError { _ in Problem.api }
                .map { "\($0.id)" })
        await recorder.waitUntilDisposed()
        #expect(recorder.events == [.next("7"), .completed])
    }

    @Test("Sources that can't fail lead to sequences that can")
    func fromNever() async {
        let client = Self.client(500)
        let recorder = Recorder<Int, Problem>()
        recorder.subscribe(
            to: ObservableSequence.timer(after: .zero, on: .immediate)
                .flatMap { client.observable(Self.endpoint($0)) }
                .concatMap { model in .just(model) }
                .flatMap { model in ObservableSequence.just(model.id).setFailureType(to: EndpointError<Never>.self) }
                .take(until: .timer(after: .seconds(60), on: VirtualTimeScheduler()))
                .mapError { _ in Problem.api }
                .share()
                .map { $0 + 1 })
        await recorder.waitUntilDisposed()
        #expect(recorder.events == [.error(.api)])
        let never = ObservableSequence.from(1...3).flatMap { ObservableSequence.from(0..<$0) }
            .concatMap { .just($0) }.flatMapLatest { .just("\($0)") }.take(
                until: ObservableSequence<Int, Never>.never())
        #expect(never.heard == ["0", "0", "1", "0", "1", "2"].map { .next($0) } + [.completed])
    }

    @Test("Calls together")
    func together() async {
        let client = Self.client()
        let both = Recorder<Int, EndpointError<Never>>()
        both.subscribe(
            to: ObservableSequence.zip(client.observable(Self.endpoint(1)), client.observable(Self.endpoint(2)))
                .map { $0.id + $1.id })
        await both.waitUntilDisposed()
        #expect(both.values == [14])
        let three = Recorder<Int, Problem>()
        three.subscribe(
            to: client.observable(Self.endpoint(1))
                .combineLatest(with: client.observable(Self.endpoint(2)), client.observable(Self.endpoint(3)))
                .map { one, two, three in one.id + two.id + three.id }
                .zip(with: client.observable(Self.endpoint(4)).map(\.id))
                .map { sum, id in sum + id }
                .mapError { _ in Problem.api })
        await three.waitUntilDisposed()
        #expect(three.values == [28])
        let all = Recorder<[Int], Problem>()
        all.subscribe(
            to: ObservableSequence.zip((1...5).map { client.observable(Self.endpoint($0)) })
                .map { models in models.map(\.id) }
                .mapError { _ in .api })
        await all.waitUntilDisposed()
        #expect(all.values == [[7, 7, 7, 7, 7]])
        let each = Recorder<Int, Problem>()
        each.subscribe(
            to: ObservableSequence.merge([client.observable(Self.endpoint(1)), client.observable(Self.endpoint(2))])
                .map { $0.id }
                .mapError { _ in Problem.api }
                .concat(.just(1), .just(2))
                .merge(with: .just(3))
                .withLatestFrom(.just(10))
                .map { $0 + $1 })
        await each.waitUntilDisposed()
        #expect(each.values.sorted() == [11, 12, 13, 17, 17])
        let few = Recorder<Int, Problem>()
        few.subscribe(
            to: ObservableSequence.from(1...9)
                .map { client.observable(Self.endpoint($0)).map(\.id).mapError { _ in Problem.api } }
                .setFailureType(to: Problem.self)
                .merge(maxConcurrent: 2)
                .scan(0) { $0 + $1 })
        await few.waitUntilDisposed()
        #expect(few.values.last == 63)
    }
}
