extension Mistake {
    static let conditions = [
        Mistake(
            "a Decode inside if", underIf,
            """
            _ = Endpoint {
                GET("/a")
                if flag {  // error
                    Decode(Value.self)
                }
            }
            """),
        Mistake(
            "a Decode inside if let, after something that may stand there", underIf,
            """
            _ = Endpoint {
                GET("/a")
                if let name {  // error
                    Query("n", name)
                    Decode(Value.self)
                }
            }
            """),
        Mistake(
            "a Decode inside if #available", underIf,
            """
            _ = Endpoint {
                GET("/a")
                if #available(macOS 99, *) {  // error
                    Decode(Value.self)
                }
            }
            """),
        Mistake(
            "a Decode inside else", underIf,
            """
            _ = Endpoint {
                GET("/a")
                if flag {
                    Query("q", 1)
                } else {  // error
                    Decode(Value.self)
                }
            }
            """),
        Mistake(
            "a Decode in both branches", underIf,
            """
            _ = Endpoint {
                GET("/a")
                if flag {  // error
                    Decode(Value.self)
                } else {  // error
                    Decode(Value.self)
                }
            }
            """),
        Mistake(
            "a Decode inside the last case", underIf,
            """
            _ = Endpoint {
                GET("/a")
                switch count {
                case 1:
                    Query("q", 1)
                default:
                    Decode(Value.self)  // error
                }
            }
            """),
        Mistake(
            "an OnError inside the first case", underIf,
            """
            _ = Endpoint {
                GET("/a")
                switch count {
                case 1:
                    OnError(Problem.self)  // error
                default:
                    Query("q", 1)
                }
            }
            """),
        Mistake(
            "a method inside if", underIf, then: noMethod,
            """
            _ = Endpoint {  // then
                if flag {  // error
                    GET("/a")
                }
                Query("q", 1)
            }
            """),
        Mistake(
            "a method in each branch", underIf, then: noMethod,
            """
            _ = Endpoint {  // then
                Query("q", 1)
                if flag {  // error
                    GET("/a")
                } else {  // error
                    POST("/a")
                }
            }
            """),
    ]

    static let loops = ["Decode", "OnError"].map { component in
        Mistake(
            "a \(component) inside for", underFor,
            """
            _ = Endpoint {
                GET("/a")
                for _ in 0..<count {
                    \(component)(Value.self)
                }  // error
            }
            """)
    }

    static let groups =
        ["GET(\"/a\")", "Method(\"PROPFIND\", \"/a\")", "Body(json: 1)", "Decode(Value.self)", "DecodeText()"].flatMap {
            component in
            [
                Mistake(
                    "\(component) first in a group", ownToEndpoint,
                    """
                    _ = EndpointGroup {
                        \(component)  // error
                        BaseURL("https://api.example.com")
                    }
                    """),
                Mistake(
                    "\(component) in a group inside if", ownToEndpoint,
                    """
                    _ = EndpointGroup {
                        BaseURL("https://api.example.com")
                        if flag {
                            Header("X-A", "1")
                            \(component)  // error
                        }
                    }
                    """),
            ]
        } + [
            Mistake(
                "an OnError inside if in a group", errorUnderIf,
                """
                _ = EndpointGroup {
                    if flag {  // error
                        OnError(Problem.self)
                    }
                }
                """),
            Mistake(
                "an OnError inside else in a group", errorUnderIf,
                """
                _ = EndpointGroup {
                    if flag {
                        BaseURL("https://api.example.com")
                    } else {  // error
                        OnError(Problem.self)
                    }
                }
                """),
            Mistake(
                "an OnError inside for in a group", errorUnderFor,
                """
                _ = EndpointGroup {
                    for _ in 0..<count {
                        OnError(Problem.self)
                    }  // error
                }
                """),
        ]
}
