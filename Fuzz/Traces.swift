import Foundation

/// `traceparent` and `tracestate`, a line each: what is read is written as version 00 of the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
    let lines = text(bytes, count).split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    let state = lines.count > 1 ? String(lines[1]) : nil
    guard let context = TraceContext(traceparent: String(lines.first ?? ""), tracestate: state) else { return 0 }
    hold(TraceContext(traceparent: context.traceparent, tracestate: context.state) == context, context.traceparent)
    hold(ASCII.isFieldValue(context.traceparent + (context.state ?? "")), context.traceparent)
    return 0
}
