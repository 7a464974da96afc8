import ApusCore
import Foundation
import Testing

@Suite struct HTTPDateTests {
    private static let now = Date(timeIntervalSince1970: 1_764_547_200)  // Mon, 01 Dec 2025 00:00:00 GMT

    @Test(
        "The three forms, and what is near to them",
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Sun Nov 16 08:49:37 1994", 784_975_777),
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
            ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800), ("Tue, 29 Feb 2000 12:00:00 GMT", 951_825_600),
            ("Mon, 29 Feb 2024 00:00:00 GMT", 1_709_164_800), ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
            ("Fri, 31 Dec 9999 23:59:60 GMT", 253_402_300_799),
            ("Mon, 01 Jan 0001 00:00:00 GMT", -62_135_596_800),
            ("Wednesday, 01-Jan-75 00:00:00 GMT", 3_313_526_400), ("Friday, 01-Jan-76 00:00:00 GMT", 189_302_400),
            ("Monday, 01-Dec-25 00:00:00 GMT", 1_764_547_200), ("Sunday, 01-Dec-75 00:00:00 GMT", 3_342_384_000),
            ("Monday, 01-Dec-75 00:00:01 GMT", 186_624_001), ("Wednesday, 31-Dec-75 00:00:00 GMT", 189_216_000),
            ("  Sun, 06 Nov 1994 08:49:37 GMT ", 784_111_777),
        ])
    func reads(text: String, seconds: Int) {
        #expect(HTTPDate.date(from: text, now: Self.now) == Date(timeIntervalSince1970: Double(seconds)))
    }

    @Test(
        "What is no date is none",
        arguments: [
            "", " ", "0", "tomorrow", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC",
            "Sun, 06 Nov 1994 08:49:37 gmt", "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT",
            "Sun 06 Nov 1994 08:49:37 GMT", "Xyz, 06 Nov 1994 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
            "Sun, 31 Nov 1994 08:49:37 GMT", "Mon, 29 Feb 2023 00:00:00 GMT", "Mon, 29 Feb 1900 00:00:00 GMT",
            "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 06 Nov 1994 08:49:61 GMT",
            "Sun, 06 Nov 0000 08:49:37 GMT", "Sun, 06 Nov 19940 08:49:37 GMT", "Sun, 06 Nov -994 08:49:37 GMT",
            "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov 1994 08:49:37:00 GMT",
            "Sun, ０６ Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT", "Sun, 06-Nov-94 08:49:37 GMT",
            "Sunday, 06-Nov-9x 08:49:37 GMT", "Sun Nov 6 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 GMT x", ",,,,, , ,",
            "Sun, 06 Nov 1994 08:49:37 GMT\u{0}", "-- -- -- --",
        ])
    func refuses(text: String) {
        #expect(HTTPDate.date(from: text, now: Self.now) == nil)
    }

    @Test("Every date is written so that it is read again, to the second")
    func roundTrip() {
        var randomness = Randomness.seeded(5)
        #expect(HTTPDate.text(of: Date(timeIntervalSince1970: 784_111_777.9)) == "Sun, 06 Nov 1994 08:49:37 GMT")
        for _ in 0..<2000 {
            let seconds = Double(Int.random(in: -62_135_596_800...253_402_300_799, using: &randomness))
            let date = Date(timeIntervalSince1970: seconds)
            let text = HTTPDate.text(of: date)
            let read = HTTPDate.date(from: text, now: Self.now)
            #expect(read == date, "\(text)")
        }
    }

    @Test("Dates and times of now that no calendar has don't trap", arguments: [1e300, -1e300, .infinity, .nan])
    func strange(seconds: Double) {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(HTTPDate.text(of: date).hasSuffix("GMT"))
        _ = HTTPDate.date(from: "Sunday, 06-Nov-94 08:49:37 GMT", now: date)
    }

    @Test("Foundation agrees on the calendar")
    func calendar() {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        for day in stride(from: 0, to: 40_000, by: 37) {
            let date = Date(timeIntervalSince1970: Double(day * 86_400 + 3661))
            let parts = calendar.dateComponents([.year, .month, .day, .weekday, .hour], from: date)
            let names = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
            let text = HTTPDate.text(of: date)
            #expect(text.hasPrefix(names[(parts.weekday ?? 1) - 1]))
            #expect(text.split(separator: " ")[1...3].last == Substring("\(parts.year ?? 0)"))
            #expect(Int(text.split(separator: " ")[1]) == parts.day)
        }
    }
}
