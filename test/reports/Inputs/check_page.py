#!/usr/bin/env python3
"""check_page.py PAGE PLOTS [browser]: nothing is referred to that is not in the page, its tags
match, and it has so many plots. So it is with what a browser makes of it, whose console stays
empty."""

import html.parser
import pathlib
import re
import sys

page, plots = pathlib.Path(sys.argv[1]), int(sys.argv[2])
VOID = {"meta", "link", "br", "img"}


class Reader(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.ids, self.references, self.svgs = [], [], [], 0

    def handle_starttag(self, tag, attributes):
        assert tag != "script", "a script"
        self.svgs += tag == "svg"
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attributes:
            assert not name.startswith("on"), (tag, name)
            if name == "id":
                self.ids.append(value)
            if name in ("href", "xlink:href", "src"):
                assert value.startswith(("#", "data:")), value
                self.references.append(value)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open and self.open.pop() == tag, tag


def check(text):
    reader = Reader()
    reader.feed(text)
    assert not reader.open, reader.open
    assert reader.svgs == plots, reader.svgs
    assert len(set(reader.ids)) == len(reader.ids), "two things have one id"
    for reference in reader.references:
        assert reference[0] != "#" or reference[1:] in reader.ids, reference
    for reference in re.findall(r"url\(#([^)]*)\)", text):
        assert reference in reader.ids, reference


check(page.read_text())
if sys.argv[3:] == ["browser"]:
    sys.path.insert(0, str(pathlib.Path(__file__).parents[2]))
    from browsing import shown

    with shown(page) as browser:
        check(browser.page_source)
