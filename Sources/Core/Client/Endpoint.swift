/// A declared endpoint: what to ask, and what each answer means. A value; nothing is sent until a client calls it.
///
/// Its types are those of the call: `Output` is what success gives, `Failure` everything else,
/// `EndpointError<Model>` unless it was mapped. Declare one with `Endpoint { … }` of `ApusDSL`.
public struct Endpoint<Output: Sendable, Failure: Error>: Sendable {
    private let box: PlanBox
    let changes: [PluginChange]
    /// Nil where every body is collected.
    let receiver: BodyReceiver?
    let rules: @Sendable () -> [ResponseRule]
    let interpret: @Sendable (Result<HTTPResponse, CallFailure>) -> Result<Output, Failure>

    /// An endpoint of its parts, for those who make endpoints by other means than the DSL.
    ///
    /// Rows stand in declared order, `values` before `errors`; the closest to the response decides.
    public init<Model>(
        plan: RequestPlan, values: [ResponseRow<Output>], errors: [ResponseRow<Model>],
        plugins changes: [PluginChange] = []
    ) where Failure == EndpointError<Model> {
        var box = PlanBox(plan)
        box.accept(values, errors)
        self.init(box, values: values, errors: errors, plugins: changes)
    }

    /// An endpoint whose plan has the media types of the rows already.
    @usableFromInline
    package init<Model>(
        _ box: PlanBox, values: [ResponseRow<Output>], errors: [ResponseRow<Model>], plugins changes: [PluginChange]
    ) where Failure == EndpointError<Model> {
        let table = ResponseTable(successes: values, failures: errors)
        self.box = box
        self.changes = changes
        receiver = BodyReceiver(table)
        rules = { table.rules }
        interpret = { outcome in
            switch outcome {
            case .success(let response): table.interpret(response)
            case .failure(let failure): .failure(EndpointError(failure))
            }
        }
    }

    /// The plan without what is derived from the rows and the plugins.
    var declared: RequestPlan {
        _read { yield box.plan }
    }

    /// What the endpoint asks for, before a client adds its base URL and plugins.
    public var plan: RequestPlan {
        var plan = declared
        plan.responses = rules()
        plan.plugins = changes.map(\.summary)
        plan.changes = RequestChange.changes(of: changes.compactMap(\.plugin), to: plan)
        return plan
    }
}

extension Endpoint {
    private init(
        _ other: Endpoint<some Sendable, some Error>,
        _ interpret: @escaping @Sendable (Result<HTTPResponse, CallFailure>) -> Result<Output, Failure>
    ) {
        box = other.box
        changes = other.changes
        receiver = other.receiver
        rules = other.rules
        self.interpret = interpret
    }

    /// The same endpoint with its value transformed.
    public func map<Other: Sendable>(
        _ transform: @escaping @Sendable (Output) -> Other
    ) -> Endpoint<Other, Failure> {
        let interpret = interpret
        return Endpoint<Other, Failure>(self) { interpret($0).map(transform) }
    }

    /// The same endpoint with its failure transformed, for instance to an error type of one's own.
    public func mapError<Other: Error>(
        _ transform: @escaping @Sendable (Failure) -> Other
    ) -> Endpoint<Output, Other> {
        let interpret = interpret
        return Endpoint<Output, Other>(self) { interpret($0).mapError(transform) }
    }
}

extension Endpoint: CustomReflectable {
    /// The plan: plugins may have secrets, and what prints a value by its parts must not walk into them.
    public var customMirror: Mirror { Mirror(self, children: ["plan": plan]) }
}
