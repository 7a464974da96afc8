/// What a plugin would change about the request that a plan declares: the declared value beside the effective one.
public struct RequestChange: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The part of a request that is changed.
    public enum Part: String, Sendable, Hashable, Codable {
        /// A header field.
        case field
        /// A query item.
        case query
        /// The time that the call may take.
        case timeout
        /// The bytes that are collected of a response.
        case bodyLimit = "body limit"
    }

    /// The part that is changed.
    public let part: Part
    /// The name of the field or the query item; nil for other parts.
    public let name: String?
    /// The value before the plugin, a secret redacted; nil where there was none.
    public let declared: String?
    /// The value after it, a secret redacted; nil where there is none any more. What is made anew for each request is
    /// described in angle brackets.
    public let effective: String?
    /// The plugin's line in the plan.
    public let plugin: String

    /// One line: `User-Agent: app/1.0 (user agent)`, or with what was declared `Accept: text/plain becomes text/html (…)`.
    public var description: String {
        let value =
            switch (declared, effective) {
            case (nil, let effective?): EscapedText.value(effective)
            case (let declared?, let effective?):
                "\(EscapedText.value(declared)) becomes \(EscapedText.value(effective))"
            case (let declared?, nil): "\(EscapedText.value(declared)) is taken away"
            case (nil, nil): ""
            }
        let subject =
            switch part {
            case .field: "\(EscapedText.escaped(name ?? "")): "
            case .query: "query \(EscapedText.escaped(name ?? "")) = "
            case .timeout, .bodyLimit: "\(part.rawValue) "
            }
        return "\(subject)\(value) (\(EscapedText.escaped(plugin)))"
    }
}

extension RequestChange {
    /// What the plugins, outermost first, would change about a plan, each after those outside of it.
    static func changes(of plugins: [any Plugin], to plan: RequestPlan) -> [RequestChange] {
        var before = plan
        before.fields += plan.derivedFields
        var changes: [RequestChange] = []
        for plugin in plugins {
            var after = before
            plugin.preview(in: &after)
            guard after != before else { continue }
            changes += differences(before, after, by: plugin.summary)
            before = after
        }
        return changes
    }

    private static func differences(
        _ before: RequestPlan, _ after: RequestPlan, by plugin: String
    ) -> [RequestChange] {
        func change(_ part: Part, _ name: String?, _ declared: String?, _ effective: String?) -> RequestChange? {
            guard declared != effective else { return nil }
            return RequestChange(
                part: part, name: name, declared: declared, effective: effective, plugin: plugin)
        }
        let fields = unique((before.fields + after.fields).map(\.name)).map { name in
            change(.field, name.rawName, before.shownValue(of: name), after.shownValue(of: name))
        }
        let items = unique((before.query + after.query).map(\.name)).map { name in
            change(.query, name, before.shownItem(name), after.shownItem(name))
        }
        let limits = [
            change(.timeout, nil, before.timeout.map(seconds), after.timeout.map(seconds)),
            change(.bodyLimit, nil, before.bodyLimit.map { "\($0) bytes" }, after.bodyLimit.map { "\($0) bytes" }),
        ]
        return (fields + items + limits).compactMap(\.self)
    }

    private static func seconds(_ duration: Duration) -> String { "\(DurationText.seconds(duration)) s" }

    private static func unique<Name: Hashable>(_ names: [Name]) -> [Name] {
        var seen: Set<Name> = []
        return names.filter { seen.insert($0).inserted }
    }
}

extension RequestPlan {
    /// The values of a field as people read them, joined as they are sent; nil where there is none.
    fileprivate func shownValue(of name: HTTPFieldName) -> String? {
        let values = fields.filter { $0.name == name }.map(\.shownValue)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    /// The values of a query item as people read them; nil where there is none.
    fileprivate func shownItem(_ name: String) -> String? {
        let items = query.filter { $0.name == name }
        return items.isEmpty ? nil : items.map { $0.shownValue ?? "" }.joined(separator: ", ")
    }
}
