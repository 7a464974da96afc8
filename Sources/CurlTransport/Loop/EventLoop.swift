import ApusCore
import CCurl
import Locking

/// A thread that carries out transfers, seen from outside: started when it is first needed, ended when it is released.
final class EventLoop: Sendable {
    private let settings: LoopSettings
    private let started = Mutex<Mailbox?>(nil)

    init(_ settings: LoopSettings) {
        self.settings = settings
    }

    /// The thread goes on by itself until what it carries out is done; nobody waits for it.
    deinit {
        started.withLock(\.self)?.close()
    }

    /// How many transfers it has that are not done.
    var load: Int { started.withLock(\.self)?.load ?? 0 }

    /// Where transfers are handed over; throws `.other` where the thread can't be started.
    func mailbox() throws(TransportError) -> Mailbox {
        try started.withLock { (started) throws(TransportError) in
            if let started, !started.isRefusing { return started }
            let mailbox = try start()
            started = mailbox
            return mailbox
        }
    }

    /// Why nothing can be sent where the system has no thread or no descriptor left.
    static var noLoop: TransportError {
        TransportError(.other, "no thread with libcurl can be started", isSafeToRetry: true)
    }

    private func start() throws(TransportError) -> Mailbox {
        guard CurlLibrary.isReady, let mailbox = Mailbox() else {
            throw Self.noLoop
        }
        let start = Unmanaged.passRetained(ThreadStart(mailbox, settings))
        let error = apus_thread_detached(
            { context in
                guard let context else { return }
                let start = Unmanaged<ThreadStart>.fromOpaque(context).takeRetainedValue()
                LoopDriver.run(start.mailbox, start.settings)
            }, start.toOpaque())
        guard error == 0 else {
            start.release()
            throw Self.noLoop
        }
        return mailbox
    }
}

/// What a loop's thread is started with.
private final class ThreadStart: Sendable {
    let mailbox: Mailbox
    let settings: LoopSettings

    init(_ mailbox: Mailbox, _ settings: LoopSettings) {
        self.mailbox = mailbox
        self.settings = settings
    }
}
