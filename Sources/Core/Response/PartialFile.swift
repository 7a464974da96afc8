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
    /// Others wait until it is in place or gone, and so it is let go of after that.
    private let isLocked: Bool

    /// A file of a name that nobody else has; it takes the permissions of the one whose place it takes.
    init(beside path: String) throws {
        self.path = path
        isLocked = false
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        partialPath = "\(folder).apus-\(UInt64.random(in: 0 ... .max)).part"
        descriptor = open(partialPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        if descriptor < 0 { throw Self.failure(path) }
        // What was private stays so.
        var facts = stat()
        if stat(path, &facts) == 0 { fchmod(descriptor, facts.st_mode & 0o777) }
    }

    /// A file that its owner alone may read, under one name: what a process that was killed left is written over, and those
    /// who write at once take turns.
    init(private path: String) throws {
        self.path = path
        isLocked = true
        partialPath = "\(path).part"
        descriptor = try Self.locked(partialPath, path)
        guard fchmod(descriptor, 0o600) == 0, ftruncate(descriptor, 0) == 0 else { throw Self.failure(path) }
    }

    deinit {
        guard descriptor >= 0 else { return }
        unlink(partialPath)
        close(descriptor)
    }

    /// The file of a name, held by this process alone; a link in its place is not followed, since anybody may have put it there.
    private static func locked(_ partialPath: String, _ path: String) throws -> Int32 {
        var tries = 0
        while true {
            let descriptor = open(partialPath, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw failure(path) }
            // A file system without locks leaves it as it would be without them.
            while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
            // Whoever had it before has given it another name: this one is not there any more. Some file systems number
            // a file anew each time they are asked, and for them there is an end to it.
            tries += 1
            var held = stat()
            var named = stat()
            let isThere =
                fstat(descriptor, &held) == 0 && lstat(partialPath, &named) == 0 && held.st_ino == named.st_ino
                && held.st_dev == named.st_dev
            if isThere || tries == 1000 { return descriptor }
            close(descriptor)
        }
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
        // What is locked was synchronized: closing it has nothing more to say.
        guard isLocked || release() == 0, rename(partialPath, path) == 0 else {
            let failure = Self.failure(path)
            unlink(partialPath)
            _ = release()
            throw failure
        }
        _ = release()
    }

    private func release() -> Int32 {
        guard descriptor >= 0 else { return 0 }
        defer { descriptor = -1 }
        return close(descriptor)
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
