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
            return line(for: request, plan: plan)
        } catch {
            return error.problems.map { "# \($0)" }.joined(separator: "\n")
        }
    }

    /// A terminal acts on control characters while they are pasted, inside of quotes too: ^C ends the line they are in.
    private static func unpasteable(_ request: HTTPRequest) -> [PlanProblem] {
        var problems: [PlanProblem] = []
        for field in request.fields where !EscapedText.canBePasted(field.shownValue) {
            problems.append(.unpasteable(.field, field.name.rawName, field.shownValue))
        }
        if case .file(let path) = request.body?.content, !EscapedText.canBePasted(path) {
            problems.append(.unpasteable(.body, nil, path))
        }
        return problems
    }

    private static func line(for request: HTTPRequest, plan: RequestPlan) -> String {
        var words = ["curl", "--globoff", "--path-as-is"]
        words += methodWords(request)
        if let timeout = plan.timeout { words += ["--max-time", DurationText.seconds(timeout)] }
        for field in request.fields {
            // curl takes a field with a blank value for one to leave out, unless it is written with a semicolon.
            let isBlank = field.shownValue.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 }
            let text = isBlank ? "\(field.name);" : "\(field.name): \(field.shownValue)"
            words += ["--header", quoted(text)]
        }
        let body = bodyWords(request)
        // What curl would add by itself and Apus does not.
        var added: [HTTPFieldName] = body.isEmpty ? [.accept] : [.accept, .contentType]
        if mayExpectContinue(request.body) { added.append("Expect") }
        for name in added where !request.fields.contains(name) {
            words += ["--header", quoted("\(name):")]
        }
        words += body
        words.append(quoted(request.url.description))
        return pipe(for: request) + words.joined(separator: " ")
    }

    private static func methodWords(_ request: HTTPRequest) -> [String] {
        if request.method == .head { return ["--head"] }
        return request.method == .get ? [] : ["--request", quoted(request.method.rawValue)]
    }

    private static func bodyWords(_ request: HTTPRequest) -> [String] {
        switch request.body?.content {
        case .file(let path): return ["--data-binary", quoted("@\(path)")]
        // What a stream will give is for whoever pastes the line to pipe in.
        case .stream: return ["--data-binary", "@-"]
        case .bytes(let data):
            // --data-raw, since --data-binary would read a file where the body begins with @.
            guard let text = shellText(data) else { return ["--data-binary", "@-"] }
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
    private static func pipe(for request: HTTPRequest) -> String {
        guard let data = request.body?.bytes, shellText(data) == nil else { return "" }
        return "printf %s \(quoted(data.base64EncodedString())) | base64 -d | "
    }

    private static func shellText(_ data: Data) -> String? {
        guard data.count <= 100_000, let text = String(validating: data, as: UTF8.self) else { return nil }
        let shown = text.unicodeScalars.filter { $0 != "\n" && $0 != "\t" && $0 != "\\" }
        return EscapedText.escaped(String(shown)) == String(shown) ? text : nil
    }

    /// One shell word (POSIX §2.2.2): nothing in single quotes has a meaning but the closing quote itself.
    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("'", with: "'\\''") + "'"
    }
}

extension RequestPlan {
    /// A line for the `curl` command that sends the same request, safe to paste into a POSIX shell, secrets redacted.
    ///
    /// One hop: redirects are not followed. A plan with problems gives them as comments instead.
    public var curl: String { CurlCommand.line(for: self) }
}
