// Every sentence that the package itself says about plugins and their order.
extension PlanProblem {
    static func badTokenURL(_ url: String) -> PlanProblem {
        PlanProblem(
            .plugin, name: "Authenticate", value: originAndPath(url), reason: "the token endpoint is no http URL")
    }

    static let unsendableToken = PlanProblem(
        .plugin, name: "Authenticate",
        reason: "the token holds what no field may: a control character, a space at an end")

    /// A URL that can't be read, up to its query, which may hold a key.
    static func originAndPath(_ url: String) -> String {
        withoutUserInfo(String(decoding: url.utf8.prefix { !"?#".utf8.contains($0) }, as: UTF8.self))
    }

    static func listedTwice(_ plugin: String) -> PlanProblem {
        PlanProblem(.plugin, name: plugin, reason: "it is there twice: list it once")
    }

    /// `reason` says where the plugin stands, what comes of it, and where it belongs.
    static func misplaced(_ plugin: String, _ reason: String) -> PlanProblem {
        PlanProblem(.plugin, name: plugin, reason: reason)
    }

    /// `setting` is what was given, in words.
    static func badSetting(_ plugin: String, _ setting: String) -> PlanProblem {
        PlanProblem(.plugin, name: plugin, reason: "\(setting) means nothing: give it a value that does")
    }

    static func notToken(_ text: String) -> PlanProblem {
        PlanProblem(
            .plugin, name: "UserAgent", value: text,
            reason: "it is not a token: use letters, digits and !#$%&'*+-.^_`|~")
    }
}
