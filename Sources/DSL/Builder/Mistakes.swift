// The messages of the mistakes that ``EndpointBuilder`` finds, one for each marker and component.

/// Unavailable on purpose: see ``SecondMethod``.
@available(*, unavailable, message: "an endpoint has one method, and this is the second: remove one")
extension GET: SecondMethod {}

/// Unavailable on purpose: see ``SecondMethod``.
@available(*, unavailable, message: "an endpoint has one method, and this is the second: remove one")
extension HEAD: SecondMethod {}

/// Unavailable on purpose: see ``SecondMethod``.
@available(*, unavailable, message: "an endpoint has one method, and this is the second: remove one")
extension POST: SecondMethod {}

/// Unavailable on purpose: see ``SecondMethod``.
@available(*, unavailable, message: "an endpoint has one method, and this is the second: remove one")
extension PUT: SecondMethod {}

/// Unavailable on purpose: see ``SecondMethod``.
@available(*, unavailable, message: "an endpoint has one method, and this is the second: remove one")
extension PATCH: SecondMethod {}

/// Unavailable on purpose: see ``SecondMethod``.
@available(*, unavailable, message: "an endpoint has one method, and this is the second: remove one")
extension DELETE: SecondMethod {}

/// Unavailable on purpose: see ``SecondMethod``.
@available(*, unavailable, message: "an endpoint has one method, and this is the second: remove one")
extension OPTIONS: SecondMethod {}

/// Unavailable on purpose: see ``SecondMethod``.
@available(*, unavailable, message: "an endpoint has one method, and this is the second: remove one")
extension Method: SecondMethod {}

/// Unavailable on purpose: see ``BodyWithoutContent``.
@available(*, unavailable, message: "GET and HEAD have no body: use POST, PUT or PATCH, or send the value as Query")
extension Body: BodyWithoutContent {}

/// Unavailable on purpose: see ``SecondDecode``.
@available(
    *, unavailable,
    message: "an endpoint has one Decode: give each its statuses and one type, Decode(201, T.self, as: …)"
)
extension Decode: SecondDecode {}

/// Unavailable on purpose: see ``SecondDecode``.
@available(
    *, unavailable,
    message: "an endpoint has one Decode: give each its statuses and one type, Decode(201, T.self, as: …)"
)
extension DecodeText: SecondDecode {}

/// Unavailable on purpose: see ``SecondDecode``.
@available(
    *, unavailable,
    message: "an endpoint has one Decode: give each its statuses and one type, Decode(201, T.self, as: …)"
)
extension DecodeData: SecondDecode {}

/// Unavailable on purpose: see ``SecondDecode``.
@available(
    *, unavailable,
    message: "an endpoint has one Decode: give each its statuses and one type, Decode(201, T.self, as: …)"
)
extension DecodeNothing: SecondDecode {}

/// Unavailable on purpose: see ``SecondDecode``.
@available(
    *, unavailable,
    message: "an endpoint has one Decode: give each its statuses and one type, Decode(201, T.self, as: …)"
)
extension DecodeResponse: SecondDecode {}

/// Unavailable on purpose: see ``SecondDecode``.
@available(
    *, unavailable,
    message: "an endpoint has one Decode: give each its statuses and one type, Decode(201, T.self, as: …)"
)
extension DecodeStream: SecondDecode {}

/// Unavailable on purpose: see ``SecondDecode``.
@available(
    *, unavailable,
    message: "an endpoint has one Decode: give each its statuses and one type, Decode(201, T.self, as: …)"
)
extension DecodeFile: SecondDecode {}

/// Unavailable on purpose: see ``SecondErrorType``.
@available(
    *, unavailable, message: "the OnErrors of an endpoint have one type: map each to it, OnError(404, T.self, as: …)"
)
extension OnError: SecondErrorType {}
