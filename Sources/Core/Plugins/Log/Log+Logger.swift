#if canImport(os)
public import os

extension Log {
    /// A log in the system's, where Console shows it; what is secret was redacted before, so that all of it is public.
    public init(_ detail: LogDetail = .line, curl: Bool = false, logger: Logger, level: OSLogType = .info) {
        self.init(detail, curl: curl) { text in logger.log(level: level, "\(text, privacy: .public)") }
    }
}
#endif
