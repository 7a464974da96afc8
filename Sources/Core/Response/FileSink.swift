#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Writes a stream to a file, chunk by chunk. The file is there when all of it is, and what stood there before stays until
/// then: the bytes go to a file beside it first, which takes its place and its permissions at the end (`rename`, POSIX).
enum FileSink {
    /// Throws ``TransportError`` of kind `.other` where the file can't be written, and what the stream throws.
    static func write(_ stream: ByteStream, to path: String) async throws {
        let file = try PartialFile(beside: path)
        for try await chunk in stream { try file.write(chunk) }
        try file.moveIntoPlace()
    }
}

/// A file that is not complete: it goes with its last reference, unless it was moved into place.
private final class PartialFile {
    private let path: String
    private let partialPath: String
    private var descriptor: Int32

    init(beside path: String) throws {
        self.path = path
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        partialPath = "\(folder).apus-\(UInt64.random(in: 0 ... .max)).part"
        descriptor = open(partialPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        if descriptor < 0 { throw Self.failure(path) }
        // What was private stays so.
        var facts = stat()
        if stat(path, &facts) == 0 { fchmod(descriptor, facts.st_mode & 0o777) }
    }

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
        unlink(partialPath)
    }

    func write(_ chunk: Data) throws {
        try chunk.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let part = UnsafeRawBufferPointer(rebasing: rest)
                // The system's function, not this one.
                let count = Self.write(descriptor, part)
                if count < 0 && errno == EINTR { continue }
                guard count >= 0 else { throw Self.failure(path) }
                rest = rest.dropFirst(count)
            }
        }
    }

    func moveIntoPlace() throws {
        let closing = close(descriptor)
        descriptor = -1
        guard closing == 0, rename(partialPath, path) == 0 else {
            let failure = Self.failure(path)
            unlink(partialPath)
            throw failure
        }
    }

    private static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Glibc)
        Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #elseif canImport(Musl)
        Musl.write(descriptor, bytes.baseAddress, bytes.count)
        #else
        Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
    }

    /// What the system says about its last call.
    private static func failure(_ path: String) -> TransportError {
        TransportError(.other, "\(path) can't be written: \(String(cString: strerror(errno)))", isSafeToRetry: false)
    }
}
