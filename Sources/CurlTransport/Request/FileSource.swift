import ApusCore
import CCurl

/// An open file, closed with the last who uses it.
final class FileSource: Sendable {
    private let descriptor: Int32
    /// In bytes, when it was opened.
    let size: Int64

    /// Throws `.unreadableBody` for what is not a regular file that can be read.
    init(_ path: String) throws(TransportError) {
        var size: Int64 = 0
        let result = apus_file_open(path, &size)
        guard result >= 0 else {
            throw TransportError(.unreadableBody, "\(path): \(String(cString: strerror(-result)))")
        }
        descriptor = result
        self.size = size
    }

    deinit {
        apus_close(descriptor)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, from offset: Int64) -> Int {
        // Not past the size that was announced, though the file may have grown.
        let count = max(0, min(Int64(buffer.count), size - offset))
        return count == 0 ? 0 : apus_file_read(descriptor, buffer.baseAddress, Int(count), offset)
    }
}
