import ApusCore
import CCurl

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A transfer while a loop carries it out, with the handle it is carried out by. Lives on the loop's thread, and is used
/// again for the next transfer.
final class Hop {
    let easy: EasyHandle
    private let clock: LoopClock
    private(set) var transfer: Transfer?
    /// Its place among those that run.
    var index = 0
    /// When a byte last came or went.
    private(set) var lastActivity: Int64 = 0
    /// How often the request was about to be sent: more than once where libcurl sends it again.
    private(set) var sendings = 0
    private(set) var head = ResponseHead()
    private var body = Data()
    private var uploadOffset: Int64 = 0
    private var progress = ProgressMeter()
    /// Why the transfer is ended from this side.
    private var failure: TransportError?
    private let texts = RequestTexts()

    init(_ easy: EasyHandle, _ clock: LoopClock) {
        self.easy = easy
        self.clock = clock
    }

    // MARK: Start and end

    func begin(_ transfer: Transfer) {
        self.transfer = transfer
        lastActivity = clock.now
        easy.prepare(texts.request(of: transfer))
    }

    /// What the transfer came to. The handle is not in the multi handle any more.
    func outcome(_ result: CURLcode) -> Transfer.Outcome {
        if transfer?.exchange.isObserved == true {
            report(.upload, easy.offset(CURLINFO_SIZE_UPLOAD_T), isLast: true)
            report(.download, easy.offset(CURLINFO_SIZE_DOWNLOAD_T), isLast: true)
        }
        if let failure { return .failure(failure) }
        guard result == CURLE_OK else { return .failure(error(result)) }
        guard head.isComplete else {
            return .failure(TransportError(.connectionLost, "the connection ended without a response"))
        }
        return .success(
            Transfer.Answer(status: head.status, fieldLines: head.lines, body: body, timings: timings))
    }

    /// Forgets the transfer.
    func end() {
        transfer = nil
        failure = nil
        sendings = 0
        startOver()
        progress = ProgressMeter()
    }

    private func startOver() {
        head.reset()
        body = Data()
        uploadOffset = 0
    }

    // MARK: What libcurl reports

    /// The request is about to be sent; false ends the transfer.
    ///
    /// libcurl sends a request again when a connection used before has died without an answer, and without its `Expect`
    /// where the server refused that (417): both are up to the rules of HTTP (RFC 9110 §9.2.2, §10.1.1), not to it.
    func isAboutToSend() -> Bool {
        sendings += 1
        lastActivity = clock.now
        guard sendings > 1, let request = transfer?.request else { return true }
        let wasRefused = head.status == 417
        let isHarmless = request.method.isSafe && transfer?.body == nil
        guard wasRefused || isHarmless || easy.long(CURLINFO_REQUEST_SIZE) == 0 else {
            fail(TransportError(.connectionLost, "a connection used before was closed without an answer"))
            return false
        }
        startOver()
        return true
    }

    /// A line of a head or a trailer; false ends the transfer.
    func received(line: UnsafeRawBufferPointer) -> Bool {
        lastActivity = clock.now
        guard head.take(line), let transfer, let length = expectedLength, length > transfer.exchange.bodyLimit else {
            return true
        }
        failAsTooLarge()
        return false
    }

    /// Decoded bytes of the body; false ends the transfer.
    func received(_ bytes: UnsafeRawBufferPointer) -> Bool {
        lastActivity = clock.now
        guard let transfer, failure == nil, bytes.count <= transfer.exchange.bodyLimit - body.count else {
            failAsTooLarge()
            return false
        }
        if body.isEmpty, let length = expectedLength, length > bytes.count {
            body.reserveCapacity(Int(min(length, Self.longestReserve)))
        }
        body.append(contentsOf: bytes)
        return true
    }

    /// No server makes us set aside more memory than this by saying how long its response will be.
    private static let longestReserve: Int64 = 64 << 20

    /// How long the body will be, where it is known and counted as it is collected.
    private var expectedLength: Int64? {
        head.isEncoded || transfer?.request.method == .head ? nil : head.contentLength
    }

    /// Copies the next bytes of the request's body; 0 at its end, negative where they can't be read.
    func send(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        lastActivity = clock.now
        guard let body = transfer?.body else { return 0 }
        let count = body.read(into: buffer, from: uploadOffset)
        if count < 0 || count == 0 && uploadOffset < body.count {
            fail(TransportError(.unreadableBody, "the file ended or failed while it was sent", isSafeToRetry: false))
            return -1
        }
        uploadOffset += Int64(count)
        return count
    }

    /// The body is to be sent again from an offset on.
    func seek(to offset: Int64) {
        uploadOffset = max(0, offset)
    }

    /// So many bytes have gone or come, which is told at most twenty times a second.
    func report(_ direction: TransferProgress.Direction, _ completed: Int64, isLast: Bool = false) {
        guard let transfer, !transfer.isSettled else { return }
        let total = direction == .upload ? transfer.body?.count : downloadLength
        if progress.isDue(direction, completed, total: total, isLast: isLast, at: clock.now) {
            transfer.exchange.emit(.progress(TransferProgress(direction, completed: completed, total: total)))
        }
    }

    private var downloadLength: Int64? {
        transfer?.request.method == .head ? nil : head.contentLength
    }

    func fail(_ error: TransportError) {
        if failure == nil { failure = error }
    }

    /// What has become of a transfer that was idle too long.
    func idleError(after limit: Duration) -> TransportError {
        let mayHaveBeenSent = sendings > 1 || easy.long(CURLINFO_REQUEST_SIZE) > 0
        return TransportError(.timeout, "no byte came or went for \(limit)", isSafeToRetry: !mayHaveBeenSent)
    }

    private func failAsTooLarge() {
        fail(TransportError(.tooLarge, "more than \(transfer?.exchange.bodyLimit ?? 0) bytes"))
    }
}
