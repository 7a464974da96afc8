import Foundation

/// Dates of fields and of cookies, and `Retry-After`: what is read is written so that it is read again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
    let text = text(bytes, count)
    for date in [HTTPDate.date(from: text, now: now), CookieDate.date(from: text)].compactMap(\.self) {
        hold(HTTPDate.date(from: HTTPDate.text(of: date), now: now) == date, "\(date)")
    }
    let response = HTTPResponse(status: 503, fields: [.retryAfter: text, .date: text])
    let delay = RetryAfter.delay(in: response, now: now)
    hold(delay.map { $0 >= .zero } ?? true, "\(String(describing: delay))")
    return 0
}
