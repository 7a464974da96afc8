import ApusCore
import ApusDSL
import Foundation

/// Plans whose curl line is hard to get right, by name.
enum CurlSamples {
    /// Values that mean something to a shell, to curl or to HTTP.
    static let values = [
        "it's", "\"quoted\"", "$HOME ${HOME} $(touch injected)", "`touch injected`", "back\\slash\\\\", "'\\''",
        "wow! !! !$", "日本 ä 👩‍💻", "@/etc/hostname", "-X", "--output injected", "a;b|c&d>e<f", "*?[a-z]{1,2}", "~", "#x",
        "'; touch injected; '", "'\u{301}; touch injected; '\u{301}", "%41%zz+ &=", "<redacted>",
        " leading and trailing ", "tab\there",
    ]

    /// A plan at the base URL given.
    struct Sample: Sendable, CustomStringConvertible {
        let name: String
        let make: @Sendable (String) -> RequestPlan
        var description: String { name }

        init(_ name: String, _ make: @escaping @Sendable (String) -> RequestPlan) {
            self.name = name
            self.make = make
        }
    }

    static let all: [Sample] = requests + values.map(everywhere) + bodies

    /// The value in the path, query, header field and form at once.
    private static func everywhere(_ value: String) -> Sample {
        Sample("everywhere \(value)") { base in
            Endpoint {
                POST("/\("value", value)/x")
                BaseURL(base)
                Query("q", value)
                Query(value, "name")
                Header("X-Value", value)
                Body(form: [value: value])
            }.plan
        }
    }

    private static let requests: [Sample] = [
        Sample("GET") { base in
            Endpoint {
                GET("/x"); BaseURL(base)
            }.plan
        },
        Sample("GET of a dotted path") { base in
            Endpoint {
                GET("/a/../b/./c?x=%7B1,2}[3]"); BaseURL(base)
            }.plan
        },
        Sample("GET with Accept") { base in
            Endpoint {
                GET("/x")
                BaseURL(base)
                Accept(.json, "text/html;q=0.5")
                Query(flag: "verbose")
                Query("a", ["b c", "d,e"], style: .comma)
            }.plan
        },
        Sample("HEAD") { base in
            Endpoint {
                HEAD("/x"); BaseURL(base); Header("X-A", "1")
            }.plan
        },
        Sample("DELETE") { base in
            Endpoint {
                DELETE("/x"); BaseURL(base)
            }.plan
        },
        Sample("DELETE with a body") { base in
            Endpoint {
                DELETE("/x"); BaseURL(base); Body(json: [1])
            }.plan
        },
        Sample("POST without a body") { base in
            Endpoint {
                POST("/x"); BaseURL(base)
            }.plan
        },
        Sample("PUT without a body, with a type") { base in
            Endpoint {
                PUT("/x"); BaseURL(base); Header(.contentType, "text/x")
            }.plan
        },
        Sample("OPTIONS") { base in
            Endpoint {
                OPTIONS("/x"); BaseURL(base)
            }.plan
        },
        Sample("a method of one's own") { base in
            Endpoint {
                Method("M-SEARCH'`!", "/x"); BaseURL(base); Body(text: "x")
            }.plan
        },
        Sample("a method like an option") { base in
            Endpoint {
                Method("-o", "/x"); BaseURL(base)
            }.plan
        },
        Sample("several fields of a name, empty and blank ones") { base in
            Endpoint {
                POST("/x")
                BaseURL(base)
                Header("X-A", "1")
                Header("x-a", "2")
                Header("X-Empty", "")
                Header("X-Blank", "  \t")
                Header("X-Semicolon", ";")
                Header("X-Colon", ": a:b")
                Header(.userAgent, "me")
                Header(.cookie, "a=b; c=\"d\"", secret: false)
                Header(.contentType, "text/x")
                Body(text: "x")
                Timeout(.seconds(30))
            }.plan
        },
    ]

    private static let bodies: [Sample] = [
        ("empty", PlanBody(.data(Data()), type: .octetStream)),
        ("empty text", PlanBody(.text(""), type: .text)),
        ("lines", PlanBody(.text("line\nline\n\n'\n"), type: .text)),
        ("CRLF", PlanBody(.text("line\r\nline\r"), type: .text)),
        ("leading @", PlanBody(.text("@/etc/hostname"), type: .text)),
        ("a lone dash", PlanBody(.text("@-"), type: .text)),
        ("shell", PlanBody(.text(values.joined(separator: "\n")), type: .text)),
        ("escape sequences", PlanBody(.text("\u{1B}[2J\u{9B}2J\u{202E}\u{7F}"), type: .text)),
        ("JSON", PlanBody(.json(Data(#"{"a":"it's \"$(touch injected)\" \\ \n ü"}"#.utf8)), type: .json)),
        ("NUL", PlanBody(.data(Data([0, 1, 2, 0, 255, 254, 10, 13, 39])), type: .octetStream)),
        ("not UTF-8", PlanBody(.data(Data([0x61, 0xC3, 0x28])), type: .octetStream)),
        ("every byte", PlanBody(.data(Data(0...255)), type: .png)),
        ("more than an argument holds", PlanBody(.text(String(repeating: "0123456789", count: 20_000)), type: .text)),
        ("2 MiB", PlanBody(.data(Data(repeating: 0x61, count: 2 << 20)), type: .octetStream)),
        ("the type in quotes", PlanBody(.text("x"), type: "text/x; a=\"b;'c'\"")),
    ].map { name, body in
        Sample("body: \(name)") { base in
            var plan = Endpoint {
                POST("/x"); BaseURL(base)
            }.plan
            plan.declare(body)
            return plan
        }
    }
}
