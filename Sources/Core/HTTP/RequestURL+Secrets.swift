extension RequestURL {
    /// Whether there may be texts in the URL that are not shown.
    var hasSecrets: Bool { redactedQuery != nil || !secrets.isEmpty }

    /// The texts in the URL that are not shown, both as they were declared and as they are sent.
    var secretValues: [String] {
        guard let query, let redactedQuery else { return secrets }
        let items = query.split(separator: "&", omittingEmptySubsequences: false)
        let shown = redactedQuery.split(separator: "&", omittingEmptySubsequences: false)
        let own = zip(items, shown).filter { $0 != $1 }.flatMap { item, _ in
            let value = String(item[(item.firstIndex(of: "=").map(item.index(after:)) ?? item.startIndex)...])
            return [value, PercentEncoding.decode(value) ?? value]
        }
        return secrets + own.filter { !$0.isEmpty && !secrets.contains($0) }
    }

    /// The same URL, in which some texts are not shown, nor in one that it leads to.
    ///
    /// A server that redirects often repeats what it was sent: a segment or a query item that holds one is redacted.
    /// They are looked for when the URL is shown, since every call keeps its secrets here and few show it.
    func keepingSecret(_ texts: [String]) -> RequestURL {
        guard !texts.isEmpty else { return self }
        var url = self
        // Each once: where redirects follow one another, the next URL keeps those of all before it.
        var seen: Set<String> = []
        url.secrets = texts.filter { seen.insert($0).inserted }
        return url
    }

    /// The path with the secrets redacted.
    var shownPath: String { Self.redacted(path, at: "/", secrets) ?? path }

    /// The query with the secrets redacted, nil where there is no query.
    var shownQuery: String? {
        (redactedQuery ?? query).map { Self.redacted($0, at: "&", secrets) ?? $0 }
    }

    private static func redacted(_ text: String, at separator: Character, _ secrets: [String]) -> String? {
        guard !secrets.isEmpty else { return nil }
        let parts = text.split(separator: separator, omittingEmptySubsequences: false)
        let redaction = Redaction(secrets)
        let shown = parts.map { part in
            guard redaction.applies(toEncoded: String(part)) else { return String(part) }
            return part.firstIndex(of: "=").map { part[...$0] + Secret.mark } ?? Secret.mark
        }
        let joined = shown.joined(separator: String(separator))
        // A secret may hold the separator itself, as Base64 does, and then stands in several parts.
        if Redaction(secrets.filter { $0.contains(separator) }).applies(toEncoded: joined) {
            return separator == "/" ? "/\(Secret.mark)" : Secret.mark
        }
        return joined == text ? nil : joined
    }

    /// As ``resolving(_:)``, with the reason where the reference is not one that requests can be sent to.
    func resolution(of reference: String) throws(URLReference.Refusal) -> RequestURL {
        guard let reference = URLReference(reference) else { throw .init(reason: "it holds a control character") }
        return try reference.resolved(against: self).keepingSecret(secretValues)
    }
}

extension Redaction {
    /// Whether one of the texts stands in a part of a URL, as it is or percent-encoded.
    fileprivate func applies(toEncoded text: String) -> Bool {
        applies(to: text) || applies(to: PercentEncoding.decode(text) ?? text)
    }
}
