import ApusCore
import CCurl

/// A transfer while a loop carries it out, with the handle it is carried out by. Lives on the loop's thread, and is used
/// again for the next transfer. What comes and goes is in `Hop+Upload` and `Hop+Download`.
final class Hop {
    let easy: EasyHandle
    let clock: LoopClock
    let news: LoopNews
    private(set) var transfer: Transfer?
    /// Its place among those that run.
    var index = 0
    /// When a byte last came or went.
    var lastActivity: Int64 = 0
    /// How often the request was about to be sent: more than once where libcurl sends it again.
    private(set) var sendings = 0
    /// How many of these the server said that it did not process (RFC 9113 §8.7).
    private(set) var refusals = 0
    var head = ResponseHead()
    var body = IncomingBody()
    var upload = OutgoingBody()
    private var progress = ProgressMeter()
    /// Why the transfer is ended from this side.
    private(set) var failure: TransportError?
    /// Whether it is ended from this side with the answer that has come.
    private var isAnswered = false
    private let texts = RequestTexts()

    init(_ easy: EasyHandle, _ clock: LoopClock, _ news: LoopNews) {
        self.easy = easy
        self.clock = clock
        self.news = news
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
        guard result == CURLE_OK || isAnswered else { return .failure(error(result)) }
        guard head.isComplete else {
            return .failure(TransportError(.connectionLost, "the connection ended without a response"))
        }
        return .success(answer(body.collected.isEmpty ? nil : HTTPBody(body.collected)))
    }

    /// The response, as far as it has come, with a body that is not the short one in the head.
    func answer(_ body: HTTPBody?) -> Transfer.Answer {
        Transfer.Answer(head: head, body: body, timings: timings, connection: connection)
    }

    /// Forgets the transfer; its outcome is for who waits for it, or reads.
    func end(_ outcome: Transfer.Outcome?) {
        let (transfer, pipe) = (transfer, body.pipe)
        self.transfer = nil
        failure = nil
        isAnswered = false
        (sendings, refusals) = (0, 0)
        startOver()
        progress = ProgressMeter()
        transfer?.body?.pipe?.close()
        if let transfer, let outcome { news.ended(transfer, pipe, outcome) }
    }

    private func startOver() {
        head.reset()
        body = IncomingBody()
        upload = OutgoingBody()
    }

    // MARK: What libcurl reports

    /// The request is about to be sent; false ends the transfer.
    ///
    /// libcurl sends a request again when a connection used before has died without an answer, and when the server refused
    /// to process its stream: both are up to the rules of HTTP (RFC 9110 §9.2.2, RFC 9113 §8.7), not to it. And it does so
    /// without `Expect` where the server refused that (417), but on the same connection, where the server may still wait
    /// for the body of the first (RFC 9110 §10.1.1): that is never let through, and the 417 is the answer.
    func isAboutToSend() -> Bool {
        sendings += 1
        lastActivity = clock.now
        guard sendings > 1, let transfer else { return true }
        if head.isComplete {
            isAnswered = true
            easy.forbidReuse()
            return false
        }
        guard refusals == sendings - 1 || transfer.isHarmless || easy.long(CURLINFO_REQUEST_SIZE) == 0 else {
            fail(TransportError(.connectionLost, "a connection used before was closed without an answer"))
            return false
        }
        guard rewindsUpload(of: transfer) else { return false }
        startOver()
        return true
    }

    /// libcurl asks for the beginning of a body again only if it has sent some of it, not if it has only read it.
    private func rewindsUpload(of transfer: Transfer) -> Bool {
        guard let pipe = transfer.body?.pipe, upload.offset > 0 else { return true }
        guard pipe.stream.isReplayable else {
            fail(TransportError(.connectionLost, "the body is a stream that can't be sent again", isSafeToRetry: false))
            return false
        }
        pipe.start()
        return true
    }

    /// libcurl's remarks, of which two say that the server did not process the stream: one that was refused, be it by
    /// GOAWAY, and one that has to be sent by HTTP/1.1. Where it comes to use other words, nothing is sent twice.
    func said(_ remark: UnsafeRawBufferPointer) {
        if remark.starts(with: "REFUSED_STREAM".utf8) || remark.starts(with: "Downgrades to HTTP/1.1".utf8) {
            refusals += 1
        }
    }

    /// So many bytes have gone or come, which is told at most twenty times a second.
    func report(_ direction: TransferProgress.Direction, _ completed: Int64, isLast: Bool = false) {
        guard let transfer, body.pipe.map({ !$0.isAbandoned }) ?? !transfer.isSettled else { return }
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
        easy.forbidReuse()
    }

    // MARK: Pausing

    /// Whether the transfer waits for this side: for the reader of its response, or for the stream it sends.
    var isPaused: Bool { upload.isWaiting || body.isHeldBack }

    /// What it waited for may be there; an error ends the transfer.
    func resume() -> CURLcode {
        lastActivity = clock.now
        upload.isWaiting = false
        body.isHeldBack = false
        return curl_easy_pause(easy.pointer, CURLPAUSE_CONT)
    }

    /// What has become of a transfer that was idle too long.
    func idleError(after limit: Duration) -> TransportError {
        TransportError(.timeout, "no byte came or went for \(limit)", isSafeToRetry: !mayHaveBeenSent)
    }
}
