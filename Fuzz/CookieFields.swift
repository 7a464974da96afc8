import Foundation

/// `Set-Cookie`, a line each: a jar never sends what may not be sent, nor to whom it is not for.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
    guard let near = RequestURL("https://www.a.example/x/y"), let plain = RequestURL("http://www.a.example/x/y"),
        let far = RequestURL("https://b.example/x/y")
    else { return 0 }
    let jar = CookieJar()
    var response = HTTPResponse(status: 200)
    for line in text(bytes, count).split(separator: "\n") {
        response.fields.append(HTTPField(.setCookie, String(line)))
    }
    jar.store(response, from: near, at: now)
    for cookie in jar.cookies(for: near, at: now) {
        hold(ASCII.isFieldValue("\(cookie.name)=\(cookie.value)"), "\(cookie)")
        hold(cookie.name.utf8.count + cookie.value.utf8.count <= 4096, "\(cookie)")
        hold(!cookie.name.lowercased().hasPrefix("__host-") || cookie.isHostOnly && cookie.path == "/", "\(cookie)")
    }
    hold(jar.cookies(for: far, at: now).isEmpty, "sent to another host")
    hold(!jar.cookies(for: plain, at: now).contains(where: \.isSecure), "sent over http")
    hold(jar.all.allSatisfy { $0.expires.map { $0 <= now + CookiePolicy.longestLife } ?? true }, "kept too long")
    return 0
}
