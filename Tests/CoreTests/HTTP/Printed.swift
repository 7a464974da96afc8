import Foundation

/// Everything that a value can put into a log: descriptions, `dump`, and whatever mirrors find inside.
enum Printed {
    static func everything(of value: Any) -> String {
        var dumped = ""
        dump(value, to: &dumped)
        var texts = ["\(value)", String(describing: value), String(reflecting: value), dumped]
        if let error = value as? any Error { texts.append(error.localizedDescription) }
        texts += children(of: value, depth: 0)
        return texts.joined(separator: "\n")
    }

    private static func children(of value: Any, depth: Int) -> [String] {
        guard depth < 12 else { return [] }
        return Mirror(reflecting: value).children.flatMap { child in
            ["\(child.label ?? "") \(child.value)", String(reflecting: child.value)]
                + children(of: child.value, depth: depth + 1)
        }
    }
}
