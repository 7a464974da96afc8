"""What is run and how its figures are read: the programs of this package, the curl command, Scripts and SwiftPM."""

import json
import pathlib
import re
import resource
import shutil
import subprocess
import tempfile
import time

PACKAGE = pathlib.Path(__file__).parent.parent
ROOT = PACKAGE.parent
BUILT = PACKAGE / ".build" / "release"


def output(command, **options):
    """What the command prints; ends all of this where it fails, with what it said."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
    if done.returncode != 0:
        raise SystemExit(f"bench: {' '.join(map(str, command))} failed ({done.returncode})\n{done.stdout}{done.stderr}")
    return done


def program(name, *arguments):
    """The figures that a program of this package prints."""
    return json.loads(output([BUILT / name, *arguments]).stdout)


def timed(command):
    """What a command prints, and what its whole process took."""
    done = output([BUILT / "Stopwatch", *command])
    return done.stdout, json.loads(done.stderr.splitlines()[-1])


def transfer(way, server, *arguments):
    """A large body by Apus."""
    printed, process = timed([BUILT / "Benchmark", "transfer", way, server.http, *arguments])
    return json.loads(printed) | {"cpu_s": process["cpu_seconds"], "peak_mib": process["peak_mib"]}


def curl(server, path, *options, mib):
    """A large body by the curl command."""
    command = ["curl", "-q", "--silent", "--fail", "--write-out", "%{time_total}"]
    seconds, process = timed([*command, *options, server.http + path])
    rate = mib / float(seconds)
    return {"mib_per_second": rate, "cpu_s": process["cpu_seconds"], "peak_mib": process["peak_mib"]}


def start_up(command, times=10):
    """A short-lived process, the median of several."""
    runs = sorted((timed(command)[1] for _ in range(times)), key=lambda run: run["seconds"])
    middle = runs[len(runs) // 2]
    return {"ms": middle["seconds"] * 1e3, "cpu_ms": middle["cpu_seconds"] * 1e3, "peak_mib": middle["peak_mib"]}


def typecheck(*arguments):
    """Seconds of the processor that Scripts/typecheck-time tells."""
    printed = output([ROOT / "Scripts" / "typecheck-time", *arguments]).stdout
    return {"s": float(re.search(r"in ([\d.]+) s", printed)[1])}


def clean_build():
    """A release build of `import Apus` and what it needs, from nothing."""
    with tempfile.TemporaryDirectory() as scratch:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        start = time.monotonic()
        output(["swift", "build", "-c", "release", "--target", "Apus", "--scratch-path", scratch], cwd=ROOT)
        seconds = time.monotonic() - start
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = (after.ru_utime - before.ru_utime) + (after.ru_stime - before.ru_stime)
    return {"s": seconds, "cpu_s": used}


def demo_size(*traits):
    """The demo, with Swift's libraries in it and without symbols."""
    scratch = PACKAGE / ".build" / "-".join(["demo", *traits])
    options = ["-c", "release", "--product", "Demo", "--static-swift-stdlib", "--scratch-path", scratch, *traits]
    output(["swift", "build", *options], cwd=ROOT)
    with tempfile.NamedTemporaryFile() as stripped:
        shutil.copyfile(scratch / "release" / "Demo", stripped.name)
        output(["strip", stripped.name])
        return {"mib": pathlib.Path(stripped.name).stat().st_size / 1024 / 1024}
