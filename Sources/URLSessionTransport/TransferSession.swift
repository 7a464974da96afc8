import Foundation
import Locking

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A URLSession without memory, which ends when it is released.
final class TransferSession: Sendable {
    private let session: URLSession
    private let delegate: SessionDelegate

    init(idleTimeout: Duration, connectionsPerHost: Int) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.urlCredentialStorage = nil
        configuration.timeoutIntervalForRequest = Self.seconds(idleTimeout)
        configuration.httpMaximumConnectionsPerHost = max(1, connectionsPerHost)
        delegate = SessionDelegate()
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    /// URLSession keeps itself and its delegate alive until this; what still runs is let finish.
    deinit {
        session.finishTasksAndInvalidate()
    }

    /// A task that reports to the transfer, still to be resumed.
    func task(_ message: URLRequest, _ upload: Upload?, for transfer: Transfer) -> URLSessionTask {
        var message = message
        message.timeoutInterval = session.configuration.timeoutIntervalForRequest
        // A body set on the request itself would get `Content-Type: application/x-www-form-urlencoded`.
        let task: URLSessionTask =
            switch upload {
            case .bytes(let data): session.uploadTask(with: message, from: data)
            case .file(let file, size: _): session.uploadTask(with: message, fromFile: file)
            case nil: session.dataTask(with: message)
            }
        delegate.add(transfer, for: task)
        return task
    }

    /// FoundationNetworking cuts fractions off, so that half a second would be none, and multiplies as an `Int`.
    private static func seconds(_ duration: Duration) -> TimeInterval {
        min(max(1, (duration / .seconds(1)).rounded(.up)), 365 * 24 * 60 * 60)
    }
}
