/// A date and time of the Gregorian calendar in UTC, as fields of messages spell it: numbers, not yet a point in time.
struct CivilTime: Hashable, Sendable {
    var year: Int
    var month: Int
    var day: Int
    var hour = 0
    var minute = 0
    var second = 0

    /// Seconds since 1970, nil where there is no such day or time; a leap second counts as the first of the next minute.
    var secondsSince1970: Int? {
        guard (1...9999).contains(year), (1...12).contains(month), (1...Self.days(in: month, of: year)).contains(day),
            (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
        else { return nil }
        return min(days * 86_400 + hour * 3600 + minute * 60 + second, Self.last)
    }

    /// The end of the year 9999, to which a leap second does not add one.
    private static let last = 253_402_300_799

    /// The time so many seconds after 1970; years beyond 9999 are cut there.
    init(secondsSince1970 seconds: Int) {
        let seconds = min(max(seconds, -62_135_596_800), Self.last)
        let days = Int((Double(seconds) / 86_400).rounded(.down))
        let rest = seconds - days * 86_400
        // Years that begin in March have the leap day at their end (proleptic Gregorian, eras of 400 years).
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        hour = rest / 3600
        minute = rest / 60 % 60
        second = rest % 60
    }

    init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// By the calendar, whether or not there are such days.
    func isLater(than other: CivilTime) -> Bool {
        (year, month, day, hour, minute, second)
            > (other.year, other.month, other.day, other.hour, other.minute, other.second)
    }

    /// 0 for Sunday to 6 for Saturday.
    var weekday: Int { ((days + 4) % 7 + 7) % 7 }

    /// Days since the first of January 1970.
    private var days: Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
