#!/usr/bin/env python3
"""look.py PAGE: in a browser, a page of foreslice-dump is light or dark as the reader's other pages are, and
no line of it is wider than its pane."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2]))
from browsing import shown  # noqa: E402

COLOURS = """return ["body", ".line.slice", ".line.read"].map(name => {
  const style = getComputedStyle(document.querySelector(name));
  return [style.backgroundColor, style.color];
});"""


def brightness(colour):
    return sum(int(part) for part in colour.strip("rgba()").split(",")[:3])


with shown(sys.argv[1]) as browser:
    for scheme in ("light", "dark"):
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
        for colours in browser.execute_script(COLOURS):
            page, text = map(brightness, colours)
            assert (page > text + 300) if scheme == "light" else (page < text - 300), (scheme, colours)
    wide = browser.execute_script("return [...document.querySelectorAll('section, .line')]"
                                  ".filter(node => node.scrollWidth > node.clientWidth).map(node => node.textContent)")  # fmt: skip
    assert not wide, wide
