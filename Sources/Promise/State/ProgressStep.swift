import ApusCore

/// A progress and the one heard before it.
struct ProgressStep: Sendable {
    let old: TransferProgress?
    let new: TransferProgress
}
