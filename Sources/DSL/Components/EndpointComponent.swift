public import ApusCore

/// A part of a declaration that changes the plan: queries, fields, names, and components of one's own.
///
/// Write one where several endpoints say the same thing in more than one line. Change the plan, or report a problem,
/// which every call then throws before anything is sent. The method, `Decode`, `OnError` and `Use` are not of this kind,
/// since they take part in the endpoint's type or behaviour; use an `EndpointGroup` to share those.
///
///     struct Paged: EndpointComponent {
///         let page: Int
///         func declare(in plan: inout RequestPlan) {
///             Query("page", page).declare(in: &plan)
///             if page < 1 { plan.report(PlanProblem(.query, name: "page", reason: "pages count from 1")) }
///         }
///     }
public protocol EndpointComponent: DeclarationPart {
    /// Writes the component into the plan. Components are asked in declared order.
    func declare(in plan: inout RequestPlan)
}
