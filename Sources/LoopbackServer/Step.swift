/// One thing a scripted answer does with its connection.
package enum Step: Sendable {
    /// Sends the UTF-8 bytes of the text exactly.
    case send(String)
    /// Sends the bytes exactly.
    case bytes([UInt8])
    /// Lets time pass; ends early when the peer closes or the server stops, and so does the script.
    ///
    /// A peer that closes its sending side only counts as one that closed: the two look the same from here.
    case pause(seconds: Double)
    /// Does nothing more until the peer closes or the server stops.
    case hang
    /// Ends the connection with a FIN.
    case close
    /// Ends the connection with an RST, which the peer sees as "connection reset".
    case reset
}
