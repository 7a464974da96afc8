import Foundation

/// What a subcommand measured, printed as one line of JSON for the runner.
struct Report {
    private var members: [String: Double] = [:]

    subscript(name: String) -> Double? {
        get { members[name] }
        set { members[name] = newValue }
    }

    func print() {
        let pairs = members.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \(String(format: "%.3f", $0.value))" }
        Swift.print("{\(pairs.joined(separator: ", "))}")
    }
}
