import Foundation

/// `WWW-Authenticate`: an answer to any challenge is a field that may be sent, and is read back as one challenge.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
    let value = text(bytes, count)
    for challenge in AuthenticationChallenge.challenges(in: value) {
        hold(ASCII.isToken(challenge.scheme), challenge.scheme)
        guard let digest = DigestChallenge(challenge) else { continue }
        let facts = DigestChallenge.Facts(
            user: "ü\"\\", password: "p", method: "GET", target: "/x", body: [], cnonce: "c", count: 1)
        guard let answer = digest.answer(facts) else { continue }
        let read = AuthenticationChallenge.challenges(in: answer)
        hold(read.count == 1 && read[0].parameter("nonce") == digest.nonce, answer)
        hold(!ASCII.isFieldValue(value) || ASCII.isFieldValue(answer), answer)
    }
    return 0
}
