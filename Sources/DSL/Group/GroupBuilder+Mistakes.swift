public import ApusCore

// What must not stand in a group; how the messages get to their place is told in `EndpointBuilder+Mistakes`.

/// A method, a body or a `Decode` where endpoints share things.
public protocol OwnToEndpoint {}

extension GroupBuilder {
    /// Never called: a method, a body and a `Decode` are each endpoint's own.
    public static func buildPartialBlock(first: any OwnToEndpoint) -> Part {
        Part()
    }

    /// Never called: a method, a body and a `Decode` are each endpoint's own.
    public static func buildPartialBlock<Failure>(
        accumulated: Draft<NoMethod, HTTPResponse, Failure>, next: any OwnToEndpoint
    ) -> Draft<NoMethod, HTTPResponse, Failure> {
        accumulated
    }

    /// Never called: a group's error type can't depend on a condition.
    @available(*, unavailable, message: "move OnError out of the 'if': the group's error type depends on it")
    public static func buildOptional<Failure>(_ draft: Draft<NoMethod, HTTPResponse, Failure>?) -> Part {
        Part()
    }

    /// Never called: a group's error type can't depend on a condition.
    @available(*, unavailable, message: "move OnError out of the 'if': the group's error type depends on it")
    public static func buildEither<Failure>(first draft: Draft<NoMethod, HTTPResponse, Failure>) -> Part {
        Part()
    }

    /// Never called: a group's error type can't depend on a condition.
    @available(*, unavailable, message: "move OnError out of the 'if': the group's error type depends on it")
    public static func buildEither<Failure>(second draft: Draft<NoMethod, HTTPResponse, Failure>) -> Part {
        Part()
    }

    /// Never called: a group's error type can't depend on a loop.
    @available(*, unavailable, message: "move OnError out of the 'for': the group's error type depends on it")
    public static func buildArray<Failure>(_ drafts: [Draft<NoMethod, HTTPResponse, Failure>]) -> Part {
        Part()
    }
}

/// Unavailable on purpose: see ``OwnToEndpoint``.
@available(*, unavailable, message: "a group has no method, body or Decode of its own: declare them in each endpoint")
extension GET: OwnToEndpoint {}

/// Unavailable on purpose: see ``OwnToEndpoint``.
@available(*, unavailable, message: "a group has no method, body or Decode of its own: declare them in each endpoint")
extension HEAD: OwnToEndpoint {}

/// Unavailable on purpose: see ``OwnToEndpoint``.
@available(*, unavailable, message: "a group has no method, body or Decode of its own: declare them in each endpoint")
extension POST: OwnToEndpoint {}

/// Unavailable on purpose: see ``OwnToEndpoint``.
@available(*, unavailable, message: "a group has no method, body or Decode of its own: declare them in each endpoint")
extension PUT: OwnToEndpoint {}

/// Unavailable on purpose: see ``OwnToEndpoint``.
@available(*, unavailable, message: "a group has no method, body or Decode of its own: declare them in each endpoint")
extension PATCH: OwnToEndpoint {}

/// Unavailable on purpose: see ``OwnToEndpoint``.
@available(*, unavailable, message: "a group has no method, body or Decode of its own: declare them in each endpoint")
extension DELETE: OwnToEndpoint {}

/// Unavailable on purpose: see ``OwnToEndpoint``.
@available(*, unavailable, message: "a group has no method, body or Decode of its own: declare them in each endpoint")
extension OPTIONS: OwnToEndpoint {}

/// Unavailable on purpose: see ``OwnToEndpoint``.
@available(*, unavailable, message: "a group has no method, body or Decode of its own: declare them in each endpoint")
extension Method: OwnToEndpoint {}

/// Unavailable on purpose: see ``OwnToEndpoint``.
@available(*, unavailable, message: "a group has no method, body or Decode of its own: declare them in each endpoint")
extension Body: OwnToEndpoint {}

/// Unavailable on purpose: see ``OwnToEndpoint``.
@available(*, unavailable, message: "a group has no method, body or Decode of its own: declare them in each endpoint")
extension Decode: OwnToEndpoint {}

/// Unavailable on purpose: see ``OwnToEndpoint``.
@available(*, unavailable, message: "a group has no method, body or Decode of its own: declare them in each endpoint")
extension DecodeText: OwnToEndpoint {}

/// Unavailable on purpose: see ``OwnToEndpoint``.
@available(*, unavailable, message: "a group has no method, body or Decode of its own: declare them in each endpoint")
extension DecodeData: OwnToEndpoint {}

/// Unavailable on purpose: see ``OwnToEndpoint``.
@available(*, unavailable, message: "a group has no method, body or Decode of its own: declare them in each endpoint")
extension DecodeNothing: OwnToEndpoint {}

/// Unavailable on purpose: see ``OwnToEndpoint``.
@available(*, unavailable, message: "a group has no method, body or Decode of its own: declare them in each endpoint")
extension DecodeResponse: OwnToEndpoint {}

/// Unavailable on purpose: see ``OwnToEndpoint``.
@available(*, unavailable, message: "a group has no method, body or Decode of its own: declare them in each endpoint")
extension DecodeStream: OwnToEndpoint {}

/// Unavailable on purpose: see ``OwnToEndpoint``.
@available(*, unavailable, message: "a group has no method, body or Decode of its own: declare them in each endpoint")
extension DecodeFile: OwnToEndpoint {}
