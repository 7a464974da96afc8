import ApusCore
import ApusCurl
import Foundation
import LoopbackServer
import Testing

/// Each in a process of its own, since the environment is the process's.
@Suite struct Environment {
    @Test func `No netrc, no configuration of the curl command, and no cookie is sent`() async throws {
        let server = try LoopbackServer()
        server.otherwise { _ in .text("x", status: 401, fields: [("Set-Cookie", "a=1"), ("WWW-Authenticate", "Basic")])
        }
        await #expect(processExitsWith: .success) { [url = server.url as String] in
            clearProxies()
            let home = FileManager.default.temporaryDirectory.appending(component: "apus-home-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: home) }
            for name in [".netrc", "_netrc"] {
                try Data("machine 127.0.0.1 login me password s3cret\n".utf8).write(to: home.appending(component: name))
            }
            for name in [".curlrc", "_curlrc"] {
                try Data("header = \"X-From: curlrc\"\nnetrc\n".utf8).write(to: home.appending(component: name))
            }
            for name in ["HOME", "CURL_HOME", "XDG_CONFIG_HOME"] { setenv(name, home.path, 1) }
            setenv("NETRC", home.appending(component: ".netrc").path, 1)
            let curl = transport()
            for _ in 0..<2 { #expect(try await outcome(of: request(.get, url), by: curl).get().status == 401) }
        }
        #expect(server.received.count == 2)
        for request in server.received {
            #expect(request.fields.map(\.name.localizedLowercase).sorted() == ["accept-encoding", "host"])
        }
    }

    @Test func `Authorities named by variables are not trusted`() async throws {
        let server = try LoopbackServer()
        let relay = try await Relay(to: server.port)
        let authority = try await Certificates.shared.path("ca.pem")
        await #expect(processExitsWith: .success) { [url = relay.url as String, authority = authority as String] in
            clearProxies()
            for name in ["SSL_CERT_FILE", "CURL_CA_BUNDLE"] { setenv(name, authority, 1) }
            setenv("SSL_CERT_DIR", (authority as NSString).deletingLastPathComponent, 1)
            let error = try await failure(of: request(.get, url), by: transport())
            #expect(error?.kind == .tls)
        }
        #expect(server.received.isEmpty)
    }
}

/// Takes away what the environment says of proxies.
func clearProxies() {
    for name in ["http_proxy", "https_proxy", "all_proxy", "no_proxy"] {
        unsetenv(name)
        unsetenv(name.uppercased())
    }
}
