extension HTTPRequest {
    /// Throws `.other` for a method or a field that would become something else on the wire: a plan has neither, but a plugin
    /// may make them. Fields that frame the message are not looked at, since transports write their own.
    package func checkSyntax() throws(TransportError) {
        guard ASCII.isToken(method.rawValue) else { throw Self.refusal("the method is not a token") }
        for field in fields where !field.name.framesMessage {
            let name = field.name.rawName
            guard ASCII.isToken(name) else { throw Self.refusal("a field's name is not a token") }
            guard ASCII.isFieldValue(field.value) else {
                throw Self.refusal("the value of the field \(name) holds a control character")
            }
        }
    }

    private static func refusal(_ words: String) -> TransportError {
        TransportError(.other, words, isSafeToRetry: true)
    }
}
