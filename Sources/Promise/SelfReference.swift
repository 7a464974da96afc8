/// A handler returned the promise that waits for it, which could never settle: Promises/A+ 2.3.1.
public struct SelfReference: Error, CustomStringConvertible {
    /// What is wrong, in a sentence.
    public var description: String { "a handler returned the promise that waits for it" }
}
