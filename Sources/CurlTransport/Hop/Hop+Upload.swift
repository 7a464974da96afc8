import ApusCore
import CCurl

extension Hop {
    /// Copies the next bytes of the request's body; 0 at its end, else one of libcurl's numbers for pausing and aborting.
    func send(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        lastActivity = clock.now
        guard let transfer, let body = transfer.body else { return 0 }
        if let pipe = body.pipe { return send(from: pipe, of: transfer, into: buffer) }
        let count = body.read(into: buffer, from: upload.offset)
        if count < 0 || count == 0 && upload.offset < body.count ?? 0 {
            fail(TransportError(.unreadableBody, "the file ended or failed while it was sent", isSafeToRetry: false))
            return Int(CURL_READFUNC_ABORT)
        }
        upload.offset += Int64(count)
        return count
    }

    private func send(
        from pipe: UploadPipe, of transfer: Transfer, into buffer: UnsafeMutableRawBufferPointer
    ) -> Int {
        let mailbox = news.mailbox
        switch pipe.read(into: buffer, wake: { mailbox.resume(transfer) }) {
        case .bytes(let count):
            upload.offset += Int64(count)
            return count
        case .wait:
            upload.isWaiting = true
            return Int(CURL_READFUNC_PAUSE)
        case .end:
            return 0
        case .failed(let error):
            fail(error)
            return Int(CURL_READFUNC_ABORT)
        }
    }

    /// The body is to be sent again from an offset on; false where it can't be.
    func seek(to offset: Int64) -> Bool {
        guard let pipe = transfer?.body?.pipe, offset != upload.offset else {
            upload.offset = max(0, offset)
            return true
        }
        guard offset == 0, pipe.stream.isReplayable else { return false }
        pipe.start()
        upload = OutgoingBody()
        return true
    }
}
