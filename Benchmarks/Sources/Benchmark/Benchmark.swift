import Foundation

/// The programs in Swift of the benchmarks, one subcommand each. `Scripts/bench` runs them.
@main
enum Benchmark {
    static func main() async {
        do {
            let arguments = Array(CommandLine.arguments.dropFirst())
            switch arguments.first {
            case "throughput": try await Throughput.run(Array(arguments.dropFirst()))
            case "wire": try await Wire.run(Array(arguments.dropFirst()))
            case "transfer": try await Transfer.run(Array(arguments.dropFirst()))
            case "plugins": try await Plugins.run(Array(arguments.dropFirst()))
            case "adapters": try await Adapters.run(Array(arguments.dropFirst()))
            default: throw Misuse()
            }
        } catch is Misuse {
            fail("see the comment of the subcommand for its arguments", status: 64)
        } catch {
            fail("\(error)", status: 1)
        }
    }

    private static func fail(_ message: String, status: Int32) -> Never {
        FileHandle.standardError.write(Data("Benchmark: \(message)\n".utf8))
        exit(status)
    }
}

/// The arguments are not what the subcommand takes.
struct Misuse: Error {}
