"""Checks the rules of the source that no compiler checks. Each is one line of the lists below."""

import pathlib
import re
import subprocess
import sys

# folder: the modules that it may import. Foundation may stand as the fallback of FoundationEssentials anywhere.
IMPORTS = {
    "Sources/Locking": "Synchronization",
    "Sources/Core": "FoundationEssentials Dispatch Locking Glibc Musl Darwin os",
    "Sources/DSL": "FoundationEssentials ApusCore",
    "Sources/URLSessionTransport": "FoundationEssentials Foundation FoundationNetworking Dispatch Locking ApusCore",
    "Sources/CurlTransport": "FoundationEssentials Locking ApusCore CCurl",
    "Sources/Promise": "FoundationEssentials Dispatch Locking ApusCore",
    "Sources/Observable": "FoundationEssentials Dispatch Locking ApusCore Combine",
    "Sources/Testing": "FoundationEssentials Dispatch Locking ApusCore ApusDSL LoopbackServer",
}
# pattern, the files where it may not match, and what to do; a line that is only a comment is not looked at.
NOT_A_TRAP = "nothing traps: throw, or record a problem in the plan"
FORBIDDEN = [
    (r"\btry!", "Sources/(Core|DSL|Promise|Observable)/", NOT_A_TRAP),
    (r"\bas!", "Sources/(Core|DSL|Promise|Observable)/", NOT_A_TRAP),
    (r"\bfatalError\(", "Sources/(Core|DSL|Promise|Observable)/", NOT_A_TRAP),
    (r"@unchecked Sendable", "Sources/(Core|DSL|Promise|Observable)/", "put the state into a Mutex"),
    (r"\bimport FoundationNetworking", "Sources/(?!URLSessionTransport/)", "only URLSessionTransport may"),
    (r"\bimport Synchronization", "(Sources|Tests)/(?!Locking/)", "import Locking: its Mutex is one that the thread sanitizer sees"),
    (r"\bimport (Glibc|Musl|Darwin)", "Sources/Core/(?!Response/PartialFile)", "only PartialFile may"),
    (r"\bimport CCurl", "Sources/(?!CurlTransport/)", "only CurlTransport may"),
]
MACHINE_PATHS = r"(?<![\w.])/(root|tmp|opt|work|Users/\w+)/"  # in any file, this one apart
LONGEST_FILE = 400  # lines, in Sources

IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?"
    r"import\s+(?:(?:struct|class|enum|actor|protocol|typealias|func|let|var)\s+)?(\w+)"
)


def imports(path, lines):
    folder = "/".join(path.split("/")[:2])
    if folder not in IMPORTS:
        return
    for index, line in enumerate(lines):
        match = IMPORT.match(line)
        if not match or match[1] in IMPORTS[folder].split():
            continue
        before = [text.strip() for text in lines[max(0, index - 3) : index]]
        is_fallback = before[:1] == ["#if canImport(FoundationEssentials)"] and before[2:] == ["#else"]
        if not (match[1] == "Foundation" and is_fallback):
            yield index + 1, f"{folder} may not import {match[1]} (see Scripts/rules.py)"


def problems(path, lines):
    if path.endswith(".swift"):
        yield from imports(path, lines)
        for pattern, files, advice in FORBIDDEN:
            for index, line in enumerate(lines):
                if re.match(files, path) and not line.lstrip().startswith("//") and re.search(pattern, line):
                    yield index + 1, f"{re.search(pattern, line)[0].strip()}: {advice}"
    if path.startswith("Sources/") and len(lines) > LONGEST_FILE:
        yield LONGEST_FILE + 1, f"longer than {LONGEST_FILE} lines: look for the second concept"
    for index, line in enumerate(lines):
        if match := re.search(MACHINE_PATHS, line):
            yield index + 1, f"{match[0]}: a path of one machine"


def main():
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    count = 0
    for path in sorted(set(subprocess.check_output(listed, text=True).split("\0"))):
        file = pathlib.Path(path)
        if not file.is_file() or path == "Scripts/rules.py":
            continue
        for line, message in sorted(problems(path, file.read_text(errors="replace").splitlines())):
            print(f"{path}:{line}: {message}")
            count += 1
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
