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

/// A file that is not complete: the bytes go to a file beside the one that is meant, which takes its place at the end
/// (`rename`, POSIX). It goes with its last reference, unless it was moved into place.
final class PartialFile {
    private let path: String
    private let partialPath: String
    private var descriptor: Int32

    /// A file of a name that nobody else has; it takes the permissions of the one whose place it takes.
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

    /// A file that its owner alone may read, under one name: what a process that was killed left is written over.
    init(private path: String) throws {
        self.path = path
        partialPath = "\(path).part"
        descriptor = open(partialPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0, fchmod(descriptor, 0o600) == 0 else { throw Self.failure(path) }
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

    /// Waits until the bytes are on the disk: else the name may be, after a power failure, before they are.
    func synchronize() throws {
        guard fsync(descriptor) == 0 else { throw Self.failure(path) }
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
