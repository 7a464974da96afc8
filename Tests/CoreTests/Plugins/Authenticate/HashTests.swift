import Testing

@testable import ApusCore

@Suite struct HashTests {
    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    @Test(
        "MD5 of the texts in RFC 1321, appendix A.5",
        arguments: [
            ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"),
            ("abc", "900150983cd24fb0d6963f7d28e17f72"), ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
            ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
            (
                "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
                "d174ab98d277d9f5a5611c2c9f419d9f"
            ),
            (String(repeating: "1234567890", count: 8), "57edf4a22be3c955ac49da2e2107b67a"),
        ])
    func md5(text: String, hash: String) {
        #expect(Self.hex(MD5.hash(Array(text.utf8))) == hash)
    }

    @Test(
        "SHA-256 of the examples of FIPS 180",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            (
                String(repeating: "a", count: 1_000_000),
                "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
            ),
        ])
    func sha256(text: String, hash: String) {
        #expect(Self.hex(SHA256.hash(Array(text.utf8))) == hash)
    }

    @Test("A message is padded to whole blocks, whatever its length", arguments: 50...135)
    func padding(length: Int) {
        let padded = HashPadding.padded([UInt8](repeating: 7, count: length), lengthIsBigEndian: true)
        #expect(padded.count % 64 == 0 && padded.count >= length + 9 && padded.count < length + 9 + 64)
        #expect(padded[length] == 0x80 && Int(padded[padded.count - 2]) * 256 + Int(padded.last ?? 0) == length * 8)
    }
}
