#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The text of an instant in UTC: ISO 8601 as RFC 3339 §5.6 narrows it, such as "2026-11-30T16:00:00Z".
enum Timestamp {
    /// The text of a date, to the millisecond; nil outside the years 0000 to 9999, which RFC 3339 cannot write.
    ///
    /// There is a fraction only where it is at least a millisecond ("…00.250Z"); what is finer is cut off.
    static func text(_ date: Date) -> String? {
        guard writable.contains(date) else { return nil }
        // A Double seldom holds a decimal fraction exactly: .123 may be .12299998. Rounding to a tenth of a
        // millisecond before cutting to the millisecond gives back the fraction that was meant.
        let milliseconds = ((date.timeIntervalSinceReferenceDate * 10_000).rounded() / 10).rounded(.down)
        // The formatter cuts too, so it is given the middle of the millisecond.
        let exact = Date(timeIntervalSinceReferenceDate: (milliseconds + 0.5) / 1000)
        let hasFraction = milliseconds.truncatingRemainder(dividingBy: 1000) != 0
        return exact.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction))
    }

    /// 0000-01-01 up to 10000-01-01, in seconds since 1970.
    private static let writable =
        Date(timeIntervalSince1970: -62_167_219_200)..<Date(timeIntervalSince1970: 253_402_300_800)
}
