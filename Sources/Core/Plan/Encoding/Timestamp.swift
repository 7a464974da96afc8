#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The text of an instant in UTC: ISO 8601 as RFC 3339 §5.6 narrows it, such as "2026-11-30T16:00:00Z".
enum Timestamp {
    /// The text of a date, to the millisecond; nil outside the years 0000 to 9999, which RFC 3339 cannot write.
    ///
    /// There is a fraction only where it is at least a millisecond ("…00.250Z"); what is finer is cut off. The
    /// calendar is the Gregorian one at all times, as ISO 8601 has it, also before 1582.
    static func text(_ date: Date) -> String? {
        // A Double seldom holds a decimal fraction exactly: .123 may be .12299998. Rounding to a tenth of a
        // millisecond before cutting to the millisecond gives back the fraction that was meant.
        let tenths = (date.timeIntervalSinceReferenceDate * 10_000).rounded()
        guard tenths.magnitude < 1e16 else { return nil }
        let milliseconds = floorDivide(Int64(tenths), 10).quotient + 978_307_200_000
        let (seconds, fraction) = floorDivide(milliseconds, 1000)
        let (days, secondOfDay) = floorDivide(seconds, 86_400)
        let day = civilDay(days)
        guard 0...9999 ~= day.year else { return nil }
        return String(unsafeUninitializedCapacity: 24) { buffer in
            var digits = Digits(buffer: buffer)
            digits.write(day.year, width: 4)
            digits.write(day.month, width: 2, after: "-")
            digits.write(day.day, width: 2, after: "-")
            digits.write(secondOfDay / 3600, width: 2, after: "T")
            digits.write(secondOfDay / 60 % 60, width: 2, after: ":")
            digits.write(secondOfDay % 60, width: 2, after: ":")
            if fraction > 0 { digits.write(fraction, width: 3, after: ".") }
            digits.write("Z")
            return digits.end
        }
    }

    /// The Gregorian date of a day counted from 1970-01-01.
    ///
    /// Years are counted from March in eras of 400 years (146 097 days), so that a leap day is a year's last.
    private static func civilDay(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let (era, dayOfEra) = floorDivide(days + 719_468, 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }

    private static func floorDivide(_ value: Int64, _ divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

/// Writes ASCII digits of fixed width into a buffer large enough for them.
private struct Digits {
    let buffer: UnsafeMutableBufferPointer<UInt8>
    var end = 0

    mutating func write(_ character: Unicode.Scalar) {
        buffer[end] = UInt8(ascii: character)
        end += 1
    }

    mutating func write(_ number: Int64, width: Int, after separator: Unicode.Scalar? = nil) {
        if let separator { write(separator) }
        var rest = number
        for position in (end..<end + width).reversed() {
            buffer[position] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
        end += width
    }
}
