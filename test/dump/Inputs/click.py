#!/usr/bin/env python3
"""click.py PAGE REGION:LINE...: what a browser shows of each of these regions of a page of
foreslice-dump, and of a click on this line of its slice. Regions count from 0."""

import pathlib
import sys

from selenium.webdriver.common.by import By
from selenium.webdriver.support.select import Select

sys.path.insert(0, str(pathlib.Path(__file__).parents[2]))
from browsing import shown  # noqa: E402

# The numbers of the marked lines of the source that are in sight.
SEEN = """
const pane = document.querySelector("#source").parentNode.getBoundingClientRect();
return [...document.querySelectorAll("#source .slice, #source .unread")].filter(node => {
  const {top, bottom} = node.getBoundingClientRect();
  return pane.top <= top && bottom <= Math.min(pane.bottom, innerHeight);
}).map(node => node.querySelector(".number").textContent);
"""

with shown(sys.argv[1]) as browser:

    def say(what, selector):
        for element in browser.find_elements(By.CSS_SELECTOR, selector):
            print(f"{what}: {' '.join(element.text.split())}")

    for word in sys.argv[2:]:
        region, line = word.split(":")
        Select(browser.find_element(By.ID, "region")).select_by_value(region)
        say("region", f"#region option[value='{region}']")
        say("summary", "#summary li")
        say("why", "#why")
        say("source", "#source .line")
        say("slice", "#slice .line")
        print("seen:", *browser.execute_script(SEEN))
        browser.find_element(By.CSS_SELECTOR, f"#slice [data-at$=':{line}']").click()
        say("clicked", "#why p")
        say("way", ".way")
