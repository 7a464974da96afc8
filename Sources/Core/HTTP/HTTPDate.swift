#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Dates as header fields have them (RFC 9110 §5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`, to the second, in UTC.
public enum HTTPDate {
    /// Reads any of the three forms: the one of today, that of RFC 850 with two digits for the year, and that of asctime.
    ///
    /// nil for anything else, and for a day that there is not; the name of the day need not fit the date. Two digits mean
    /// the last such year that is no more than 50 years after `now`, to the second.
    public static func date(from text: String, now: Date) -> Date? {
        let words = text.split(separator: " ", omittingEmptySubsequences: true)
        guard let time = civilTime(words, now: now), let seconds = time.secondsSince1970 else { return nil }
        return Date(timeIntervalSince1970: Double(seconds))
    }

    /// The form of today; fractions of a second are cut off.
    public static func text(of date: Date) -> String {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        let time = CivilTime(secondsSince1970: Int(exactly: min(max(seconds, -1e12), 1e12)) ?? 0)
        let day = "\(days[time.weekday]), \(digits(time.day)) \(months[time.month - 1]) \(digits(time.year, 4))"
        return "\(day) \(digits(time.hour)):\(digits(time.minute)):\(digits(time.second)) GMT"
    }

    /// The date of a response by its own `Date` field (RFC 9110 §6.6.1), nil where it has none that can be read.
    public static func date(of response: HTTPResponse, now: Date) -> Date? {
        response.fields.values(of: .date).first.flatMap { date(from: $0, now: now) }
    }

    private static func civilTime(_ words: [Substring], now: Date) -> CivilTime? {
        switch words.count {
        case 6:
            guard words[0].last == ",", days.contains(words[0].dropLast()), words[5] == "GMT" else { return nil }
            return time(day: words[1], month: words[2], year: number(words[3], digits: 4), time: words[4])
        case 5:
            guard days.contains(words[0]) else { return nil }
            let day = words[2].utf8.count == 1 ? "0" + words[2] : words[2]
            return time(day: day, month: words[1], year: number(words[4], digits: 4), time: words[3])
        case 4:
            let date = words[1].split(separator: "-", omittingEmptySubsequences: false)
            guard words[0].last == ",", longDays.contains(words[0].dropLast()), words[3] == "GMT", date.count == 3
            else { return nil }
            return time(day: date[0], month: date[1], year: number(date[2], digits: 2), time: words[2])
                .map { inFullYear($0, now: now) }
        default:
            return nil
        }
    }

    private static func time(day: Substring, month: Substring, year: Int?, time: Substring) -> CivilTime? {
        let time = time.split(separator: ":", omittingEmptySubsequences: false)
        guard time.count == 3, let day = number(day, digits: 2), let year,
            let month = months.firstIndex(where: { $0 == month }), let hour = number(time[0], digits: 2),
            let minute = number(time[1], digits: 2), let second = number(time[2], digits: 2)
        else { return nil }
        return CivilTime(year: year, month: month + 1, day: day, hour: hour, minute: minute, second: second)
    }

    /// The same time in the last year with these two digits that is not more than 50 years ahead (RFC 9110 §5.6.7).
    private static func inFullYear(_ time: CivilTime, now: Date) -> CivilTime {
        let seconds = min(max(now.timeIntervalSince1970.rounded(.down), -1e12), 1e12)
        var latest = CivilTime(secondsSince1970: Int(exactly: seconds) ?? 0)
        latest.year += 50
        var time = time
        time.year += latest.year - latest.year % 100
        if time.isLater(than: latest) { time.year -= 100 }
        return time
    }

    private static func number(_ text: Substring, digits: Int) -> Int? {
        text.utf8.count == digits && text.utf8.allSatisfy(ASCII.isDigit) ? Int(text) : nil
    }

    private static func digits(_ number: Int, _ count: Int = 2) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(count - text.utf8.count, 0)) + text
    }

    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"].map { Substring($0) }
    private static let longDays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
        .map { Substring($0) }
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}

extension HTTPFieldName {
    /// When the message was made (RFC 9110 §6.6.1).
    public static let date = HTTPFieldName("Date")
}
