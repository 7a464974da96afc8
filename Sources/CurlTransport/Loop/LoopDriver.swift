import ApusCore
import CCurl

/// Carries out transfers over one multi handle, on the thread that it is made on and never leaves.
final class LoopDriver {
    private let mailbox: Mailbox
    private let settings: LoopSettings
    private let resolve: ResolveList
    private let multi: UnsafeMutableRawPointer
    private let poller: Poller
    private let clock = LoopClock()
    private let news: LoopNews
    private var running: [Hop] = []
    /// Those that carry out nothing.
    private var spare: [Hop] = []
    /// When libcurl wants to be called, in nanoseconds of the clock.
    private var alarm: Int64?
    /// When a transfer may first have been idle too long.
    private var idleCheck = Int64.max
    /// How many transfers were done since the mailbox was told.
    private var doneCount = 0

    /// Takes transfers out of a mailbox until it is closed and they are done.
    static func run(_ mailbox: Mailbox, _ settings: LoopSettings) {
        guard let driver = LoopDriver(mailbox, settings) else { return refuse(mailbox) }
        driver.run()
    }

    /// Nil where there is no memory, or no descriptor.
    private init?(_ mailbox: Mailbox, _ settings: LoopSettings) {
        guard let poller = Poller(signal: mailbox.signal), let multi = curl_multi_init() else { return nil }
        self.mailbox = mailbox
        self.settings = settings
        self.poller = poller
        self.multi = multi
        news = LoopNews(mailbox)
        resolve = ResolveList(settings.options.resolve)
        apus_multi_set_long(multi, CURLMOPT_MAXCONNECTS, settings.maxConnections)
        apus_multi_set_long(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, settings.maxConnections)
        apus_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, settings.maxConnectionsPerHost)
        installCallbacks()
    }

    deinit {
        running.removeAll()
        spare.removeAll()
        curl_multi_cleanup(multi)
    }

    private func installCallbacks() {
        apus_multi_set_sockets(
            multi,
            { _, socket, what, context, _ in
                guard let context else { return 0 }
                let poller = Unmanaged<Poller>.fromOpaque(context).takeUnretainedValue()
                // libcurl's numbers are those of the set: 1 in, 2 out, 3 both, 4 remove.
                poller.want(Poller.Interest(rawValue: UInt8(truncatingIfNeeded: what & 3)), of: socket)
                return 0
            }, Unmanaged.passUnretained(poller).toOpaque())
        apus_multi_set_timer(
            multi,
            { _, milliseconds, context in
                guard let context else { return 0 }
                Unmanaged<LoopDriver>.fromOpaque(context).takeUnretainedValue().setAlarm(milliseconds)
                return 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    private func setAlarm(_ milliseconds: Int) {
        alarm = milliseconds < 0 ? nil : CurlLibrary.now + Int64(milliseconds) * 1_000_000
    }

    // MARK: Turns

    private func run() {
        var batch = Mailbox.Batch()
        while true {
            mailbox.take(into: &batch, done: doneCount)
            doneCount = 0
            clock.tick()
            for transfer in batch.started { start(transfer) }
            for transfer in batch.cancelled { close(transfer) }
            for transfer in batch.resumed { resume(transfer) }
            batch.removeAll()
            ringAlarm()
            finishDone()
            closeIdle()
            news.tell()
            if batch.isClosed, running.isEmpty { return }
            poller.wait(mailbox.allowsSleep(after: batch) ? timeToSleep : 0)
            clock.tick()
            poller.forEachReady { socket, ready in
                var count: Int32 = 0
                curl_multi_socket_action(multi, socket, Int32(ready.rawValue), &count)
            }
            finishDone()
            news.tell()
        }
    }

    private func ringAlarm() {
        guard let alarm, alarm <= clock.now else { return }
        self.alarm = nil
        var count: Int32 = 0
        curl_multi_socket_action(multi, CURL_SOCKET_TIMEOUT, 0, &count)
    }

    /// In milliseconds, rounded up; negative for no end.
    private var timeToSleep: Int32 {
        let next = min(alarm ?? .max, running.isEmpty ? .max : idleCheck)
        guard next < .max else { return -1 }
        return Int32(clamping: max(0, (next - CurlLibrary.now + 999_999) / 1_000_000))
    }

    // MARK: Transfers

    private func start(_ transfer: Transfer) {
        if transfer.isSettled { return doneCount += 1 }
        guard let hop = spare.popLast() ?? makeHop() else {
            transfer.settle(.failure(TransportError(.other, "no memory", isSafeToRetry: true)))
            return doneCount += 1
        }
        hop.begin(transfer)
        hop.index = running.count
        running.append(hop)
        idleCheck = min(idleCheck, clock.now + settings.idleTimeout)
        let code = curl_multi_add_handle(multi, hop.easy.pointer)
        if code != CURLM_OK { end(hop, .failure(TransportError(.other, String(cString: curl_multi_strerror(code))))) }
    }

    private func makeHop() -> Hop? {
        guard let easy = EasyHandle(settings.options.httpVersion) else { return nil }
        easy.apply(settings, resolve: resolve)
        let hop = Hop(easy, clock, news)
        hop.install(poller)
        return hop
    }

    private func finishDone() {
        var result = CURLE_OK
        while let easy = apus_multi_next_done(multi, &result) {
            guard let hop = Hop.of(easy) else { continue }
            curl_multi_remove_handle(multi, easy)
            end(hop, hop.outcome(result))
        }
    }

    /// A transfer that was cancelled: removing its handle closes its connection, or its stream of a shared one.
    private func close(_ transfer: Transfer) {
        guard let hop = hop(of: transfer) else { return }
        // What a paused transfer was not given libcurl 7.88 keeps for the handle's next one, where others share the
        // connection. Resumed, it is offered to a pipe that takes no more, and so let go of.
        if hop.body.isHeldBack { _ = hop.resume() }
        hop.easy.forbidReuse()
        curl_multi_remove_handle(multi, hop.easy.pointer)
        end(hop, nil)
    }

    /// A transfer that was paused goes on, if it still runs.
    private func resume(_ transfer: Transfer) {
        guard let hop = hop(of: transfer) else { return }
        let code = hop.resume()
        // One that waits for a connection, to be sent again, is not paused: then it is the argument that is wrong.
        guard code != CURLE_OK, code != CURLE_BAD_FUNCTION_ARGUMENT else { return }
        hop.easy.forbidReuse()
        curl_multi_remove_handle(multi, hop.easy.pointer)
        end(hop, hop.outcome(code))
    }

    private func hop(of transfer: Transfer) -> Hop? {
        running.first { $0.transfer === transfer }
    }

    private func closeIdle() {
        guard clock.now >= idleCheck else { return }
        idleCheck = .max
        for hop in running.reversed() {
            // Those that wait for a connection are not idle: the time to connect is limited, the queue is not theirs. Nor
            // are those that wait for this side.
            let isWaiting = hop.sendings == 0 || hop.isPaused
            let deadline = (isWaiting ? clock.now : hop.lastActivity) + settings.idleTimeout
            guard deadline <= clock.now else {
                idleCheck = min(idleCheck, deadline)
                continue
            }
            hop.easy.forbidReuse()
            curl_multi_remove_handle(multi, hop.easy.pointer)
            end(hop, .failure(hop.idleError(after: settings.options.idleTimeout)))
        }
    }

    /// No outcome: nobody waits for one.
    private func end(_ hop: Hop, _ outcome: Transfer.Outcome?) {
        let isClean = !hop.body.isHeldBack
        hop.end(outcome)
        doneCount += 1
        let last = running.removeLast()
        if last !== hop {
            running[hop.index] = last
            last.index = hop.index
        }
        if isClean, spare.count < Self.mostSpare { spare.append(hop) }
    }

    private static let mostSpare = 256

    /// Where no loop can be made, each transfer is told so.
    private static func refuse(_ mailbox: Mailbox) {
        for transfer in mailbox.refuse() { transfer.settle(.failure(EventLoop.noLoop)) }
    }
}
