#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Dates in `Expires`, which servers write in many ways (RFC 6265bis §5.1.1): not those of other fields.
enum CookieDate {
    /// Finds a time, a day, a month and a year among the words, in any order; nil where one is missing or is none.
    static func date(from text: String) -> Date? {
        var time: (hour: Int, minute: Int, second: Int)?
        var day: Int?
        var month: Int?
        var year: Int?
        for word in text.utf8.split(whereSeparator: isDelimiter).map({ Array($0) }) {
            if time == nil, let found = readTime(word) {
                time = found
            } else if day == nil, let found = number(word, digits: 1...2) {
                day = found
            } else if month == nil, let found = readMonth(word) {
                month = found
            } else if year == nil, let found = number(word, digits: 2...4) {
                year = found
            }
        }
        guard let time, let day, let month, var year else { return nil }
        if (70...99).contains(year) { year += 1900 }
        if (0...69).contains(year) { year += 2000 }
        guard year >= 1601, time.second <= 59 else { return nil }
        let civil = CivilTime(
            year: year, month: month, day: day, hour: time.hour, minute: time.minute, second: time.second)
        return civil.secondsSince1970.map { Date(timeIntervalSince1970: Double($0)) }
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }

    /// One or two digits each, and anything but a digit after them.
    private static func readTime(_ word: [UInt8]) -> (hour: Int, minute: Int, second: Int)? {
        let parts = word.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let hour = number(Array(parts[0]), digits: 1...2, isWhole: true),
            let minute = number(Array(parts[1]), digits: 1...2, isWhole: true),
            let second = number(Array(parts[2]), digits: 1...2)
        else { return nil }
        return (hour, minute, second)
    }

    private static func readMonth(_ word: [UInt8]) -> Int? {
        let start = String(decoding: word.prefix(3).map(ASCII.lowercased), as: UTF8.self)
        return months.firstIndex(of: start).map { $0 + 1 }
    }

    /// The digits that a word begins with, where there are as many as given and no more.
    private static func number(_ word: [UInt8], digits: ClosedRange<Int>, isWhole: Bool = false) -> Int? {
        let found = word.prefix { ASCII.isDigit($0) }
        guard digits.contains(found.count), !isWhole || found.count == word.count else { return nil }
        return found.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
}
