#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Writes a plan as text that can be reviewed and compared: the same plan always gives the same bytes.
struct PlanText {
    private var lines: [String] = []

    /// The text; LF between lines and at the end.
    static func text(of plan: RequestPlan) -> String {
        var writer = PlanText()
        writer.write(plan)
        return writer.lines.joined(separator: "\n") + "\n"
    }

    private mutating func write(_ plan: RequestPlan) {
        lines.append("apus plan \(RequestPlan.formatVersion)")
        lines.append(requestLine(plan))
        line("name", plan.name)
        line("summary", plan.summary)
        line("tags", plan.tags.isEmpty ? nil : plan.tags.joined(separator: ", "))
        section("path values", plan.pathValues.map { "\(show($0.name)) = \($0.value.map(EscapedText.value) ?? "nil")" })
        section(
            "query",
            plan.query.map { item in
                item.shownValue.map { "\(show(item.name)) = \(EscapedText.value($0))" } ?? show(item.name)
            })
        section("fields", fieldLines(plan))
        if let body = plan.body {
            lines.append("body \(BodyText.heading(body))")
            lines += BodyText.lines(body).map { "  \($0)" }
        }
        section("policies", policyLines(plan))
        section("responses", plan.responses.map { show($0.description) })
        section("plugins", plan.plugins.map(show))
        section("changes", plan.changes.map(\.description))
        section("problems", plan.problems.filter { !$0.isOfCoding }.map(\.description))
    }

    private mutating func line(_ title: String, _ text: String?) {
        if let text { lines.append("\(title): \(show(text))") }
    }

    private mutating func section(_ title: String, _ content: [String]) {
        guard !content.isEmpty else { return }
        lines.append(title)
        lines += content.map { "  \($0)" }
    }

    private func show(_ text: String) -> String { EscapedText.escaped(text) }

    /// The encoded URL where it can be made; else the template, so that there is something to look at.
    private func requestLine(_ plan: RequestPlan) -> String {
        var shown = plan
        shown.reported = []
        if shown.baseURL == nil, !PathWriter.isAbsolute(plan.path) {
            shown.baseURL = Self.placeholder
        }
        guard let url = RequestCompiler.shownURL(of: shown) else {
            return "\(show(plan.method.rawValue)) \(show(PlanProblem.withoutUserInfo(plan.path)))"
        }
        let text = url.description
        let target = text.hasPrefix(Self.placeholder) ? String(text.dropFirst(Self.placeholder.count)) : text
        return "\(show(plan.method.rawValue)) \(target)"
    }

    /// Stands for the client's base URL, and is cut off again: `.invalid` is reserved (RFC 2606 §2).
    private static let placeholder = "http://base.invalid"

    private func fieldLines(_ plan: RequestPlan) -> [String] {
        (plan.fields + plan.derivedFields).map { "\(show($0.name.rawName)): \(EscapedText.value($0.shownValue))" }
    }

    private func policyLines(_ plan: RequestPlan) -> [String] {
        var policies: [String] = []
        if let timeout = plan.timeout { policies.append("timeout \(DurationText.seconds(timeout)) s") }
        if let limit = plan.bodyLimit { policies.append("body limit \(limit) bytes") }
        return policies
    }
}

extension RequestPlan: CustomStringConvertible {
    /// The plan as canonical text: encoded request line, then what was declared in declared order, secrets redacted.
    ///
    /// Values stand decoded, control characters escaped; lines end with LF, the last one too. The first line has the
    /// version of the form.
    public var description: String { PlanText.text(of: self) }
}
