extension Core {
    /// How to make this promise again; where it has its outcome for good, it is its own result.
    var recipe: Recipe {
        state.withLock { $0.recipe } ?? Recipe { self }
    }

    /// Remembers how it was made, unless there is nothing to try again already. A root, which captures no step, always does:
    /// a step that is added after it has its value, and fails, begins with it when it is tried again.
    func keep(_ recipe: Recipe, isRoot: Bool = false) {
        state.withLock { state in
            if let settlement = state.settlement, !isRoot, Self.isFinal(settlement) { return }
            state.recipe = recipe
            state.isRoot = isRoot
        }
    }
}
