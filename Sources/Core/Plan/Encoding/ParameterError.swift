/// Why a value cannot be written as parameters; it becomes a problem of the plan.
struct ParameterError: Error, Hashable, Sendable, CustomStringConvertible {
    enum Reason: Error, Hashable, Sendable {
        /// NaN or an infinity, as its text.
        case notFinite(String)
        /// A date whose year has not four digits, in seconds since 1970.
        case dateOutOfRange(secondsSince1970: String)
        /// A list or an object where one scalar is wanted; with its kind.
        case notScalar(String)
        /// An object in a style that cannot name members.
        case object
        /// A list whose elements are objects, in a style that has no names for them.
        case listOfObjects
        /// A list whose elements are lists, in a style that has no names for them.
        case listOfLists
        /// A scalar or a list to be spread over names that only an object has; with its kind.
        case notObject(String)
        /// A dictionary whose keys have no text.
        case dictionaryKey
        /// `encode(to:)` asked for two kinds of container or wrote two values into one place.
        case twoValues
        /// Deeper than the limit, which a cycle always is.
        case tooDeep(limit: Int)
        /// `encode(to:)` threw; with the description of its error.
        case failed(String)
    }

    /// The parameter's full name, such as `filter[price]`; empty for a value that is to be spread.
    let name: String
    let reason: Reason

    var description: String {
        name.isEmpty ? "the value \(reason.text)" : "\(name) \(reason.text)"
    }
}

extension ParameterError.Reason {
    /// The rest of a sentence that starts with the parameter's name.
    var text: String {
        switch self {
        case .notFinite(let value):
            "is \(value): send a finite number, or nil to leave it out"
        case .dateOutOfRange(let seconds):
            "is a date outside the years 0000 to 9999 (\(seconds) s since 1970): send it as a number or a string"
        case .notScalar(let kind):
            "is \(kind): give one string, number, boolean, date, UUID, URL or data"
        case .object:
            "is an object: use style .deepObject, .brackets or .indexed"
        case .listOfObjects:
            "is a list of objects: use style .indexed or .brackets"
        case .listOfLists:
            "is a list of lists: use style .indexed or .brackets"
        case .notObject(let kind):
            "is \(kind) and has no member names: give it a name, or spread an object"
        case .dictionaryKey:
            "is a dictionary whose keys are not scalars: use keys that encode as one string or number"
        case .twoValues:
            "encodes two values in one place: its encode(to:) must use one container"
        case .tooDeep(let limit):
            "is nested deeper than \(limit) levels: does it contain itself?"
        case .failed(let description):
            "does not encode: \(description)"
        }
    }
}
