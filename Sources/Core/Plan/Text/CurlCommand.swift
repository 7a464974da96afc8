#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Writes a plan as a line for the `curl` command that sends the same request, one hop, secrets redacted.
enum CurlCommand {
    /// The line; where the plan can't be sent, its problems as shell comments, so that pasting it does nothing.
    static func line(for plan: RequestPlan) -> String {
        do throws(PlanError) {
            var request = try RequestCompiler.request(for: plan, base: nil, isForShow: true)
            request.body = plan.body?.shownBody
            let unsafe = unpasteable(request)
            guard unsafe.isEmpty else { throw PlanError(unsafe) }
            return line(for: request, within: plan.timeout)
        } catch {
            return error.problems.map { "# \($0)" }.joined(separator: "\n")
        }
    }

    /// The same for a request that a call sends, on one line; a body of more than 16 KiB is for whoever pastes it.
    static func line(for request: HTTPRequest) -> String {
        var shown = request
        // Quoted already, a secret that holds a quote would not be found any more.
        shown.fields = HTTPFields(
            request.fields.map { HTTPField($0.name, request.redacting($0.shownValue), secret: false) })
        shown.body = request.body.map { shownBody($0, of: request) }
        var unsafe = unpasteable(shown, onOneLine: true)
        if !ASCII.isToken(shown.method.rawValue) { unsafe.append(.badMethod(shown.method.rawValue)) }
        for field in shown.fields where !ASCII.isToken(field.name.rawName) {
            unsafe.append(.badFieldName(field.name.rawName))
        }
        guard unsafe.isEmpty else { return "# " + unsafe.map(\.description).joined(separator: "; ") }
        return line(for: shown, within: nil, onOneLine: true)
    }

    private static func shownBody(_ body: HTTPBody, of request: HTTPRequest) -> HTTPBody {
        if body.isSecret { return HTTPBody(Secret.mark) }
        guard let bytes = body.bytes else { return body }
        if bytes.count > 16 * 1024 {
            return HTTPBody(ByteStream(withoutChunksOf: Int64(bytes.count), isReplayable: false))
        }
        return String(validating: bytes, as: UTF8.self).map { HTTPBody(request.redacting($0)) } ?? body
    }

    /// A terminal acts on control characters while they are pasted, inside of quotes too: ^C ends the line they are in.
    private static func unpasteable(_ request: HTTPRequest, onOneLine: Bool = false) -> [PlanProblem] {
        func isSafe(_ text: String) -> Bool {
            EscapedText.canBePasted(text) && !(onOneLine && text.utf8.contains(UInt8(ascii: "\n")))
        }
        var problems: [PlanProblem] = []
        for field in request.fields where !isSafe(field.shownValue) {
            problems.append(.unpasteable(.field, field.name.rawName, field.shownValue))
        }
        if case .file(let path) = request.body?.content, !isSafe(path) {
            problems.append(.unpasteable(.body, nil, path))
        }
        return problems
    }

    private static func line(for request: HTTPRequest, within timeout: Duration?, onOneLine: Bool = false) -> String {
        var words = ["curl", "--globoff", "--path-as-is"]
        words += methodWords(request)
        if let timeout { words += ["--max-time", DurationText.seconds(timeout)] }
        for field in request.fields {
            // curl takes a field with a blank value for one to leave out, unless it is written with a semicolon.
            let isBlank = field.shownValue.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 }
            let text = isBlank ? "\(field.name);" : "\(field.name): \(field.shownValue)"
            words += ["--header", quoted(text)]
        }
        let body = bodyWords(request, onOneLine)
        // What curl would add by itself and Apus does not.
        var added: [HTTPFieldName] = body.isEmpty ? [.accept] : [.accept, .contentType]
        if mayExpectContinue(request.body) { added.append("Expect") }
        for name in added where !request.fields.contains(name) {
            words += ["--header", quoted("\(name):")]
        }
        words += body
        words.append(quoted(request.url.description))
        return pipe(for: request, onOneLine) + words.joined(separator: " ")
    }

    private static func methodWords(_ request: HTTPRequest) -> [String] {
        if request.method == .head { return ["--head"] }
        return request.method == .get ? [] : ["--request", quoted(request.method.rawValue)]
    }

    private static func bodyWords(_ request: HTTPRequest, _ onOneLine: Bool) -> [String] {
        switch request.body?.content {
        case .file(let path): return ["--data-binary", quoted("@\(path)")]
        // What a stream will give is for whoever pastes the line to pipe in.
        case .stream: return ["--data-binary", "@-"]
        case .bytes(let data):
            // --data-raw, since --data-binary would read a file where the body begins with @.
            guard let text = shellText(data, onOneLine) else { return ["--data-binary", "@-"] }
            return ["--data-raw", quoted(text)]
        case nil:
            let framesNothing = request.method == .post || request.method == .put || request.method == .patch
            return framesNothing ? ["--data-raw", "''"] : []
        }
    }

    /// For bodies of more than 1 MiB curl waits for the server's leave, which Apus does not.
    private static func mayExpectContinue(_ body: HTTPBody?) -> Bool {
        switch body?.content {
        case .file, .stream: true
        case .bytes(let data): data.count > 1 << 20
        case nil: false
        }
    }

    /// Bytes that no shell word can hold, that the kernel would not take as an argument (Linux: 128 KiB), or that a
    /// terminal would act on while they are pasted, go through base64; `printf` is the shell's own and has no limit.
    private static func pipe(for request: HTTPRequest, _ onOneLine: Bool) -> String {
        guard let data = request.body?.bytes, shellText(data, onOneLine) == nil else { return "" }
        return "printf %s \(quoted(data.base64EncodedString())) | base64 -d | "
    }

    private static func shellText(_ data: Data, _ onOneLine: Bool) -> String? {
        guard data.count <= 100_000, let text = String(validating: data, as: UTF8.self) else { return nil }
        if onOneLine, text.utf8.contains(UInt8(ascii: "\n")) { return nil }
        let shown = text.unicodeScalars.filter { $0 != "\n" && $0 != "\t" && $0 != "\\" }
        return EscapedText.escaped(String(shown)) == String(shown) ? text : nil
    }

    /// One shell word (POSIX §2.2.2): nothing in single quotes has a meaning but the closing quote itself.
    private static func quoted(_ text: String) -> String {
        "'" + ASCII.escaping("'", in: text) { _ in "'\\''" } + "'"
    }
}

extension RequestPlan {
    /// A line for the `curl` command that sends the same request, safe to paste into a POSIX shell, secrets redacted.
    ///
    /// One hop: redirects are not followed. A plan with problems gives them as comments instead.
    public var curl: String { CurlCommand.line(for: self) }
}

extension HTTPRequest {
    /// A line for the `curl` command that sends the same request, safe to paste into a POSIX shell, secrets redacted.
    ///
    /// One line and one hop. A body of more than 16 KiB and a stream are read from standard input (`@-`); what no shell may
    /// be given is a comment instead.
    public var curl: String { CurlCommand.line(for: self) }
}
