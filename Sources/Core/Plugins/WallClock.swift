#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A clock that knows the date as well: what plugins take for now where a server names a point in time.
///
/// The system's clocks don't conform; calls ask the system for the date then. A test's clock does, so that a cookie or a
/// token expires when the test says so.
public protocol WallClock: Clock {
    /// The date and time now.
    var date: Date { get }
}
