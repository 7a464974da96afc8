"""Runs the benchmarks: see Scripts/bench. The programs have been built."""

import argparse
import os
import signal
import sys

import figures
import report
import server


def main():
    parser = argparse.ArgumentParser(prog="Scripts/bench", description="Measures Apus beside its references.")
    parser.add_argument("--quick", action="store_true", help="fewer and shorter rounds, without figures 6 and 7")
    parser.add_argument("--json", metavar="FILE", help="writes each row as a line of JSON as well")
    parser.add_argument("--figure", metavar="N", type=int, action="append", help="only this one; may be given again")
    options = parser.parse_args()
    for number in (signal.SIGTERM, signal.SIGHUP):  # so that nginx is stopped then, too
        signal.signal(number, lambda number, _: sys.exit(128 + number))
    for name in [name for name in os.environ if name.lower().endswith("_proxy")]:  # nothing leaves this machine
        del os.environ[name]

    with server.Server() as nginx:
        chosen = figures.all_figures(nginx, seconds=0.25 if options.quick else 1.5)
        if options.figure:
            chosen = [figure for figure in chosen if figure.number in options.figure]
        samples = measure(chosen, options.quick)
    lines = []
    for figure, cases in samples:
        rows = list(report.rows(figure, cases))
        lines += [report.json_line(row) + "\n" for row in rows]
        print(report.table(figure, rows) + "\n")
    if options.quick:
        print("--quick: figures 6 and 7 and the demo's size are left out, and few rounds were run.")
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            file.writelines(lines)


def measure(chosen, is_quick):
    """The samples of each figure, by case. What is compared is measured in turn, so that it meets the same machine."""
    rounds = {id(figure): figure.quick_rounds if is_quick else figure.rounds for figure in chosen}
    chosen = [figure for figure in chosen if rounds[id(figure)] > 0]
    samples = [(figure, [[] for _ in figure.cases]) for figure in chosen]
    last = max(rounds.values())
    for number in range(last):
        for figure, cases in samples:
            if number >= rounds[id(figure)]:
                continue
            tell(f"round {number + 1} of {last}, figure {figure.number}")
            for case, of_case in zip(figure.cases, cases):
                of_case.append(case.measure())
    tell("")
    return samples


def tell(progress):
    """In one line of the terminal, where there is one."""
    if sys.stderr.isatty():
        print(f"\r{progress:40}\r", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
