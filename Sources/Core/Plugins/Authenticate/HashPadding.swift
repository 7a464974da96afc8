/// The end that MD5 and SHA-256 give a message: one bit, zeros, and the length in bits, to a multiple of 64 bytes.
enum HashPadding {
    static func padded(_ message: [UInt8], lengthIsBigEndian: Bool) -> [UInt8] {
        var padded = message + [0x80]
        padded += [UInt8](repeating: 0, count: (120 - padded.count % 64) % 64)
        let length = UInt64(truncatingIfNeeded: message.count) &* 8
        let bytes = (0..<8).map { UInt8(truncatingIfNeeded: length >> (8 * UInt64($0))) }
        return padded + (lengthIsBigEndian ? bytes.reversed() : bytes)
    }
}
