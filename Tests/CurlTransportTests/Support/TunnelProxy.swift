import Foundation
import Locking

/// A proxy on 127.0.0.1 through which connections go unseen: SOCKS5 (RFC 1928, RFC 1929) or HTTP's CONNECT.
///
/// Wherever a caller wants to go, it is connected to that port of 127.0.0.1.
final class TunnelProxy: Sendable {
    enum Kind { case socks5, connect }

    private let server: RawServer
    private let kind: Kind
    private let credentials: String?
    private let said = Mutex<[String]>([])

    /// Lets in who says "user:password", nil for everybody.
    init(_ kind: Kind, credentials: String? = nil) throws {
        self.kind = kind
        self.credentials = credentials
        server = try RawServer()
        Task { [server, weak self] in
            while true {
                let client = await server.accept()
                guard client.isOpen, let proxy = self else { return }
                Task { await proxy.serve(client) }
            }
        }
    }

    deinit {
        server.stop()
    }

    var port: UInt16 { server.port }

    /// What it was asked: for SOCKS5 the credentials, and the kind of address and the address; for HTTP the head.
    var asked: [String] { said.withLock { $0 } }

    private func note(_ text: String) {
        said.withLock { $0.append(text) }
    }

    private func serve(_ client: RawConnection) async {
        guard let port = kind == .socks5 ? await greet(client) : await readHead(client) else { return client.end() }
        let target = RawConnection(to: port)
        async let up: Void = target.relay(from: client)
        await client.relay(from: target)
        await up
    }

    // MARK: SOCKS5

    private func greet(_ client: RawConnection) async -> UInt16? {
        let hello = await client.receive(exactly: 2)
        guard hello.count == 2, hello[0] == 5 else { return nil }
        _ = await client.receive(exactly: Int(hello[1]))
        client.send([5, credentials == nil ? 0 : 2])
        if let credentials {
            _ = await client.receive(exactly: 1)
            let (user, password) = (await text(client), await text(client))
            note("\(user):\(password)")
            client.send([1, "\(user):\(password)" == credentials ? 0 : 1])
            if "\(user):\(password)" != credentials { return nil }
        }
        let request = await client.receive(exactly: 4)
        guard request.count == 4 else { return nil }
        if request[3] == 3 {
            note("name \(await text(client))")
        } else {
            note("address \(await client.receive(exactly: request[3] == 1 ? 4 : 16))")
        }
        let port = await client.receive(exactly: 2)
        client.send([5, 0, 0, 1, 0, 0, 0, 0, 0, 0])
        return port.count == 2 ? UInt16(port[0]) << 8 | UInt16(port[1]) : nil
    }

    private func text(_ client: RawConnection) async -> String {
        let count = await client.receive(exactly: 1).first ?? 0
        return String(decoding: await client.receive(exactly: Int(count)), as: UTF8.self)
    }

    // MARK: HTTP

    private func readHead(_ client: RawConnection) async -> UInt16? {
        let head = await client.receive(through: "\r\n\r\n")
        note(head)
        let expected = credentials.map { "Proxy-Authorization: Basic \(Data($0.utf8).base64EncodedString())\r\n" }
        guard expected.map(head.contains) ?? true else {
            client.send(
                "HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm=x\r\n"
                    + "Content-Length: 0\r\n\r\n")
            return nil
        }
        client.send("HTTP/1.1 200 OK\r\nX-Proxy: here\r\n\r\n")
        return head.split(separator: " ").dropFirst().first?.split(separator: ":").last.flatMap { UInt16($0) }
    }
}
