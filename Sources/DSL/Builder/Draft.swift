public import ApusCore

/// A declaration on its way to becoming an endpoint; the builder's own, and never written by hand.
///
/// Its types say what has been declared: whether there is a method and whether it has a body, what a success gives,
/// and what failures are.
public struct Draft<Method, Output: Sendable, Failure: DeclaredFailure>: Sendable {
    var plan = RequestPlan()
    var values: [ResponseRow<Output>] = []
    var errors: [ResponseRow<Failure.Model>] = []
    var changes: [PluginChange] = []

    init() {}

    init(_ component: some EndpointComponent) {
        component.declare(in: &plan)
    }

    /// The same declaration with other types: what only types know is not stored.
    init<OtherMethod>(_ other: consuming Draft<OtherMethod, Output, Failure>) {
        plan = other.plan
        values = other.values
        errors = other.errors
        changes = other.changes
    }

    /// The first success of a declaration. Types can't tell `DecodeResponse` from no `Decode`: it is a problem of the plan.
    init(_ other: consuming Draft<Method, HTTPResponse, Failure>, values rows: [ResponseRow<Output>]) {
        let order = other.nextOrder
        if !other.values.isEmpty { other.plan.report(.secondDecode) }
        plan = other.plan
        errors = other.errors
        changes = other.changes
        values = rows.map { $0.numbered(order) }
    }

    /// The first error of a declaration: before it there were no rows, so none is lost with the type.
    init<Model>(
        _ other: Draft<Method, Output, EndpointError<Never>>, error row: ResponseRow<Model>
    ) where Failure == EndpointError<Model> {
        plan = other.plan
        values = other.values
        changes = other.changes
        errors = [row.numbered(other.nextOrder)]
    }

    var nextOrder: Int { values.count + errors.count }

    mutating func setMethod(_ component: some MethodComponent) {
        plan.method = component.method
        plan.path = PlanProblem.storable(path: component.path.text)
        plan.pathValues = component.path.values + plan.pathValues
    }

    /// Takes over what an `if`, a `switch` or a `for` declared.
    mutating func join(_ inner: Draft<NoMethod, HTTPResponse, EndpointError<Never>>) {
        plan.join(inner.plan)
        changes += inner.changes
    }
}

/// The failure types that a declaration can have: `EndpointError` of some model.
public protocol DeclaredFailure: Error {
    /// The declared error model.
    associatedtype Model: Sendable
}

extension EndpointError: DeclaredFailure {}

/// The state of a declaration whose method is not there yet.
public enum NoMethod {}
/// The state of a declaration that has its method.
public protocol DeclaredMethod {}
/// The state of a declaration whose method has no body: GET and HEAD.
public enum WithoutBody: DeclaredMethod {}
/// The state of a declaration whose method may have a body.
public enum WithBody: DeclaredMethod {}
