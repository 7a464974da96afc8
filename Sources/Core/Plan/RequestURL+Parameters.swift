extension RequestURL {
    /// The same URL with items after those of its query, encoded as a plan's are; secrets in them are not shown.
    func appending(_ parameters: [Parameter]) -> RequestURL {
        guard !parameters.isEmpty else { return self }
        func joined(_ query: String?, redacting: Bool) -> String {
            let start = query.map { $0.isEmpty ? "" : "\($0)&" } ?? ""
            return start + Parameter.joined(parameters, redacting: redacting)
        }
        let hasSecret = redactedQuery != nil || parameters.contains(where: \.isSecret)
        let url = RequestURL(
            scheme: scheme, host: host, port: port, path: path, query: joined(query, redacting: false),
            redactedQuery: hasSecret ? joined(redactedQuery ?? query, redacting: true) : nil)
        return url.keepingSecret(secrets)
    }

    /// The names of the items of an encoded query, decoded.
    static func names(inQuery query: String?) -> Set<String> {
        let items = (query ?? "").split(separator: "&")
        return Set(
            items.map { item in
                let name = String(item.prefix { $0 != "=" })
                return PercentEncoding.decode(name) ?? name
            })
    }
}
