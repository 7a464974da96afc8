import ApusCore

/// What a turn of the loop has for those who wait, told at its end: each telling may wake a thread, which takes the processor
/// from the loop and its peers while they are still at it.
final class LoopNews {
    private struct Ending {
        let transfer: Transfer
        let pipe: DownloadPipe?
        let outcome: Transfer.Outcome
    }

    let mailbox: Mailbox
    private var pipes: [DownloadPipe] = []
    private var endings: [Ending] = []

    init(_ mailbox: Mailbox) {
        self.mailbox = mailbox
    }

    /// There is something to read.
    func received(_ pipe: DownloadPipe) {
        if pipes.last !== pipe { pipes.append(pipe) }
    }

    /// A transfer has come to its end.
    func ended(_ transfer: Transfer, _ pipe: DownloadPipe?, _ outcome: Transfer.Outcome) {
        endings.append(Ending(transfer: transfer, pipe: pipe, outcome: outcome))
    }

    func tell() {
        for pipe in pipes { pipe.flush() }
        pipes.removeAll(keepingCapacity: true)
        for ending in endings {
            ending.transfer.settle(ending.outcome)
            ending.pipe?.finish(ending.outcome.map { _ in () })
        }
        endings.removeAll(keepingCapacity: true)
    }
}
