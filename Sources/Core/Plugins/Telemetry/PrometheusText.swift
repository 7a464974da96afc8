/// Writes metrics in Prometheus's text exposition format 0.0.4: a family after the other, series in the order given.
enum PrometheusText {
    static func text(of series: [MetricsSeries], prefix: String) -> String {
        var lines: [String] = []
        func family(_ name: String, _ type: String, _ help: String, _ samples: (MetricsSeries, String) -> [String]) {
            lines.append("# HELP \(prefix)_\(name) \(help)")
            lines.append("# TYPE \(prefix)_\(name) \(type)")
            for one in series { lines += samples(one, "\(prefix)_\(name)") }
        }
        family("calls_total", "counter", "Calls that ended, by endpoint and status.") { one, name in
            ["\(name){\(labels(one))} \(one.count)"]
        }
        family("call_errors_total", "counter", "Calls without a response, or with one of 400 or more.") { one, name in
            ["\(name){\(labels(one))} \(one.errors)"]
        }
        family("call_duration_seconds", "histogram", "How long calls took, retries and redirects included.") {
            one, name in
            one.buckets.map { bucket in
                "\(name)_bucket{\(labels(one)),le=\"\(number(bucket.upperBound))\"} \(bucket.count)"
            } + [
                "\(name)_sum{\(labels(one))} \(number(MetricsStore.seconds(one.totalTime)))",
                "\(name)_count{\(labels(one))} \(one.count)",
            ]
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// Whether a text may begin a metric's name: `[a-zA-Z_:][a-zA-Z0-9_:]*`.
    static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, !ASCII.isDigit(first) else { return false }
        return ASCII.allSatisfy(text) { byte in
            ASCII.isAlpha(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":")
        }
    }

    private static func labels(_ series: MetricsSeries) -> String {
        "endpoint=\"\(escaped(series.endpoint))\",status=\"\(escaped(series.status))\""
    }

    /// Backslash, quote and line feed are escaped in a label's value, and nothing else is.
    private static func escaped(_ label: String) -> String {
        var text = ""
        for scalar in label.unicodeScalars {
            switch scalar {
            case "\\": text += "\\\\"
            case "\"": text += "\\\""
            case "\n": text += "\\n"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// As Go reads a float; whole numbers without a fraction.
    private static func number(_ value: Double) -> String {
        if value == .infinity { return "+Inf" }
        let text = "\(value)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
