#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A declaration that can't be sent: all that is wrong with it. Nothing reached the transport.
public struct PlanError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// What is wrong, in declared order; never empty when thrown by a call.
    public let problems: [PlanProblem]

    /// An error of the problems given.
    public init(_ problems: [PlanProblem]) {
        self.problems = problems
    }

    /// The problems, one a line.
    public var description: String {
        problems.map(\.description).joined(separator: "\n")
    }

    /// The same as ``description``.
    public var errorDescription: String? { description }
}
