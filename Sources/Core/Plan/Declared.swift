/// What a component has to declare: a value for the plan, or what is wrong with what it was given.
package enum Declared<Value: Sendable>: Sendable {
    case value(Value)
    case problem(PlanProblem)
}

extension Declared<String?> {
    /// The text of a scalar, nil for nil.
    package static func text(_ name: String, _ value: some Encodable, for part: PlanProblem.Part) -> Declared {
        do throws(ParameterError) {
            return .value(try ScalarText.text(of: value, name: name))
        } catch {
            return .problem(.parameter(part, error))
        }
    }
}

extension Parameter {
    /// The item of a value whose type is known for a scalar's, as most are, without the list that others need; else nil.
    package static func scalar(_ name: String, _ value: some Encodable) -> Parameter? {
        guard let text = try? ScalarText.known(value) else { return nil }
        return Parameter(name, .text(text))
    }
}

extension Declared<[Parameter]> {
    /// The items of a value under a name.
    package static func items(_ name: String, _ value: some Encodable, style: ParameterStyle) -> Declared {
        do throws(ParameterError) {
            return .value(try KeyValueEncoder.encode(value, name: name, style: style))
        } catch {
            return .problem(.parameter(.query, error))
        }
    }

    /// The items of a value's members, for the part of the plan that they are to go to.
    package static func items(
        spreading value: some Encodable, style: ParameterStyle, for part: PlanProblem.Part
    ) -> Declared {
        do throws(ParameterError) {
            return .value(try KeyValueEncoder.encodeSpread(value, style: style))
        } catch {
            return .problem(.parameter(part, error))
        }
    }
}
