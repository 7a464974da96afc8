import Foundation
import Locking
import LoopbackServer

/// A server that is hard to use: it takes tokens back, drops connections, limits its callers, and gives in at last.
final class FlakyServer: Sendable {
    private struct State {
        var tokens = 0
        var reports = 0
        /// How often an order of a key was asked for.
        var orders: [String: Int] = [:]
    }

    private let state = Mutex(State())

    /// Adds the server's routes; it lives as long as they do.
    static func serve(on server: LoopbackServer) {
        let flaky = FlakyServer()
        server.on("POST", "/plugins/token") { flaky.token($0) }
        server.on("GET", "/plugins/report") { flaky.report($0) }
        server.on("POST", "/plugins/orders") { flaky.order($0) }
        server.on("GET", "/plugins/broken") { _ in .json(#"{"error":"out of order"}"#, status: 500) }
    }

    private func token(_ request: ReceivedRequest) -> Answer {
        let number = state.withLock { state in
            state.tokens += 1
            return state.tokens
        }
        return .json(#"{"access_token":"demo-t0ken-\#(number)","token_type":"Bearer","expires_in":3600}"#)
    }

    /// 401 with the first token, then a connection that breaks, then a limit, then the report.
    private func report(_ request: ReceivedRequest) -> Answer {
        let token = request.field("Authorization") ?? ""
        let turn = state.withLock { state in
            if token == "Bearer demo-t0ken-\(state.tokens)", state.tokens > 1 { state.reports += 1 }
            return token == "Bearer demo-t0ken-\(state.tokens)" ? state.reports : 0
        }
        return switch turn {
        case 0: .json("{}", status: 401, fields: [("WWW-Authenticate", "Bearer error=\"invalid_token\"")])
        case 1: .script([.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"ti"), .close])
        case 2: .json("{}", status: 429, fields: [("Retry-After", "1")])
        default:
            .json(
                #"{"title":"what the plugins are for","turn":\#(turn)}"#, fields: [("Set-Cookie", "visits=\(turn)")])
        }
    }

    /// Too busy the first time that it hears of a key; the second time it knows the order.
    private func order(_ request: ReceivedRequest) -> Answer {
        let key = request.field("Idempotency-Key") ?? ""
        let count = state.withLock { state in
            state.orders[key, default: 0] += 1
            return state.orders[key, default: 0]
        }
        if count == 1 { return .json("{}", status: 503, fields: [("Retry-After", "0")]) }
        return .json(#"{"asked":\#(count)}"#, status: 201)
    }
}
