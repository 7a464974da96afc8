import Foundation
import Locking

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Hands what a session reports to the transfer it is about, and says no to all that a transport must not do.
final class SessionDelegate: NSObject, URLSessionDataDelegate, Sendable {
    /// By the tasks' identifiers, which are unique within a session.
    private let transfers = Mutex<[Int: Transfer]>([:])

    func add(_ transfer: Transfer, for task: URLSessionTask) {
        transfers.withLock { $0[task.taskIdentifier] = transfer }
    }

    private func transfer(of task: URLSessionTask) -> Transfer? {
        transfers.withLock { $0[task.taskIdentifier] }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        #if canImport(FoundationNetworking)
        transfer(of: task)?.unlessSettled { completionHandler(nil) }
        #else
        completionHandler(nil)
        #endif
    }

    /// Nobody answers a challenge; the platform judges certificates by its own rules.
    ///
    /// On Apple platforms default handling without a credential storage delivers the 401, and only Kerberos and NTLM have
    /// the system's credentials. FoundationNetworking asks when the 401 has come whole, and then knows two ways to go on
    /// without a credential: default handling, after which nothing happens any more, and a rejection, which fails the task.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        #if canImport(FoundationNetworking)
        transfer(of: task)?.ended(nil, challenge.failureResponse)
        completionHandler(.rejectProtectionSpace, nil)
        #else
        let systemWide = [NSURLAuthenticationMethodNegotiate, NSURLAuthenticationMethodNTLM]
        let isSystemWide = systemWide.contains(challenge.protectionSpace.authenticationMethod)
        completionHandler(isSystemWide ? .rejectProtectionSpace : .performDefaultHandling, nil)
        #endif
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, willCacheResponse proposedResponse: CachedURLResponse,
        completionHandler: @escaping @Sendable (CachedURLResponse?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        transfer(of: task)?.sent(totalBytesSent)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        if let head = ResponseHead(response) { transfer(of: dataTask)?.received(head) }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        transfer(of: dataTask)?.received(data)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let transfer = transfers.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        transfer?.ended(error, task.response)
    }
}
