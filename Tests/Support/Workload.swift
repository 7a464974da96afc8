#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// How much of a thing a test does. Under the thread sanitizer, which is ten times as slow, it looks for races, and a tenth
/// is enough; depth and growth are for the runs without.
package enum Workload {
    private static let isSanitized = dlsym(nil, "__tsan_init") != nil

    /// So many, or a tenth of it under the thread sanitizer.
    package static func scaled(_ count: Int) -> Int {
        isSanitized ? count / 10 : count
    }
}
