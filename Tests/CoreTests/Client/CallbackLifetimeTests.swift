import ApusCore
import ApusDSL
import ApusTesting
import Dispatch
import Locking
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct CallbackLifetimeTests {
    /// Tells when it is gone.
    private final class Captive: Sendable {
        let gone: Gate
        init(_ gone: Gate) { self.gone = gone }
        deinit {
            let gone = gone
            Task { await gone.pass() }
        }
    }

    private static let endpoint = Endpoint {
        GET("http://a.example/x"); DecodeText()
    }

    private static func start(_ client: Client, on queue: DispatchQueue, handler: Gate, events: Gate) -> Cancellable {
        let first = Captive(handler)
        let second = Captive(events)
        return client.call(endpoint).start(
            on: queue, events: { _ in withExtendedLifetime(second) {} },
            handler: { _ in withExtendedLifetime(first) {} })
    }

    @Test("What the closures capture is let go after the end, though the handle is kept")
    func delivered() async {
        let stub = StubTransport { _ throws(TransportError) in HTTPResponse(status: 200) }
        let (handler, events) = (Gate(), Gate())
        let handle = Self.start(
            Client(transport: stub), on: DispatchQueue(label: "test"), handler: handler, events: events)
        await handler.waitForArrivals()
        await events.waitForArrivals()
        handler.open()
        events.open()
        withExtendedLifetime(handle) {}
    }

    @Test("What the closures capture is let go after a cancellation, though the handle is kept")
    func cancelled() async {
        let gate = Gate()
        let stub = StubTransport { _ throws(TransportError) in
            await gate.pass()
            return HTTPResponse(status: 200)
        }
        let (handler, events) = (Gate(), Gate())
        let handle = Self.start(
            Client(transport: stub), on: DispatchQueue(label: "test"), handler: handler, events: events)
        await gate.waitForArrivals()
        handle.cancel()
        await handler.waitForArrivals()
        await events.waitForArrivals()
        handler.open()
        events.open()
        withExtendedLifetime(handle) {}
    }
}
