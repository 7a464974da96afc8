import Apus
import Foundation
import LoopbackServer

/// Shows what Apus does, end to end and offline.
@main
enum Demo {
    static func main() async {
        do {
            let command = try Command(Array(CommandLine.arguments.dropFirst()))
            guard try await carryOut(command) else { exit(1) }
        } catch let misuse as Command.Misuse {
            FileHandle.standardError.write(Data("Demo: \(misuse.text)\n".utf8))
            exit(64)
        } catch {
            FileHandle.standardError.write(Data("Demo: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func carryOut(_ command: Command) async throws -> Bool {
        let types = command.scenario.flatMap { Scenarios.named($0) }.map { [$0] } ?? Scenarios.all
        switch command.action {
        case .help:
            print(help)
            return true
        case .plan(let isJSON):
            let plans = plans(of: types, command)
            print(try isJSON ? json(plans) : plans.map(\.description).joined(separator: "\n"), terminator: "")
            return true
        case .curl:
            plans(of: types, command).forEach { print($0.curl) }
            return true
        case .run:
            return try await run(types, command)
        }
    }

    private static func plans(of types: [any Scenario.Type], _ command: Command) -> [RequestPlan] {
        let servers = command.baseURL.map { Servers(base: $0, down: Servers.example.down) } ?? .example
        return types.flatMap { $0.init(argument: command.argument, servers: servers).plans }
    }

    /// One plan as an object, several as an array.
    private static func json(_ plans: [RequestPlan]) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let data = try plans.count == 1 ? encoder.encode(plans[0]) : encoder.encode(plans)
        return String(decoding: data, as: UTF8.self) + "\n"
    }

    private static func run(_ types: [any Scenario.Type], _ command: Command) async throws -> Bool {
        let embedded = command.baseURL == nil ? try ExampleServer.start() : nil
        defer { embedded?.stop() }
        let servers = Servers(
            base: command.baseURL ?? embedded?.url ?? "",
            down: LoopbackServer.downURL, log: embedded.map { ServerLog($0) })
        var isDone = true
        for type in types {
            print("\n=== \(type.name): \(type.summary)")
            let done = await type.init(argument: command.argument, servers: servers).run(Show(command.ways))
            isDone = isDone && done
        }
        return isDone
    }

    private static var help: String {
        let words = Scenarios.all.map { type in
            let call = type.argument.isEmpty ? type.name : "\(type.name) \(type.argument)"
            return "  \(call.padding(toLength: 16, withPad: " ", startingAt: 0))\(type.summary)"
        }
        return """
            Shows endpoints as plans and curl lines, sends them, and prints what came of it.

            Demo [SCENARIO [ARGUMENT]] [--via WAY] [--base-url URL]    runs one scenario, or all
            Demo plan SCENARIO [ARGUMENT] [--json]                     prints the plans, sends nothing
            Demo curl SCENARIO [ARGUMENT]                              prints the curl lines, sends nothing

            \(words.joined(separator: "\n"))

              --via WAY       async, callback, promise, observable, or all of them (the default)
              --base-url URL  sends to another server than the embedded one
              --json          with plan: prints JSON, an array where there are several

            Exit status: 0 as expected, 1 something failed, 64 words that mean nothing.
            """
    }
}
