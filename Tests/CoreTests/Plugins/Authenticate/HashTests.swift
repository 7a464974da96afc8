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

    @Test(
        "Both around the ends of blocks, as Python's hashlib has them for so many times a",
        arguments: [
            (
                55, "ef1772b6dff9a122358552954ad0df65",
                "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"
            ),
            (
                56, "3b0c8ac703f828b04c6c197006d17218",
                "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"
            ),
            (
                57, "652b906d60af96844ebd21b674f35e93",
                "f13b2d724659eb3bf47f2dd6af1accc87b81f09f59f2b75e5c0bed6589dfe8c6"
            ),
            (
                63, "b06521f39153d618550606be297466d5",
                "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"
            ),
            (
                64, "014842d480b571495a4a0363793f7367",
                "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"
            ),
            (
                65, "c743a45e0d2e6a95cb859adae0248435",
                "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0"
            ),
            (
                119, "8a7bd0732ed6a28ce75f6dabc90e1613",
                "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb"
            ),
            (
                120, "5f61c0ccad4cac44c75ff505e1f1e537",
                "2f3d335432c70b580af0e8e1b3674a7c020d683aa5f73aaaedfdc55af904c21c"
            ),
            (
                128, "e510683b3f5ffe4093d021808bc6ff70",
                "6836cf13bac400e9105071cd6af47084dfacad4e5e302c94bfed24e013afb73e"
            ),
        ])
    func blocks(length: Int, md5: String, sha256: String) {
        let message = [UInt8](repeating: UInt8(ascii: "a"), count: length)
        #expect(Self.hex(MD5.hash(message)) == md5 && Self.hex(SHA256.hash(message)) == sha256)
    }

    @Test("A message is padded to whole blocks, whatever its length", arguments: 50...135)
    func padding(length: Int) {
        let padded = HashPadding.padded([UInt8](repeating: 7, count: length), lengthIsBigEndian: true)
        #expect(padded.count % 64 == 0 && padded.count >= length + 9 && padded.count < length + 9 + 64)
        #expect(padded[length] == 0x80 && Int(padded[padded.count - 2]) * 256 + Int(padded.last ?? 0) == length * 8)
    }
}
