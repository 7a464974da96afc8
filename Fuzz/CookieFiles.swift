import Foundation

/// A file of cookies: it is read or refused.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
    _ = try? CookieFile.cookies(of: Data(bytes: bytes, count: count), "file")
    return 0
}
