import ApusCore
import CCurl

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Hop {
    /// A line of a head or a trailer; false ends the transfer.
    func received(line: UnsafeRawBufferPointer) -> Bool {
        lastActivity = clock.now
        guard head.take(line), let transfer else { return true }
        if transfer.exchange.mayStream {
            let answer = answer(HTTPBody(Data()))
            if transfer.exchange.streamsBody(after: answer.response(to: transfer.request)) {
                stream(transfer)
                return true
            }
        }
        guard let length = expectedLength, length > transfer.exchange.bodyLimit else { return true }
        failAsTooLarge()
        return false
    }

    /// Gives the response now, its body to come through a pipe.
    private func stream(_ transfer: Transfer) {
        let pipe = DownloadPipe(transfer, news.mailbox)
        body.pipe = pipe
        let hasContent = transfer.request.method != .head && !HTTPStatus(head.status).neverHasContent
        let stream = pipe.stream(length: hasContent ? expectedLength : 0)
        transfer.settle(.success(answer(HTTPBody(stream))))
    }

    /// Decoded bytes of the body; how many were taken, or libcurl's number for pausing. Any other number ends the transfer.
    func received(_ bytes: UnsafeRawBufferPointer) -> Int {
        lastActivity = clock.now
        if let pipe = body.pipe {
            news.received(pipe)
            switch pipe.put(bytes) {
            case .taken: return bytes.count
            case .full:
                body.isHeldBack = true
                return Int(CURL_WRITEFUNC_PAUSE)
            case .abandoned:
                easy.forbidReuse()
                return 0
            }
        }
        let count = head.shortBody.count + body.collected.count
        guard let transfer, failure == nil, bytes.count <= transfer.exchange.bodyLimit - count else {
            failAsTooLarge()
            return 0
        }
        if !body.collected.isEmpty || !head.append(body: bytes) { collect(bytes) }
        return bytes.count
    }

    private func collect(_ bytes: UnsafeRawBufferPointer) {
        if body.collected.isEmpty {
            if let length = expectedLength { body.collected.reserveCapacity(Int(min(length, Self.longestReserve))) }
            body.collected.append(contentsOf: head.shortBody)
            head.removeBody()
        }
        body.collected.append(contentsOf: bytes)
    }

    /// No server makes us set aside more memory than this by saying how long its response will be.
    private static let longestReserve: Int64 = 64 << 20

    /// How long the body will be, where it is known and counted as it is collected.
    private var expectedLength: Int64? {
        let hasNone = transfer?.request.method == .head || HTTPStatus(head.status).neverHasContent
        return head.isEncoded || hasNone ? nil : head.contentLength
    }

    private func failAsTooLarge() {
        fail(TransportError(.tooLarge, "more than \(transfer?.exchange.bodyLimit ?? 0) bytes"))
    }
}
