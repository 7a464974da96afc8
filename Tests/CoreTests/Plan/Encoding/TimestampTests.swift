import Testing

@testable import ApusCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct TimestampTests {
    @Test(
        "A date has a fraction only from a millisecond on",
        arguments: [
            (0, "1970-01-01T00:00:00Z"),
            (1_796_054_400, "2026-11-30T16:00:00Z"),
            (1_796_054_400.25, "2026-11-30T16:00:00.250Z"),
            (1_796_054_400.001, "2026-11-30T16:00:00.001Z"),
            (1_796_054_400.0004, "2026-11-30T16:00:00Z"),
            (1_796_054_400.0009, "2026-11-30T16:00:00Z"),
            (1_796_054_400.9996, "2026-11-30T16:00:00.999Z"),
            (-1, "1969-12-31T23:59:59Z"),
            (-0.25, "1969-12-31T23:59:59.750Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (-2_203_891_200, "1900-03-01T00:00:00Z"),
            (253_402_300_799, "9999-12-31T23:59:59Z"),
            (253_402_300_799.999, "9999-12-31T23:59:59.999Z"),
            (253_402_300_800, nil),
            (-62_167_219_201, nil), (-62_167_219_300, nil),
            (.infinity, nil), (-.infinity, nil), (.nan, nil), (1e300, nil), (-1e300, nil),
        ] as [(Double, String?)])
    func text(_ seconds: Double, expected: String?) {
        #expect(Timestamp.text(Date(timeIntervalSince1970: seconds)) == expected)
    }

    @Test("Every millisecond of a second is written as itself")
    func milliseconds() {
        for millisecond in 1...999 {
            let date = Date(timeIntervalSince1970: 1_796_054_400 + Double(millisecond) / 1000)
            let digits = String(String(1000 + millisecond).dropFirst())
            #expect(Timestamp.text(date) == "2026-11-30T16:00:00.\(digits)Z")
        }
    }

    @Test("Whole seconds agree with Foundation's own format from 1600 to 9999")
    func agreesWithFoundation() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            let seconds = Int64.random(in: -11_676_096_000...253_402_300_799, using: &generator)
            let date = Date(timeIntervalSince1970: Double(seconds))
            #expect(Timestamp.text(date) == date.formatted(Date.ISO8601FormatStyle()), "\(seconds)")
        }
    }
}
