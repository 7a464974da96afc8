package import Foundation

/// The modules of the build that runs the tests, for tests that compile snippets against them.
package enum BuiltModules {
    /// The folder with `ApusCore.swiftmodule`; nil where it can't be found. It stands beside the test's executable, or
    /// some folders up, by build system and configuration.
    package static let folder: URL? = {
        #if os(Linux)
        var folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        while folder.path != "/" {
            folder.deleteLastPathComponent()
            for candidate in [folder.appendingPathComponent("Modules"), folder]
            where FileManager.default.fileExists(atPath: candidate.appendingPathComponent("ApusCore.swiftmodule").path)
            {
                return candidate
            }
        }
        #endif
        return nil
    }()

    /// What the compiler needs to find the modules, those in C among them.
    package static var searchArguments: [String] {
        let shim = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/CCurl/module.modulemap").standardizedFileURL
        return ["-I", folder?.path ?? ".", "-Xcc", "-fmodule-map-file=\(shim.path)"]
    }

    /// The compiler; nil where there is none in `PATH`.
    package static let compiler: URL? = Command.find("swiftc")

    /// Whether snippets can be compiled.
    package static var canCompile: Bool { folder != nil && compiler != nil }
}
