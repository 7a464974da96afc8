#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How long a server asks to be left alone (RFC 9110 §10.2.3): seconds or a date. What is neither is as if it were not there.
enum RetryAfter {
    /// The time to wait from now on; zero for a date that has passed.
    ///
    /// A date counts from the response's own `Date`, where it has one: the server's clock need not be right.
    static func delay(in response: HTTPResponse, now: Date) -> Duration? {
        guard let value = response.fields.values(of: .retryAfter).first else { return nil }
        let text = value.trimmingPrefix(while: { $0 == " " || $0 == "\t" })
        if !text.isEmpty, text.utf8.allSatisfy(ASCII.isDigit) {
            return .seconds(min(Int64(text) ?? longest, longest))
        }
        guard let date = HTTPDate.date(from: value, now: now) else { return nil }
        let start = HTTPDate.date(of: response, now: now) ?? now
        let seconds = date.timeIntervalSince(start)
        // A clock of one's own may say anything, even what is no number.
        return seconds.isNaN ? nil : .seconds(min(max(seconds, 0), Double(longest)))
    }

    /// A hundred years of seconds: no cap is that long, and arithmetic with it does not overflow.
    private static let longest: Int64 = 3_155_760_000
}
