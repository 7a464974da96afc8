import ApusCore
import Locking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension TransportConformance {
    static let progressChecks = [
        ConformanceCheck("Progress of the request grows to the size of its body") { rig in
            rig.server.otherwise { _ in .empty(204) }
            let log = ProgressLog()
            let request = try rig.request(.put, "/", body: HTTPBody(Data(count: 1 << 20)))
            _ = try await rig.outcome(of: request, events: { log.note($0) }).get()
            try expectGrowth(log.sent, to: 1 << 20)
            try expect(log.received.isEmpty, "an empty body was received in steps")
        },
        ConformanceCheck("Progress of the response grows to the size of its body") { rig in
            rig.server.otherwise { _ in .bytes(Array(repeating: 1, count: 1 << 20)) }
            let log = ProgressLog()
            _ = try await rig.outcome(of: rig.request(.get, "/"), events: { log.note($0) }).get()
            try expectGrowth(log.received, to: 1 << 20)
            try expect(log.sent.isEmpty, "a body that is not there was sent in steps")
        },
    ]

    private static func expectGrowth(_ steps: [TransferProgress], to size: Int64) throws {
        try expect(!steps.isEmpty, "there was none")
        for (step, following) in zip(steps, steps.dropFirst()) {
            try expect(step.completed < following.completed, "\(following.completed) follows \(step.completed)")
        }
        try expect(steps.last?.completed, is: size, "the last step")
        try expect(steps.allSatisfy { $0.total == size }, "the total is not always \(size)")
    }
}

/// Keeps what a call tells about its bytes.
private final class ProgressLog: Sendable {
    private let steps = Mutex<(sent: [TransferProgress], received: [TransferProgress])>(([], []))

    var sent: [TransferProgress] { steps.withLock(\.sent) }
    var received: [TransferProgress] { steps.withLock(\.received) }

    func note(_ event: CallEvent) {
        switch event {
        case .progress(let progress) where progress.direction == .upload:
            steps.withLock { $0.sent.append(progress) }
        case .progress(let progress): steps.withLock { $0.received.append(progress) }
        default: break
        }
    }
}
