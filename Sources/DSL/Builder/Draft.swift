public import ApusCore

/// A declaration on its way to becoming an endpoint; the builder's own, and never written by hand.
///
/// Its types say what has been declared: whether there is a method and whether it has a body, what a success gives,
/// and what failures are.
///
/// What is generic in these types is inlinable, here and in the builder: where the compiler knows them, a declaration
/// takes half of the time that it takes where the types are looked up while the program runs.
public struct Draft<Method, Output: Sendable, Failure: DeclaredFailure> {
    @usableFromInline let contents: DraftContents
    @usableFromInline var values: [ResponseRow<Output>]
    @usableFromInline var errors: [ResponseRow<Failure.Model>]

    @inlinable
    init() {
        contents = DraftContents()
        values = []
        errors = []
    }

    init(_ component: some EndpointComponent) {
        self.init()
        add(component)
    }

    /// The same declaration with other types: what only types know is not stored.
    @inlinable
    init<OtherMethod>(_ other: Draft<OtherMethod, Output, Failure>) {
        contents = other.contents
        values = other.values
        errors = other.errors
    }

    /// The first success of a declaration. Types can't tell `DecodeResponse` from no `Decode`: it is a problem of the plan.
    @inlinable
    init(_ other: Draft<Method, HTTPResponse, Failure>, values rows: [ResponseRow<Output>]) {
        if !other.values.isEmpty { other.reportSecondDecode() }
        contents = other.contents
        errors = other.errors
        let order = other.nextOrder
        // Rows are made with the number 0.
        values = order == 0 ? rows : rows.map { Self.numbered($0, order) }
    }

    /// The first error of a declaration: before it there were no rows, so none is lost with the type.
    @inlinable
    init<Model>(
        _ other: Draft<Method, Output, EndpointError<Never>>, error row: ResponseRow<Model>
    ) where Failure == EndpointError<Model> {
        contents = other.contents
        values = other.values
        errors = [Self.numbered(row, other.nextOrder)]
    }

    /// A declaration without an error of its own, which gets the group's.
    @inlinable
    init<Model>(inheriting other: Draft<Method, Output, EndpointError<Never>>) where Failure == EndpointError<Model> {
        contents = other.contents
        values = other.values
        errors = []
    }

    /// The same declaration with more successes.
    @inlinable
    func adding(_ rows: [ResponseRow<Output>]) -> Draft {
        var draft = self
        draft.values += rows.map { Self.numbered($0, nextOrder) }
        return draft
    }

    /// The same declaration with one more error.
    @inlinable
    func adding(_ row: ResponseRow<Failure.Model>) -> Draft {
        var draft = self
        draft.errors.append(Self.numbered(row, nextOrder))
        return draft
    }

    @inlinable var nextOrder: Int { values.count + errors.count }

    var plan: RequestPlan { contents.box.plan }
    @usableFromInline var changes: [PluginChange] { contents.changes }

    func add(_ component: some EndpointComponent) {
        component.declare(in: &contents.box.plan)
    }

    func add(_ component: some BodyComponent) {
        component.declare(in: &contents.box.plan)
    }

    func add(_ component: some PluginComponent) {
        contents.changes.append(component.change)
    }

    /// Takes over what an `if`, a `switch` or a `for` declared.
    func join(_ inner: Draft<NoMethod, HTTPResponse, EndpointError<Never>>) {
        contents.box.plan.join(inner.plan)
        contents.changes += inner.changes
    }

    @usableFromInline
    func setMethod(_ component: some MethodComponent) {
        let path = component.path
        contents.box.plan.method = component.method
        contents.box.plan.path = PlanProblem.storable(path: path.text)
        let earlier = contents.box.plan.pathValues
        contents.box.plan.pathValues = earlier.isEmpty ? path.values : path.values + earlier
    }

    /// The plan for an endpoint, with the media types of the rows.
    @inlinable
    func box(accepting values: [ResponseRow<Output>]) -> PlanBox {
        contents.box.accept(values, errors)
        return contents.box
    }

    @usableFromInline
    func reportSecondDecode() {
        contents.box.plan.report(.secondDecode)
    }

    @usableFromInline
    static func numbered<Value>(_ row: ResponseRow<Value>, _ order: Int) -> ResponseRow<Value> {
        row.numbered(order)
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
