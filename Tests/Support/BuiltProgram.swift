package import Foundation

/// The programs of this package, as they were built with the tests.
package enum BuiltProgram {
    struct NotFound: Error, CustomStringConvertible {
        let description: String
    }

    /// Beside the test bundle, and so of the same configuration and with the same sanitizers.
    ///
    /// Swift Testing runs in the test bundle's own process on Linux, and in a helper that is given the bundle on Apple
    /// platforms.
    package static func find(_ name: String) throws -> URL {
        let arguments = CommandLine.arguments
        var places = [URL(fileURLWithPath: arguments[0]).deletingLastPathComponent()]
        if let executable = Bundle.main.executableURL { places.append(executable.deletingLastPathComponent()) }
        for argument in arguments.dropFirst() where argument.contains(".xctest") {
            let bundle = argument.prefix { $0 != "\0" }.components(separatedBy: ".xctest")[0]
            places.append(URL(fileURLWithPath: bundle).deletingLastPathComponent())
        }
        for place in places {
            let program = place.appendingPathComponent(name)
            if FileManager.default.isExecutableFile(atPath: program.path) { return program }
        }
        throw NotFound(description: "there is no \(name) in \(places.map(\.path))")
    }
}
