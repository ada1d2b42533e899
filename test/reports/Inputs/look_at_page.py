#!/usr/bin/env python3
"""look_at_page.py PAGE: in a browser, the page is light or dark as the reader's other pages are, and
nothing in it is wider than the page."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2]))
from browsing import shown

COLOURS = """const of = (name, key) => getComputedStyle(document.querySelector(name))[key];
return [of("body", "backgroundColor"), of("body", "color"), of("svg text", "fill")];"""


def brightness(colour):
    return sum(int(part) for part in colour.strip("rgba()").split(",")[:3])


with shown(sys.argv[1]) as browser:
    for scheme in ("light", "dark"):
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
        page, text, plot = map(brightness, browser.execute_script(COLOURS))
        for ink in (text, plot):
            assert (page > ink + 300) if scheme == "light" else (page < ink - 300), (scheme, page, ink)
    assert browser.execute_script("return document.documentElement.scrollWidth <= innerWidth")
    long = browser.execute_script("return [...document.querySelectorAll('td')].map(cell => cell.clientHeight)")
    assert max(long) > 40, "a long name is in one line"
