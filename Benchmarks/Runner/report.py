"""Turns what was measured into medians, ratios, tables and lines of JSON."""

import json
import statistics

RATIO = 8  # how wide the column of a ratio is


def rows(figure, samples):
    """One row a case: medians of its rounds, and medians of the ratios to the reference in the same round."""
    for case, own in zip(figure.cases, samples):
        measures = [name for name in figure.columns if name in own[0]]
        yield {
            "figure": figure.number,
            "title": figure.title,
            "setting": case.setting,
            "program": case.program,
            "reference": case.is_reference,
            "rounds": len(own),
            "median": {name: short(statistics.median(sample[name] for sample in own)) for name in measures},
            "ratio": {} if case.is_reference else ratios(measures, own, reference(figure, samples, case.setting)),
        }


def reference(figure, samples, setting):
    for case, own in zip(figure.cases, samples):
        if case.is_reference and case.setting == setting:
            return own
    return []


def ratios(measures, own, against):
    found = {}
    for name in measures:
        pairs = [mine[name] / theirs[name] for mine, theirs in zip(own, against) if theirs.get(name)]
        if pairs:
            found[name] = short(statistics.median(pairs))
    return found


def short(number):
    """Four digits: there is no more in it."""
    return float(f"{number:.4g}")


def table(figure, figure_rows):
    """The rows as text: under each measure its median and, in brackets, its ratio."""
    lines = [["", "", *(heading + " " * RATIO for heading, _ in figure.columns.values())]]
    setting = None
    for row in figure_rows:
        cells = [row["setting"] if row["setting"] != setting else "", row["program"]]
        setting = row["setting"]
        for name, (_, decimals) in figure.columns.items():
            cells.append(cell(row, name, decimals))
        lines.append(cells)
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    text = [f"{figure.number}. {figure.title}"]
    for line in lines:
        names = [word.ljust(width) for word, width in zip(line[:2], widths) if width]
        numbers = [word.rjust(width) for word, width in zip(line[2:], widths[2:])]
        text.append(("   " + "  ".join(names + numbers)).rstrip())
    return "\n".join(text)


def cell(row, name, decimals):
    if name not in row["median"]:
        return ""
    ratio = f"({row['ratio'][name]:.2f})" if name in row["ratio"] else ""
    return f"{row['median'][name]:,.{decimals}f}{ratio:>{RATIO}}"


def json_line(row):
    return json.dumps(row, ensure_ascii=False)
