"""The reads in a program's sources: which are sliced, which are not and why, and the lines around them."""

import hashlib
import json
import os
import re
import subprocess
from html import escape

from foreslice_html import Html, details, table

AROUND = 3  # lines before and behind a read
MOST_BYTES = 4 << 20


class Source:
    """A file of a record, as far as it is there and is what was compiled."""

    def __init__(self, number, file):
        self.number, self.name = number, file.get("name") or "?"
        path = os.path.join(file.get("folder") or "", self.name)
        self.lines = []
        try:
            with open(path, "rb") as source:
                content = source.read(MOST_BYTES)
        except OSError:
            return
        if not file.get("md5") or hashlib.md5(content).hexdigest() == file["md5"]:
            self.lines = content.decode("utf-8", "replace").splitlines()

    def anchor(self, line):
        return f"s{self.number}-{line}"


def place(sources, where):
    """FILE:LINE:COLUMN, linked to the line where that is in the page."""
    if not where:
        return "?"
    source = sources[where[0]]
    text = f"{os.path.basename(source.name)}:{where[1]}:{where[2]}"
    if 0 < where[1] <= len(source.lines):
        return Html(f'<a href="#{source.anchor(where[1])}">{escape(text)}</a>')
    return text


def excerpts(sources, marks):
    """The lines around those that are marked: by number of the file, lines with their kind."""
    text = ""
    for number, lines in sorted(marks.items()):
        source = sources[number]
        shown = sorted({line + step for line in lines for step in range(-AROUND, AROUND + 1)
                        if 0 < line + step <= len(source.lines)})  # fmt: skip
        if not shown:
            continue
        text += f'<h3>{escape(source.name)}</h3>\n<div class="source">'
        for before, line in zip([None, *shown], shown):
            if before and line > before + 1:
                text += "…<br>\n"
            text += (f'<pre id="{source.anchor(line)}" class="{lines.get(line, "")}"><span class="number">{line:5d}  </span>'
                     f"{escape(source.lines[line - 1])}</pre>\n")  # fmt: skip
        text += "</div>\n"
    return text


class Sources:
    """What foreslice-dump tells of the slices of a program."""

    def __init__(self, records, first=0):
        self.rows, self.refused, self.marks, self.places = [], [], {}, {}
        self.all = []
        for record in records:
            own = [Source(first + len(self.all) + i, file) for i, file in enumerate(record["files"])]
            base = len(self.all)
            self.all += own
            for read in record["reads"]:
                self.add(own, base, read)
            for region in record["regions"]:
                if at := region.get("at"):
                    self.places[f"{os.path.basename(own[at[0]].name)}:{at[1]}:{at[2]}"] = place(own, at)
                    self.mark(base, at, "")

    def mark(self, base, at, kind):
        lines = self.marks.setdefault(base + at[0], {})
        lines[at[1]] = kind or lines.get(at[1], "")

    def add(self, own, base, read):
        at, where = read.get("at"), place(own, read.get("at"))
        if at:
            self.mark(base, at, "read" if read.get("sliced") else "refused")
        if read.get("sliced"):
            region = read.get("region")
            self.rows.append((where, read["call"], read.get("function") or "", "prefetched", place(own, region) if region else ""))
        else:
            why = " ".join(filter(None, (read.get("why"), read.get("where") if isinstance(read.get("where"), str) else "")))
            self.refused.append((where, read["call"], read.get("function") or "", why, read.get("advice") or ""))

    def region(self, name):
        """The name of a region, linked to its line."""
        found = re.match(r"(\S+:\d+:\d+)(.*)", name, re.DOTALL)
        linked = found and self.places.get(os.path.basename(found[1]))
        return Html(linked + escape(found[2])) if isinstance(linked, Html) else name

    def page(self):
        text = table(["read", "call", "in", "is", "by the slice of"], self.rows, "texts") if self.rows else ""
        if self.refused:
            text += "<p>Not prefetched by a slice:</p>\n"
            text += table(["read", "call", "in", "why", "to do"], self.refused, "texts")
        lines = excerpts(self.all, self.marks)
        return text + (details("The lines", lines, is_open=True) if lines else "")


def lines_of(command, path):
    """None if nothing is known of the program: it has no slices, or there is no foreslice-dump."""
    if not os.path.exists(path) or not os.access(command, os.X_OK):
        return None
    try:
        done = subprocess.run([command, path, "--format=json"], capture_output=True, timeout=600)
        records = [record for given in json.loads(done.stdout)["inputs"] for record in given["records"]]
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None
    return records or None
