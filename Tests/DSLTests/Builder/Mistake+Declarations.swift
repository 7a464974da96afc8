extension Mistake {
    static let all = methods + bodies + decodes + errors + conditions + loops + groups + slips

    static let methods =
        ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].map { method in
            Mistake(
                "\(method) after GET", secondMethod,
                """
                _ = Endpoint {
                    GET("/a")
                    \(method)("/b")  // error
                }
                """)
        } + [
            Mistake(
                "two methods, apart", secondMethod,
                """
                _ = Endpoint {
                    Query("q", 1)
                    POST("/a")
                    Query("q", 1)
                    Decode(Value.self)
                    Method("PROPFIND", "/b")  // error
                    Query("r", 1)
                }
                """),
            Mistake(
                "no method", noMethod,
                """
                let page = 1
                _ = Endpoint {  // error
                    Query("q", page)
                    Decode(Value.self)
                    OnError(Problem.self)
                }
                """),
            Mistake("nothing at all", noMethod, "_ = Endpoint { }  // error"),
            Mistake(
                "no method where the type is written", noMethod,
                """
                let _: Endpoint<Value, EndpointError<Never>> = Endpoint {  // error
                    Decode(Value.self)
                }
                """),
            Mistake(
                "no method in a group's endpoint", noMethod,
                """
                let api = EndpointGroup { OnError(Problem.self) }
                _ = api {  // error
                    Decode(Value.self)
                }
                """),
        ]

    static let bodies = [
        Mistake(
            "a body on GET", bodyOnGet,
            """
            _ = Endpoint {
                GET("/a")
                Decode(Value.self)
                Body(json: 1)  // error
            }
            """),
        Mistake(
            "a body on HEAD", bodyOnGet,
            """
            _ = Endpoint {
                HEAD("/a")
                Body(text: "x")  // error
                Query("q", 1)
            }
            """),
        Mistake(
            "a body on GET, then two Decodes", bodyOnGet, then: secondDecode,
            """
            _ = Endpoint {
                GET("/a")
                Body(json: 1)  // error
                Decode(Value.self)
                Decode(Other.self)  // then
            }
            """),
    ]

    static let decodes =
        [
            ("two Decodes of different types", "Decode(Value.self)", "Decode(Other.self)"),
            ("two Decodes of the same type", "Decode(Value.self)", "Decode(Value.self)"),
            ("a Decode and a DecodeText", "Decode(Value.self)", "DecodeText()"),
            ("a Decode and a DecodeData", "Decode(Value.self)", "DecodeData()"),
            ("a Decode and a DecodeNothing", "Decode(Value.self)", "DecodeNothing()"),
            ("a Decode and a DecodeResponse", "Decode(Value.self)", "DecodeResponse()"),
            ("a DecodeText and a Decode", "DecodeText()", "Decode(Value.self)"),
            ("two Decodes by hand", "Decode { $0.status.code }", "Decode { $0.text }"),
            ("statuses of two types", "Decode(200, Value.self)", "Decode(201, Other.self)"),
            ("a status before all", "Decode(201, Value.self)", "Decode(Value.self)"),
            ("one of two not mapped", "Decode(201, Value.self, as: Outcome.made)", "Decode(202, Other.self)"),
        ].flatMap { (name, first, second) in
            [
                Mistake(
                    name, secondDecode,
                    """
                    _ = Endpoint {
                        GET("/a")
                        \(first)
                        \(second)  // error
                    }
                    """),
                Mistake(
                    "\(name), apart and before the method", secondDecode,
                    """
                    _ = Endpoint {
                        \(first)
                        Query("q", 1)
                        \(second)  // error
                        GET("/a")
                        OnError(Problem.self)
                    }
                    """),
            ]
        }

    static let errors = [
        Mistake(
            "two OnErrors of different types", secondError,
            """
            _ = Endpoint {
                GET("/a")
                OnError(Problem.self)
                Decode(Value.self)
                OnError(404, Missing.self)  // error
            }
            """),
        Mistake(
            "two OnErrors of different types in a group", secondError,
            """
            _ = EndpointGroup {
                BaseURL("https://api.example.com")
                OnError(Problem.self)
                OnError(404, Missing.self)  // error
            }
            """),
        Mistake(
            "two OnErrors of different types in a group's endpoint", secondError,
            """
            let api = EndpointGroup { OnError(Problem.self) }
            _ = api {
                GET("/a")
                OnError(404, Missing.self)
                OnError(Problem.self)  // error
            }
            """),
    ]
}
