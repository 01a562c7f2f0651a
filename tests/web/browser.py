"""Chromium, headless, as a phone or a laptop; a page that complains or asks elsewhere fails the test."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

SIZES = {"phone": (320, 640), "laptop": (1280, 800)}
FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--lang=en",
)


@contextmanager
def chromium(profile: Path) -> Iterator[webdriver.Chrome]:
    """A browser with a new, empty profile."""
    options = webdriver.ChromeOptions()
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    options.binary_location = found("chromium", "chromium-browser", "google-chrome")
    driver = webdriver.Chrome(options, webdriver.ChromeService(found("chromedriver")))
    try:
        yield driver
    finally:
        driver.quit()


def found(*programs: str) -> str:
    """Where one of these programs is; the tests of pages cannot do without."""
    path = next(filter(None, map(shutil.which, programs)), None)
    assert path, f"{' or '.join(programs)} is not installed; `./setup.sh test` installs it"
    return path


class Page:
    """One page at one size, seen and touched as by a person."""

    patience: ClassVar[float] = 10.0

    def __init__(self, driver: webdriver.Chrome, size: str) -> None:
        self.driver = driver
        self.is_phone = size == "phone"
        width, height = SIZES[size]
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": self.is_phone}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": self.is_phone})

    def open(self, url: str) -> None:
        """Go to a page as on a first visit."""
        self.driver.get(url)
        self.driver.execute_script("localStorage.clear()")
        self.driver.get(url)
        self.complaints()

    def one(self, css: str) -> WebElement:
        """The first visible element."""
        self.until(lambda: any(each.is_displayed() for each in self.driver.find_elements(By.CSS_SELECTOR, css)), css)
        return next(each for each in self.driver.find_elements(By.CSS_SELECTOR, css) if each.is_displayed())

    def all(self, css: str) -> list[WebElement]:
        """All visible elements."""
        return [each for each in self.driver.find_elements(By.CSS_SELECTOR, css) if each.is_displayed()]

    def click(self, css: str) -> None:
        """Scroll to an element as a person would, and click it."""
        element = self.one(css)
        self.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", element)
        element.click()

    def drag(self, css: str, target: str) -> None:
        """Drag with the mouse from one element to another."""
        element = self.one(css)
        self.driver.execute_script("arguments[0].scrollIntoView({block: 'end'})", element)
        actions = ActionChains(self.driver, duration=40)
        actions.click_and_hold(element).move_by_offset(12, -12).move_to_element(self.one(target)).release().perform()

    def keys(self, keys: str) -> None:
        """Type on the keyboard, with no field in focus."""
        self.driver.execute_script("document.activeElement.blur()")
        ActionChains(self.driver).send_keys(keys).perform()

    def text(self, css: str) -> str:
        """What an element says."""
        return self.one(css).text

    def until(self, happens: Any, what: str = "") -> None:
        """Wait until something is so."""
        WebDriverWait(self.driver, self.patience, 0.02).until(lambda _: happens(), what)

    def until_text(self, css: str, wanted: str) -> None:
        """Wait until some element says these words."""
        script = (
            "return [...document.querySelectorAll(arguments[0])].some((each) => each.innerText.includes(arguments[1]))"
        )
        self.until(lambda: self.driver.execute_script(script, css, wanted), f"{css}: {wanted}")

    def is_wider_than_screen(self) -> bool:
        """Whether one would have to scroll sideways."""
        script = "return document.documentElement.scrollWidth > document.documentElement.clientWidth"
        return bool(self.driver.execute_script(script))

    def complaints(self) -> list[str]:
        """What the browser's console has said since the last look, violations of the policy included."""
        log: list[dict[str, str]] = self._log("browser")
        return [entry["message"] for entry in log if entry["level"] in ("SEVERE", "WARNING")]

    def hosts(self) -> set[str]:
        """Every host that was asked for something since the last look."""
        messages = [json.loads(entry["message"])["message"] for entry in self._log("performance")]
        urls = [each["params"]["request"]["url"] for each in messages if each["method"] == "Network.requestWillBeSent"]
        return {url.split("/")[2].rpartition(":")[0] for url in urls if url.startswith("http")}

    def _log(self, kind: str) -> Any:
        return self.driver.execute("getLog", {"type": kind})["value"]
