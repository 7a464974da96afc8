import CCurl

extension Hop {
    /// Has libcurl report to this hop, and to the poller what becomes of the connections it makes.
    func install(_ poller: Poller) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        for option in [
            CURLOPT_PRIVATE, CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_READDATA, CURLOPT_SEEKDATA,
            CURLOPT_XFERINFODATA, CURLOPT_PREREQDATA, CURLOPT_DEBUGDATA,
        ] {
            easy.set(option, pointer: context)
        }
        let handle = easy.pointer
        apus_easy_set_writer(handle, CURLOPT_WRITEFUNCTION) { bytes, _, count, context in
            Hop.at(context)?.received(UnsafeRawBufferPointer(start: bytes, count: count)) ?? 0
        }
        apus_easy_set_writer(handle, CURLOPT_HEADERFUNCTION) { bytes, _, count, context in
            Hop.at(context)?.received(line: UnsafeRawBufferPointer(start: bytes, count: count)) == true ? count : 0
        }
        apus_easy_set_reader(handle) { bytes, size, count, context in
            let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
            return Hop.at(context)?.send(into: buffer) ?? Int(CURL_READFUNC_ABORT)
        }
        apus_easy_set_seeker(handle) { context, offset, origin in
            guard origin == 0, Hop.at(context)?.seek(to: Int64(offset)) == true else { return CURL_SEEKFUNC_FAIL }
            return CURL_SEEKFUNC_OK
        }
        apus_easy_set_progress(handle) { context, _, received, _, sent in
            guard let hop = Hop.at(context) else { return 0 }
            hop.report(.upload, Int64(sent))
            hop.report(.download, Int64(received))
            return 0
        }
        apus_easy_set_prerequest(handle) { context, _, _, _, _ in
            Hop.at(context)?.isAboutToSend() == true ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
        }
        apus_easy_set_debug(handle) { _, kind, text, count, context in
            if kind == CURLINFO_TEXT { Hop.at(context)?.said(UnsafeRawBufferPointer(start: text, count: count)) }
            return 0
        }
        // libcurl closes connections after the transfer that made them, so that these go by the poller, which outlives them.
        let sockets = Unmanaged.passUnretained(poller).toOpaque()
        easy.set(CURLOPT_SOCKOPTDATA, pointer: sockets)
        easy.set(CURLOPT_CLOSESOCKETDATA, pointer: sockets)
        apus_easy_set_sockopt(handle) { context, socket, _ in
            if let context { Unmanaged<Poller>.fromOpaque(context).takeUnretainedValue().opened(socket) }
            return CURL_SOCKOPT_OK
        }
        apus_easy_set_closesocket(handle) { context, socket in
            if let context { Unmanaged<Poller>.fromOpaque(context).takeUnretainedValue().closed(socket) }
            apus_close(socket)
            return 0
        }
    }

    private static func at(_ context: UnsafeMutableRawPointer?) -> Hop? {
        context.map { Unmanaged<Hop>.fromOpaque($0).takeUnretainedValue() }
    }

    /// The hop of a handle that ``install(_:)`` was called for.
    static func of(_ easy: UnsafeMutableRawPointer) -> Hop? {
        at(apus_easy_pointer(easy, CURLINFO_PRIVATE))
    }
}
