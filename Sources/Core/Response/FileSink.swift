/// Writes a stream to a file, chunk by chunk. The file is there when all of it is, and what stood there before stays until
/// then.
enum FileSink {
    /// Throws ``TransportError`` of kind `.other` where the file can't be written, and what the stream throws.
    static func write(_ stream: ByteStream, to path: String) async throws {
        let file = try PartialFile(beside: path)
        for try await chunk in stream { try file.write(chunk) }
        // A stream that was cancelled may end as if it were complete.
        try Task.checkCancellation()
        try file.moveIntoPlace()
    }
}
