"""Shows a page to a headless Chromium, for tests that look at one as a reader does."""

import contextlib
import pathlib
import tempfile

from selenium import webdriver
from selenium.webdriver.chrome.service import Service


@contextlib.contextmanager
def shown(page):
    """The browser with the page in it. It is an error if its console had anything to say."""
    with tempfile.TemporaryDirectory() as profile:
        options = webdriver.ChromeOptions()
        for option in ("headless", "no-sandbox", "disable-gpu", "disable-dev-shm-usage",
                       "window-size=1200,800", f"user-data-dir={profile}"):  # fmt: skip
            options.add_argument(f"--{option}")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        with webdriver.Chrome(service=Service("chromedriver"), options=options) as browser:
            browser.set_page_load_timeout(600)
            browser.get(pathlib.Path(page).resolve().as_uri())
            try:
                yield browser
            finally:
                said = browser.get_log("browser")
                assert not said, said
