extension Mistake {
    /// Slips that Swift finds by itself: its message has to stand in the line, alone.
    static let slips =
        [
            ("a misspelt component", "Qurey(\"q\", 1)", "cannot find 'Qurey' in scope"),
            ("a misspelt value", "Query(\"q\", missing)", "cannot find 'missing' in scope"),
            ("a misspelt label", "Query(name: \"q\", 1)", "extraneous argument label 'name:' in call"),
            ("a misspelt style", "Query(\"q\", [1], style: .csv)", "type 'ParameterStyle' has no member 'csv'"),
            ("a value that is not Encodable", "Query(\"q\", Plain())", "requires that 'Plain' conform to 'Encodable'"),
            ("a type that is not Decodable", "Decode(Plain.self)", "requires that 'Plain' conform to 'Decodable'"),
            ("an error that is not Decodable", "OnError(Plain.self)", "requires that 'Plain' conform to 'Decodable'"),
            ("a type without self", "Decode(Value)", "expected member name or initializer call after type name"),
            ("a plugin type without self", "Without(Log)", "expected member name or initializer call after type name"),
            ("a header that has no text", "Header(\"X\", Plain())", "conform to 'Encodable'"),
            ("a timeout without its unit", "Timeout(10)", "value of type 'Int' to expected argument type 'Duration'"),
            ("a body without its kind", "Body(Value())", "value of type 'Value' to expected argument type 'Data'"),
            ("a string", "\"q=1\"", notComponent),
            ("a number", "42", notComponent),
            ("a plugin without Use", "Log()", notComponent),
            ("an optional component", "Optional(Query(\"q\", 1))", notComponent),
            ("a call of a function", "print(\"x\")", notComponent),
        ].flatMap { (name, component, message) -> [Mistake] in
            let alone = Mistake(
                name, message,
                """
                _ = Endpoint {
                    POST("/a")
                    \(component)  // error
                    Header("X-A", "1")
                }
                """)
            let conditional = Mistake(
                "\(name), first and under a condition", message,
                """
                _ = Endpoint {
                    if flag {
                        \(component)  // error
                    }
                    POST("/a")
                }
                """)
            let isConditional = !component.hasPrefix("Decode") && !component.hasPrefix("OnError")
            return isConditional ? [alone, conditional] : [alone]
        } + [
            Mistake(
                "a path that is not a literal", "value of type 'String' to expected argument type 'PathTemplate'",
                """
                let path = "/a"
                _ = Endpoint {
                    GET(path)  // error
                }
                """),
            Mistake(
                "a string in a group", notGroupComponent,
                """
                _ = EndpointGroup {
                    "https://api.example.com"  // error
                    Bearer("t")
                }
                """),
            Mistake(
                "a plugin in a group", notGroupComponent,
                """
                _ = EndpointGroup {
                    Bearer("t")
                    Log()  // error
                }
                """),
        ]
}
