import Dispatch
import Locking

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The cookies that servers have set, by the rules of RFC 6265bis: in memory, or in a file that is written as they change.
///
///     let jar = try CookieJar(file: path)
///     let client = Client("https://api.example.com") { Cookies(jar) }
///
/// Clients that share a jar share a session. Public suffixes such as `co.uk` are not known: a server of `a.co.uk` can set a
/// cookie that `b.co.uk` gets. A `Domain` of a single label or an IP address is refused.
public final class CookieJar: Sendable {
    private struct State {
        var cookies: [Cookie] = []
        /// Counts the changes; what is on the disk is up to ``saved``.
        var version = 0
        var saved = 0
        /// The last change that could not be written.
        var failed = 0
        var isSaving = false
        var waiters: [(version: Int, continuation: CheckedContinuation<Void, any Error>)] = []
    }

    private let state: Mutex<State>
    private let file: CookieFile?
    private let queue = DispatchQueue(label: "apus.cookies")
    private let onError: @Sendable (any Error) -> Void

    /// A jar in memory.
    public init() {
        state = Mutex(State())
        file = nil
        onError = { _ in }
    }

    /// A jar in a file: it begins with what the file holds, and writes it anew a moment after each change.
    ///
    /// The file is replaced in one step, so that it is complete whenever the process ends, and only its owner may read it.
    /// Cookies of the session are not written. One jar at a time may have a file; of two, the last to write wins.
    ///
    /// Throws ``CookieFileError`` for a file that can't be read, or was written by another version: it is left as it is.
    /// `onError` hears when the file can't be written; the cookies stay in memory then.
    public init(file path: String, onError: @escaping @Sendable (any Error) -> Void = { _ in }) throws {
        let file = CookieFile(path: path)
        state = Mutex(State(cookies: try file.read()))
        self.file = file
        self.onError = onError
    }

    /// Whether it is kept in a file.
    var isInFile: Bool { file != nil }

    /// All cookies, expired ones included, in the order in which they were set.
    public var all: [Cookie] { state.withLock { $0.cookies } }

    /// The cookies that a request to the URL gets, in the order in which they are sent (§5.8.3).
    public func cookies(for url: RequestURL, at date: Date = Date()) -> [Cookie] {
        state.withLock { state in
            let indices = state.cookies.indices.filter { CookiePolicy.isSent(state.cookies[$0], to: url, at: date) }
            for index in indices { state.cookies[index].lastAccess = date }
            return indices.map { state.cookies[$0] }
        }
        .sorted(by: CookiePolicy.isSentBefore)
    }

    /// Takes in what a response from the URL sets (§5.7); what the server may not set is ignored.
    public func store(_ response: HTTPResponse, from url: RequestURL, at date: Date = Date()) {
        let fields = response.fields.values(of: .setCookie)
        guard !fields.isEmpty else { return }
        change { cookies in
            // Over http no secure one is added meanwhile, and over https nobody asks for them.
            let secure = cookies.filter { $0.isSecure && !$0.isExpired(at: date) }
            let new = fields.compactMap { CookiePolicy.cookie($0, from: url, at: date, among: secure) }
            Self.put(new, into: &cookies, at: date)
        }
    }

    /// Puts a cookie in, in the place of the one with its name, domain and path.
    public func set(_ cookie: Cookie, at date: Date = Date()) {
        change { Self.put([cookie], into: &$0, at: date) }
    }

    /// Takes cookies out.
    public func remove(where shouldGo: @Sendable (Cookie) -> Bool) {
        // What is asked may do anything, and so is not asked under the lock.
        let gone = Set(all.filter(shouldGo).map(\.identity))
        change { cookies in cookies.removeAll { gone.contains($0.identity) } }
    }

    /// Takes all cookies out, for instance when somebody signs out.
    public func removeAll() {
        change { $0 = [] }
    }

    /// Waits until all that was changed before is in the file; at once where there is none.
    ///
    /// Throws what kept it from being written.
    public func save() async throws {
        guard file != nil else { return }
        try await withCheckedThrowingContinuation { continuation in
            let isSaved = state.withLock { state in
                if state.saved == state.version { return true }
                state.waiters.append((state.version, continuation))
                // What failed before is tried again.
                state.failed = 0
                return false
            }
            if isSaved { continuation.resume() } else { beginSaving() }
        }
    }

    /// Puts all in before any must go, so that a response that sets thousands is no more work than one that sets a few.
    private static func put(_ new: [Cookie], into cookies: inout [Cookie], at date: Date) {
        let domains = Set(new.map(\.domain))
        var places: [Cookie.Identity: Int] = [:]
        for (index, cookie) in cookies.enumerated() where domains.contains(cookie.domain) {
            places[cookie.identity] = index
        }
        for var cookie in new {
            if let former = places[cookie.identity] {
                if !cookies[former].isExpired(at: date) { cookie.creation = cookies[former].creation }
                cookies[former] = cookie
            } else {
                places[cookie.identity] = cookies.count
                cookies.append(cookie)
            }
        }
        cookies = CookiePolicy.kept(of: cookies, in: domains, at: date)
    }

    private func change(_ act: (inout [Cookie]) -> Void) {
        let isChanged = state.withLock { state in
            let before = state.cookies
            act(&state.cookies)
            guard state.cookies != before else { return false }
            state.version += 1
            return true
        }
        if isChanged, file != nil { beginSaving() }
    }
}

// MARK: Saving

extension CookieJar {
    /// One writer at a time: changes that come meanwhile are written together, after it.
    private func beginSaving() {
        let begins = state.withLock { state in
            defer { state.isSaving = true }
            return !state.isSaving
        }
        if begins { queue.async { self.saveAll() } }
    }

    private func saveAll() {
        while let (version, cookies) = next() {
            do {
                try file?.write(cookies)
                finish(version, nil)
            } catch {
                finish(version, error)
                onError(error)
            }
        }
    }

    private func next() -> (Int, [Cookie])? {
        state.withLock { state in
            guard max(state.saved, state.failed) < state.version else {
                state.isSaving = false
                return nil
            }
            return (state.version, state.cookies)
        }
    }

    /// What could not be written waits for the next change, or for who asks for it: it would fail again at once.
    private func finish(_ version: Int, _ error: (any Error)?) {
        let waiters = state.withLock { state in
            if error == nil { state.saved = version } else { state.failed = version }
            let done = state.waiters.filter { $0.version <= version }
            state.waiters.removeAll { $0.version <= version }
            return done
        }
        for waiter in waiters {
            if let error { waiter.continuation.resume(throwing: error) } else { waiter.continuation.resume() }
        }
    }
}

extension CookieJar: CustomReflectable {
    /// How many cookies there are: to walk into a lock, as `dump` would, ends the process.
    public var customMirror: Mirror { Mirror(self, children: ["cookies": all.count]) }
}
