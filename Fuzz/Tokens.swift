import Foundation

/// What a token endpoint answers: a token that may be sent, or an error on one line that repeats no secret.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
    for status in [200, 400] as [HTTPStatus] {
        let response = HTTPResponse(status: status, body: HTTPBody(Data(bytes: bytes, count: count)))
        do throws(OAuth2Error) {
            let answer = try OAuth2Answer(response, at: now, secrets: ["s3cr3t"])
            let token = try answer.token.get()
            hold(ASCII.isFieldValue(token.value.reveal() ?? ""), "a token with a control character")
            hold(token.expires.map { $0 >= now } ?? true, "\(String(describing: token.expires))")
        } catch {
            hold(
                !shows(error.description, "s3cr3t") && !error.description.utf8.contains { $0 < 0x20 }, error.description
            )
        }
    }
    return 0
}
