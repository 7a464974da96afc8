/// A plan in a place of its own, shared until it is changed.
///
/// A plan has thirty words, most of them references: who keeps one, as an endpoint and each call of it does, would count
/// them all.
@usableFromInline
package struct PlanBox: Sendable {
    // An array of one element is a copy-on-write reference that the compiler knows to be Sendable.
    @usableFromInline var content: [RequestPlan]

    package init(_ plan: RequestPlan = RequestPlan()) {
        content = [plan]
    }

    // Inlinable, since the frame of an accessor that another module calls is allocated.
    @inlinable package var plan: RequestPlan {
        _read { yield content[0] }
        _modify { yield &content[0] }
    }
}

extension PlanBox {
    /// Adds the media types that the rows read.
    @inlinable
    package mutating func accept<Output, Model>(_ values: [ResponseRow<Output>], _ errors: [ResponseRow<Model>]) {
        // Where no success asks for a type, it must not be narrowed to what the errors are written in.
        guard values.contains(where: { $0.accept != nil }) else { return }
        for row in values { accept(row.accept) }
        for row in errors { accept(row.accept) }
    }

    @usableFromInline
    mutating func accept(_ type: MediaType?) {
        plan.accept(type)
    }
}
