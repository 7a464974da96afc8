import CCurl

/// Waits for libcurl's sockets, so that what is idle costs nothing: `curl_multi_poll` looks at every socket each time.
///
/// A connection is not taken out when a transfer is done with it, since the next one wants it again; it goes when it
/// becomes ready while nobody wants it, or is closed.
final class Poller {
    struct Interest: OptionSet {
        let rawValue: UInt8
        static let reading = Interest(rawValue: 1)
        static let writing = Interest(rawValue: 2)
    }

    private struct Entry {
        var watched: Interest = []
        var wanted: Interest = []
        /// Whether it is a connection, whose end is told to ``closed(_:)``.
        var isConnection = false
    }

    private let descriptor: Int32
    private let signal: Int32
    /// By descriptor, which the system numbers from 0.
    private var entries: [Entry] = []
    private var readyCount = 0
    private var events = [apus_event](repeating: apus_event(), count: 128)

    /// Nil where the system has no descriptor left; the signal wakes who waits.
    init?(signal: Int32) {
        descriptor = apus_poll_create()
        self.signal = signal
        if descriptor < 0 || apus_signal_watch(descriptor, signal) != 0 { return nil }
    }

    deinit {
        if descriptor >= 0 { apus_close(descriptor) }
    }

    /// A connection's socket was made.
    func opened(_ socket: Int32) {
        update(socket) { $0 = Entry(isConnection: true) }
    }

    /// A connection's socket is about to be closed, which takes it out by itself.
    func closed(_ socket: Int32) {
        update(socket) { $0 = Entry() }
    }

    /// libcurl wants to know when a socket is ready for this, or nothing more of it.
    func want(_ interest: Interest, of socket: Int32) {
        let poll = descriptor
        update(socket) { entry in
            entry.wanted = interest
            if interest.isEmpty && entry.isConnection || entry.watched == interest { return }
            _ = apus_poll_set(poll, socket, UInt32(entry.watched.rawValue), UInt32(interest.rawValue))
            entry.watched = interest
        }
    }

    private func update(_ socket: Int32, _ change: (inout Entry) -> Void) {
        guard socket >= 0 else { return }
        let index = Int(socket)
        if index >= entries.count { entries += Array(repeating: Entry(), count: index + 64 - entries.count) }
        change(&entries[index])
    }

    /// Waits until a socket is ready, at most so many milliseconds, negative for no limit.
    func wait(_ milliseconds: Int32) {
        readyCount = max(0, Int(apus_poll_wait(descriptor, &events, Int32(events.count), milliseconds)))
    }

    /// Tells of each socket that was ready after the wait.
    func forEachReady(_ ready: (Int32, Interest) -> Void) {
        for index in 0..<readyCount {
            let event = events[index]
            let socket = event.descriptor
            // Some that was ready may have been closed by what came before it.
            guard socket != signal, Int(socket) < entries.count else { continue }
            let wanted = entries[Int(socket)].wanted
            if wanted.isEmpty {
                stopWatching(socket)
            } else {
                // What has failed is ready for anything: libcurl then meets the error itself.
                let isReady = event.ready & 4 != 0 ? wanted : Interest(rawValue: UInt8(event.ready & 3))
                ready(socket, isReady)
            }
        }
    }

    private func stopWatching(_ socket: Int32) {
        let poll = descriptor
        update(socket) { entry in
            if entry.watched.isEmpty { return }
            _ = apus_poll_set(poll, socket, UInt32(entry.watched.rawValue), 0)
            entry.watched = []
        }
    }
}
