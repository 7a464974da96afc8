import Foundation
import Testing

@testable import ApusCore

@Suite struct CookieDateTests {
    private static let day = Date(timeIntervalSince1970: 784_111_777)

    @Test(
        "Dates as servers write them",
        arguments: [
            "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
            "06 November 1994 08:49:37", "6-nOV-1994 8:49:37", "08:49:37 06 Nov 94", "1994 06 Nov 08:49:37",
            "Nov/06/1994/08:49:37", "Sun, 06-Nov-1994 08:49:37.123", "Sun, 06 Nov 1994 08:49:37 GMT-0800",
            "  06,Nov,1994,08:49:37  ", "06th Nov 1994 08:49:37x", "06 Nov 1994x 08:49:37",
        ])
    func reads(text: String) {
        #expect(CookieDate.date(from: text) == Self.day)
    }

    @Test(
        "Years of two digits",
        arguments: [("69", 2069), ("70", 1970), ("99", 1999), ("00", 2000), ("1601", 1601), ("9999", 9999)])
    func years(text: String, year: Int) throws {
        let date = try #require(CookieDate.date(from: "01 Jan \(text) 00:00:00"))
        #expect(HTTPDate.text(of: date).contains(" \(year) "))
    }

    @Test(
        "What is no date is none",
        arguments: [
            "", "x", "06 Nov 1994", "Nov 1994 08:49:37", "06 1994 08:49:37", "06 Nov 08:49:37", "06 Nov 1600 00:00:00",
            "06 Nov 199 08:49:37", "31 Feb 1994 08:49:37", "00 Nov 1994 08:49:37", "32 Nov 1994 08:49:37",
            "06 Nov 1994 24:00:00", "06 Nov 1994 08:60:00", "06 Nov 1994 08:49:60", "06 Nov 1994 008:49:37",
            "06 Nov 1994 08:49", "06 Nov 1994 08:49:", "06 Nov 19940 08:49:37", "06 No 1994 08:49:37",
            "０６ Nov 1994 08:49:37", "::", ": : :", "99999999999999999999",
        ])
    func refuses(text: String) {
        #expect(CookieDate.date(from: text) == nil)
    }
}
