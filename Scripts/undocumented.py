"""Prints the public symbols without a doc comment in the folder of symbol graphs given; exits 1 if there is one.

A comment inherited from a protocol of these modules counts. One inherited from elsewhere does not, but for the
members below, which mean the same on every type.
"""

import json
import pathlib
import sys
import urllib.parse

SAME_ON_EVERY_TYPE = {
    "==(_:_:)", "!=(_:_:)", "<(_:_:)", "<=(_:_:)", ">(_:_:)", ">=(_:_:)",
    "hash(into:)", "hashValue", "encode(to:)", "init(from:)", "rawValue", "init(rawValue:)",
    "init(stringLiteral:)", "init(integerLiteral:)", "init(floatLiteral:)", "init(booleanLiteral:)",
    "init(nilLiteral:)", "init(arrayLiteral:)", "init(dictionaryLiteral:)",
    "init(unicodeScalarLiteral:)", "init(extendedGraphemeClusterLiteral:)",
    "init(stringInterpolation:)", "makeAsyncIterator()", "makeIterator()", "allCases", "id",
    "AllCases", "RawValue", "ID", "Element", "AsyncIterator", "Iterator", "Failure", "ArrayLiteralElement",
    "StringLiteralType", "IntegerLiteralType", "ExtendedGraphemeClusterLiteralType", "UnicodeScalarLiteralType",
}


def is_documented(symbol, modules):
    comment = symbol.get("docComment")
    if comment and any(line["text"].strip() for line in comment["lines"]):
        if comment.get("module", symbol["module"]) in modules:
            return True
    return symbol["pathComponents"][-1] in SAME_ON_EVERY_TYPE


def place(symbol):
    location = symbol.get("location")
    if not location:
        return symbol["module"]
    path = pathlib.Path(urllib.parse.unquote(urllib.parse.urlparse(location["uri"]).path))
    if path.is_relative_to(pathlib.Path.cwd()):
        path = path.relative_to(pathlib.Path.cwd())
    return f"{path}:{location['position']['line'] + 1}"


def main(folder):
    graphs = [json.loads(path.read_text()) for path in sorted(pathlib.Path(folder).glob("*.symbols.json"))]
    modules = {graph["module"]["name"] for graph in graphs}
    symbols = {}
    for graph in graphs:
        for symbol in graph["symbols"]:
            symbol["module"] = graph["module"]["name"]
            symbols.setdefault(symbol["identifier"]["precise"], symbol)
    bare = [
        f"{place(symbol)}: {symbol['kind']['displayName'].lower()} {'.'.join(symbol['pathComponents'])}"
        for precise, symbol in symbols.items()
        if "::SYNTHESIZED::" not in precise and not is_documented(symbol, modules)
    ]
    for line in sorted(bare):
        print(line)
    print(f"{len(symbols)} public symbols, {len(bare)} without a doc comment")
    return 1 if bare else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
