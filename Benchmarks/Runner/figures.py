"""What is measured: the figures, each with its cases and the columns of its table."""

import dataclasses
import typing

import programs
import server

LARGE = server.LARGE // 1024 // 1024


@dataclasses.dataclass
class Case:
    """One program under one setting."""

    setting: str
    program: str
    measure: typing.Callable[[], dict]
    # The others of the same setting are compared with it.
    is_reference: bool = False


@dataclasses.dataclass
class Figure:
    number: int
    title: str
    # The measures, with the words above them and their decimals.
    columns: dict
    cases: list
    # In how many rounds it is measured, and in how many with --quick; 0 leaves it out.
    rounds: int
    quick_rounds: int


LOAD = {
    "rate": ("req/s", 0),
    "cpu_us": ("CPU µs/req", 1),
    "p50_us": ("p50 µs", 0),
    "p99_us": ("p99 µs", 0),
    "peak_mib": ("peak MiB", 1),
    "grown_mib": ("grown MiB", 1),
}
TRANSFER = {
    "mib_per_second": ("MiB/s", 0),
    "cpu_s": ("CPU s", 2),
    "peak_mib": ("peak MiB", 1),
    "grown_mib": ("grown MiB", 1),
}


def all_figures(nginx, seconds):
    """Seconds is how long each measurement of a rate takes."""
    return [
        throughput(nginx, seconds),
        wire(),
        transfers(nginx),
        http2(nginx, seconds),
        start_up(nginx),
        sizes(),
        type_checking(),
        building(),
        adapters(),
        plugins(nginx, seconds),
    ]


def throughput(nginx, seconds):
    def c(at_once):
        return lambda: programs.program("CurlMulti", f"{nginx.http}/company.json", at_once, seconds)

    def swift(caller, at_once):
        return lambda: programs.program("Benchmark", "throughput", caller, nginx.http, at_once, seconds)

    cases = []
    for at_once in (1, 16, 64, 256, 1000):
        setting = f"{at_once} at once"
        cases += [
            Case(setting, "C over curl_multi, not decoded", c(at_once), is_reference=True),
            Case(setting, "Apus on curl", swift("apus-curl", at_once)),
            Case(setting, "Apus on URLSession", swift("apus-urlsession", at_once)),
            Case(setting, "URLSession by hand", swift("urlsession", at_once)),
        ]
    return Figure(1, "GET of 176 bytes over HTTP/1.1, decoded to Corporation", LOAD, cases, rounds=5, quick_rounds=2)


def wire():
    def way(name):
        return lambda: programs.program("Benchmark", "wire", name)

    cases = [
        Case("", "URLComponents and URLRequest by hand", way("by-hand"), is_reference=True),
        Case("", "Apus: Endpoint { … }", way("declaration")),
        Case("", "Apus: … and client.plan(for:).request()", way("request")),
        Case("", "Apus: … and a call, answered at once", way("call")),
    ]
    columns = {"ns": ("ns", 0), "allocations": ("allocations", 0)}
    title = "From declaration to request: one path value, three query items, two fields, a bearer token"
    return Figure(2, title, columns, cases, rounds=7, quick_rounds=2)


def transfers(nginx):
    file = nginx.large_file

    def curl(*options):
        return lambda: programs.curl(nginx, *options, mib=LARGE)

    def apus(way, *arguments):
        return lambda: programs.transfer(way, nginx, *arguments)

    saved = str(file) + ".saved"
    cases = [
        Case("down", "curl, to nothing", curl("/zeros.bin", "-o", "/dev/null"), is_reference=True),
        Case("down", "Apus, to nothing", apus("discard", "/zeros.bin")),
        Case("down", "Apus, into memory", apus("collect", "/zeros.bin")),
        Case("into a file", "curl", curl("/zeros.bin", "-o", saved), is_reference=True),
        Case("into a file", "Apus", apus("save", "/zeros.bin", saved)),
        Case("5 ms a chunk", "Apus, to nothing", apus("dawdle", "/zeros.bin"), is_reference=True),
        Case("up", "curl, from a file", curl("/swallow", "-T", file), is_reference=True),
        Case("up", "Apus, from a file", apus("upload", "/swallow", file)),
    ]
    return Figure(3, "One body of 512 MiB", TRANSFER, cases, rounds=7, quick_rounds=2)


def http2(nginx, seconds):
    def counting_connections(*command):
        def measure():
            before = nginx.connections
            measured = programs.program(*command, "64", seconds, nginx.certificates)
            return measured | {"connections": nginx.connections - before - 1}

        return measure

    setting = "64 at once"
    c = counting_connections("CurlMulti", f"{nginx.https}/company.json")
    apus = counting_connections("Benchmark", "throughput", "apus-curl", nginx.https)
    cases = [
        Case(setting, "C over curl_multi, not decoded", c, is_reference=True),
        Case(setting, "Apus on curl", apus),
    ]
    columns = LOAD | {"connections": ("connections", 0)}
    return Figure(4, "The same over HTTP/2 and TLS", columns, cases, rounds=7, quick_rounds=2)


def start_up(nginx):
    curl = ["curl", "-q", "--silent", f"{nginx.http}/company.json"]
    cases = [
        Case("", "curl", lambda: programs.start_up(curl), is_reference=True),
        Case("", "Apus", lambda: programs.start_up([programs.BUILT / "Startup", nginx.http])),
    ]
    columns = {"ms": ("ms", 1), "cpu_ms": ("CPU ms", 1), "peak_mib": ("peak MiB", 1)}
    title = "A process from its start to its end, with one answer in it"
    return Figure(5, title, columns, cases, rounds=7, quick_rounds=2)


def sizes():
    cases = [
        Case("", "with URLSession", lambda: programs.demo_size("--disable-default-traits"), is_reference=True),
        Case("", "with libcurl", lambda: programs.demo_size()),
    ]
    title = "Size of the demo, release, with Swift's libraries in it, stripped"
    return Figure(5, title, {"mib": ("MiB", 1)}, cases, rounds=1, quick_rounds=0)


def type_checking():
    cases = [
        Case("", "500 URLRequests by hand", lambda: programs.typecheck("--by-hand"), is_reference=True),
        Case("", "500 endpoints", lambda: programs.typecheck("60")),
    ]
    return Figure(6, "Type-checking without optimization", {"s": ("CPU s", 2)}, cases, rounds=3, quick_rounds=0)


def building():
    columns = {"s": ("s", 1), "cpu_s": ("CPU s", 1)}
    cases = [Case("", "import Apus", programs.clean_build)]
    return Figure(7, "A release build from nothing", columns, cases, rounds=1, quick_rounds=0)


def in_turn(columns, *arguments):
    """What is compared runs in one process: the first case to ask has it run, and each takes its own figures."""
    printed = {}

    def way(name):
        def measure():
            if f"{name}_{next(iter(columns))}" not in printed:
                printed.update(programs.program("Benchmark", *arguments))
            return {column: printed.pop(f"{name}_{column}") for column in columns}

        return measure

    return way


def plugins(nginx, seconds):
    columns = {"us": ("µs/req", 2), "cpu_us": ("CPU µs/req", 2)}
    cases = []
    for at_once in (1, 64):
        way = in_turn(columns, "plugins", nginx.http, at_once, seconds)
        setting = f"{at_once} at once"
        cases += [
            Case(setting, "without plugins", way("none"), is_reference=True),
            Case(setting, "through eight that hand on", way("eight")),
        ]
    return Figure(9, "The GET of figure 1 through plugins that do nothing", columns, cases, rounds=7, quick_rounds=2)


def adapters():
    columns = {"ns": ("ns", 1), "cpu_ns": ("CPU ns", 1), "allocations": ("allocations", 2)}
    values = in_turn(columns, "adapters", "values")
    links = in_turn(columns, "adapters", "links")
    of_values, of_links = "1,000,000 values", "100,000 links"
    cases = [
        Case(of_values, "AsyncStream", values("stream"), is_reference=True),
        Case(of_values, "Apus: from, map, filter, observe(on:)", values("apus")),
        Case(of_values, "a loop", values("loop")),
        Case(of_links, "AsyncStream", links("stream"), is_reference=True),
        Case(of_links, "Apus: a promise, map for each link", links("apus")),
        Case(of_links, "a loop", links("loop")),
    ]
    title = "The adapters, for each value or link"
    return Figure(8, title, columns, cases, rounds=3, quick_rounds=1)
