package import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// Another program, run to its end without keeping a thread waiting: tests share a thread for each processor.
package struct Command: Sendable {
    /// What the program left.
    package struct Output: Sendable {
        /// Its exit status.
        package let status: Int32
        /// What it wrote to standard output.
        package let text: String
        /// What it wrote to standard error.
        package let errors: String
    }

    private let program: URL
    private let arguments: [String]
    private let environment: [String: String]?
    private let directory: URL?

    /// A program with its arguments; with this process's environment and directory where none are given.
    package init(
        _ program: URL, _ arguments: [String] = [], environment: [String: String]? = nil, in directory: URL? = nil
    ) {
        self.program = program
        self.arguments = arguments
        self.environment = environment
        self.directory = directory
    }

    /// Where a program of a name is in `PATH`, nil where it is not.
    package static func find(_ name: String) -> URL? {
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        return folders.map { URL(fileURLWithPath: "\($0)/\(name)") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }

    /// Runs the program with the input given. All goes through files, since pipes fill up.
    package func run(input: Data = Data()) async throws -> Output {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("apus-command-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = ["in", "out", "err"].map(folder.appendingPathComponent)
        for file in files { try (file == files[0] ? input : Data()).write(to: file) }
        let child = try spawn { actions in
            posix_spawn_file_actions_addopen(&actions, 0, files[0].path, O_RDONLY, 0)
            posix_spawn_file_actions_addopen(&actions, 1, files[1].path, O_WRONLY | O_TRUNC, 0)
            posix_spawn_file_actions_addopen(&actions, 2, files[2].path, O_WRONLY | O_TRUNC, 0)
        }
        let status = await Self.end(of: child)
        // Not with Data(contentsOf:), which leaks a buffer for each empty file.
        let texts = try files.map { file in
            String(decoding: try FileHandle(forReadingFrom: file).readToEnd() ?? Data(), as: UTF8.self)
        }
        return Output(status: status, text: texts[1], errors: texts[2])
    }

    #if canImport(Glibc)
    /// Starts the program, as one that runs until it is told to end: a server. It has no input.
    package func start() throws -> RunningProgram {
        var ends: [Int32] = [-1, -1]
        // Sockets, since a pipe is inherited by other programs that are started meanwhile, and they would keep it open.
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw POSIXError(.EMFILE) }
        defer { close(ends[1]) }
        let output = ends[1]
        do {
            let process = try spawn { actions in
                posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
                posix_spawn_file_actions_adddup2(&actions, output, 1)
                posix_spawn_file_actions_adddup2(&actions, output, 2)
            }
            return RunningProgram(process, output: ends[0])
        } catch {
            close(ends[0])
            throw error
        }
    }
    #endif

    /// With `posix_spawn` rather than `Process`, which reads past the end of the list of open descriptors: beside tests
    /// with a thousand connections that ends this process now and then.
    private func spawn(_ prepare: (inout posix_spawn_file_actions_t) -> Void) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        prepare(&actions)
        Self.closeTheRest(&actions)
        // The thread that starts it may block signals, which the program would then never get.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var noSignals = sigset_t()
        sigemptyset(&noSignals)
        posix_spawnattr_setsigmask(&attributes, &noSignals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let environment = environment ?? ProcessInfo.processInfo.environment
        let line = line
        let words = line.map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (words + variables).forEach { free($0) } }
        var child: pid_t = 0
        let error = posix_spawn(&child, line[0], &actions, &attributes, words, variables)
        guard error == 0 else { throw POSIXError(POSIXErrorCode(rawValue: error) ?? .ENOEXEC) }
        return child
    }

    /// Connections that are not closed on exec, as FoundationNetworking's, would stay open as long as the program runs.
    private static func closeTheRest(_ actions: inout posix_spawn_file_actions_t) {
        #if canImport(Glibc)
        // The header has it for C of the newest kind only.
        typealias CloseFrom = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
        guard let symbol = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else { return }
        _ = unsafeBitCast(symbol, to: CloseFrom.self)(&actions, 3)
        #endif
    }

    /// What is started; a shell where the program has to be in another directory first.
    private var line: [String] {
        let line = [program.path] + arguments
        return directory.map { ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, $0.path] + line } ?? line
    }

    /// The exit status, or that of a shell for a program that a signal ended.
    private static func end(of child: pid_t) async -> Int32 {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var status: Int32 = 0
                while waitpid(child, &status, 0) < 0, errno == EINTR {}
                let signal = status & 0x7F
                continuation.resume(returning: signal == 0 ? (status >> 8) & 0xFF : 128 + signal)
            }
        }
    }
}
