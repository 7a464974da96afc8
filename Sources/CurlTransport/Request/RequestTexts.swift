import ApusCore
import CCurl

/// Where the texts of a request stay while libcurl uses them; the room is used again for the next.
final class RequestTexts {
    private var texts: UnsafeMutablePointer<CChar> = .allocate(capacity: 1024)
    private var textCapacity = 1024
    private var fields: UnsafeMutablePointer<curl_slist> = .allocate(capacity: 16)
    private var fieldCapacity = 16

    init() {
        texts.initialize(repeating: 0, count: textCapacity)
    }

    deinit {
        texts.deallocate()
        fields.deallocate()
    }

    /// The request of a transfer, valid until the next one.
    func request(of transfer: Transfer) -> EasyHandle.Request {
        let block = transfer.block
        let isSameURL = holds(block.bytes[..<block.methodOffset])
        reserve(texts: block.bytes.count, fields: block.fieldCount)
        block.bytes.withUnsafeBytes { bytes in
            UnsafeMutableRawBufferPointer(start: texts, count: textCapacity).copyMemory(from: bytes)
        }
        apus_list_link(fields, block.fieldCount, texts + block.fieldsOffset)
        var shortBody: UnsafeMutableRawPointer?
        if case .short = transfer.body { shortBody = UnsafeMutableRawPointer(texts + block.bodyOffset) }
        return EasyHandle.Request(
            url: isSameURL ? nil : UnsafePointer(texts), method: texts + block.methodOffset,
            isGet: transfer.request.method == .get,
            isHead: transfer.request.method == .head, isSecure: transfer.request.url.scheme == "https",
            isHarmless: transfer.isHarmless,
            fields: block.fieldCount == 0 ? nil : fields, framing: framing(transfer.body), body: shortBody,
            isObserved: transfer.exchange.isObserved,
            expectsMuch: transfer.exchange.mayStream || transfer.exchange.bodyLimit > RequestPlan.defaultBodyLimit)
    }

    /// Whether the texts of the last request begin like this; each URL is ended by NUL, so none begins another.
    private func holds(_ url: ArraySlice<UInt8>) -> Bool {
        guard url.count <= textCapacity else { return false }
        return url.withUnsafeBytes { bytes in
            bytes.baseAddress.map { memcmp($0, texts, bytes.count) == 0 } ?? false
        }
    }

    private func framing(_ body: RequestBody?) -> EasyHandle.Framing {
        guard let body else { return .noBody }
        return body.count.map { .length($0) } ?? .chunked
    }

    private func reserve(texts textCount: Int, fields fieldCount: Int) {
        if textCapacity < textCount {
            texts.deallocate()
            textCapacity = textCount * 2
            texts = .allocate(capacity: textCapacity)
            texts.initialize(repeating: 0, count: textCapacity)
        }
        if fieldCapacity < fieldCount {
            fields.deallocate()
            fieldCapacity = fieldCount * 2
            fields = .allocate(capacity: fieldCapacity)
        }
    }
}
