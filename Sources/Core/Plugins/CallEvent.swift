/// Something that happens while a call runs, told to those who listen to it.
public enum CallEvent: Sendable {
    /// A request goes to the transport: once an attempt and a hop.
    case sending(HTTPRequest)
    /// Bytes of a body have gone out or come in.
    case progress(TransferProgress)
    /// The transport is done with a request.
    case finished(Attempt)
    /// A redirect is followed, to the URL given.
    case redirected(RequestURL)
    /// The request is sent again after a while, for the reason given.
    case retrying(after: Duration, String)
    /// A plugin says something for people.
    case note(String)
}

/// How far the body of a request or a response has come.
public struct TransferProgress: Sendable, Hashable {
    /// Which way a body goes.
    public enum Direction: Sendable, Hashable {
        /// A request's body, to the server.
        case upload
        /// A response's body, to the client, before decompression where the transport knows it.
        case download
    }

    /// Which way the body goes.
    public let direction: Direction
    /// Bytes so far.
    public let completed: Int64
    /// Bytes in all, nil where nobody said.
    public let total: Int64?

    /// A progress of the parts given.
    public init(_ direction: Direction, completed: Int64, total: Int64?) {
        self.direction = direction
        self.completed = completed
        self.total = total
    }
}
