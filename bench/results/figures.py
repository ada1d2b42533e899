"""The figures of docs/results.md: what a cell of the page takes of which rows of which file.

A cell is of all rows of a file that have its columns and fit. It shows the median, and the least
and the most in brackets where there are several.
"""

import dataclasses
import json
import re
import statistics
import sys


@dataclasses.dataclass(frozen=True)
class Cell:
    """A formula of columns. What is no column is a number, or for `text` an error."""
    file: str
    formula: str
    columns: tuple
    where: tuple
    form: str = "{:.2f}"


def gone(file, plain, done, bound, **where):
    """The share of the waiting that is gone: the bound has none, the plain program all."""
    return Cell(file, "gone", (plain, done, bound), tuple(where.items()), "{:.0f} %")


def faster(file, plain, done, **where):
    return Cell(file, "faster", (plain, done), tuple(where.items()))


def value(file, column, form="{:.2f}", **where):
    return Cell(file, "value", (column,), tuple(where.items()), form)


def more(file, plain, done, form, **where):
    return Cell(file, "more", (plain, done), tuple(where.items()), form)


def text(file, column, **where):
    """What the one row has, as it is."""
    return Cell(file, "text", (column,), tuple(where.items()))


FORMULAS = {
    "gone": lambda plain, done, bound: 100 * (plain - done) / (plain - bound),
    "faster": lambda plain, done: plain / done,
    "value": lambda figure: figure,
    "more": lambda plain, done: done - plain,
}


def number(text):
    found = re.match(r"\*?([-+]?\d+(?:\.\d+)?)", text)
    return float(found[1]) if found else None


class Results:
    """The files of a folder, by name."""

    def __init__(self, folder):
        self.files = {path.stem: json.loads(path.read_text()) for path in folder.glob("*.json")}
        self.seen = set()

    def rows(self, cell):
        """Those that fit, as a mapping of columns."""
        if cell.file not in self.files:
            sys.exit(f"no results {cell.file}.json")
        where = dict(cell.where)
        named = [c for c in (*cell.columns, *where) if isinstance(c, str)]
        rows = [dict(zip(table["columns"], row)) for table in self.files[cell.file]["tables"]
                if set(named) <= set(table["columns"]) for row in table["rows"]]
        fits = lambda had, asked: had in asked if isinstance(asked, tuple) else had == asked
        return [row for row in rows if all(fits(row[column], asked) for column, asked in where.items())]

    def show(self, cell):
        if isinstance(cell, str):
            return cell
        self.seen.add(cell.file)
        rows = self.rows(cell)
        if cell.formula == "text" and len(rows) == 1:
            return rows[0][cell.columns[0]]
        figures = []
        for row in rows:
            found = [number(row[c]) if isinstance(c, str) else c for c in cell.columns]
            if None not in found:
                figures.append(FORMULAS[cell.formula](*found))
        if not figures:
            sys.exit(f"no figure for {cell}")
        middle, least, most = (shown(cell.form, f) for f in (statistics.median(figures), min(figures), max(figures)))
        # The unit is said once.
        return middle if least == most else f"{middle} ({least.split()[0]} to {most.split()[0]})"

    def used(self, cells):
        return [self.files[cell.file] for cell in cells if isinstance(cell, Cell)]

    def unused(self):
        return sorted(set(self.files) - self.seen)


def shown(form, figure):
    made = form.format(figure)
    return made if number(made) else made.removeprefix("-")
