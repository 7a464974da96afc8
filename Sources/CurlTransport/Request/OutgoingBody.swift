/// How far the body of a request has gone.
struct OutgoingBody {
    var offset: Int64 = 0
    /// Whether the transfer is paused until there is more to send.
    var isWaiting = false
}
