/// How a list or an object becomes query items or form fields.
///
/// A scalar is `name=value` in every style; `nil`, an empty list and an empty object are left out, and so are the nil
/// elements of a list. Names and values are percent-encoded when the URL is written (RFC 3986 §2.1), brackets in names
/// included; the examples below show them decoded.
///
/// Four styles are those of the OpenAPI Specification 3.1, §4.8.12 Parameter Object, "Style Values"; their OpenAPI
/// names stand with the cases. `brackets` and `indexed` are conventions of servers and are not part of it.
public enum ParameterStyle: String, Sendable, Codable, CaseIterable {
    /// The name is repeated for each element: `tag=a&tag=b`. An object is an error.
    ///
    /// OpenAPI: `form` with `explode: true`, the default of query parameters.
    case repeated

    /// One item with a comma between the elements: `tag=a,b`. An object is an error.
    ///
    /// A comma inside an element is `%2C`. OpenAPI: `form` with `explode: false`.
    case comma

    /// One item with a space, written `%20`, between the elements: `tag=a%20b`. An object is an error.
    ///
    /// OpenAPI: `spaceDelimited` with `explode: false`. A space inside an element looks like a delimiter to the server.
    case space

    /// One item with a `|`, written `%7C`, between the elements: `tag=a%7Cb`. An object is an error.
    ///
    /// OpenAPI: `pipeDelimited` with `explode: false`. A `|` inside an element looks like a delimiter to the server.
    case pipe

    /// Empty brackets for each element, a name in brackets for each member: `tag[]=a&tag[]=b`, `filter[x]=1`.
    ///
    /// A list of objects is `tag[][x]=1`. The convention of PHP and Rails; not in OpenAPI.
    case brackets

    /// A position in brackets for each element, a name in brackets for each member: `tag[0]=a&tag[1]=b`, `filter[x]=1`.
    ///
    /// A list of objects is `tag[0][x]=1`. Positions count what is sent, so they have no gaps. Not in OpenAPI.
    case indexed

    /// A name in brackets for each member: `filter[x]=1`, nested `filter[x][y]=1`. A list of objects is an error.
    ///
    /// A list repeats its name: `filter[tags]=a&filter[tags]=b`. OpenAPI: `deepObject` with `explode: true`, which
    /// leaves nested objects and lists undefined; this is what its common implementations do.
    case deepObject
}

extension ParameterStyle {
    /// What stands between the elements of a list; nil in the styles that give each element its own item.
    var delimiter: Parameter.Delimiter? {
        switch self {
        case .comma: .comma
        case .space: .space
        case .pipe: .pipe
        case .repeated, .brackets, .indexed, .deepObject: nil
        }
    }

    /// Whether the style can name the members of an object.
    var namesMembers: Bool {
        switch self {
        case .brackets, .indexed, .deepObject: true
        case .repeated, .comma, .space, .pipe: false
        }
    }

    /// The full name of a list's element.
    func name(_ list: String, element index: Int) -> String {
        switch self {
        case .brackets: list + "[]"
        case .indexed: list + "[" + index.description + "]"
        case .repeated, .comma, .space, .pipe, .deepObject: list
        }
    }

    /// The full name of an object's member.
    func name(_ object: String, member: String) -> String {
        object + "[" + member + "]"
    }
}
