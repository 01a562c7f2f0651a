"""Chromium, headless, as a phone or a laptop; a page that complains or asks elsewhere fails the test."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.interaction import POINTER_TOUCH
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

SIZES = {"phone": (320, 640), "wide phone": (390, 844), "laptop": (1280, 800), "projector": (1920, 1080)}
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
        self.is_phone = size.endswith("phone")
        width, height = SIZES[size]
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": self.is_phone}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": self.is_phone})
        driver.get("about:blank")  # what the page before still asks for and complains of is not ours
        self.complaints()
        self.hosts()

    def open(self, url: str) -> None:
        """Go to a page as on a first visit."""
        self.driver.get(url)
        self.driver.execute_script("localStorage.clear()")
        self.driver.delete_cookie("language")
        self.driver.get(url)
        self.complaints()

    def one(self, css: str) -> WebElement:
        """The first visible element."""
        found: list[WebElement] = []

        def look() -> bool:
            found[:] = self.all(css)
            return bool(found)

        self.until(look, css)
        return found[0]

    def all(self, css: str) -> list[WebElement]:
        """All visible elements, as they are at one moment."""
        script = """
            return [...document.querySelectorAll(arguments[0])].filter((each) => each.checkVisibility());"""
        elements: list[WebElement] = self.driver.execute_script(script, css)
        return elements

    def click(self, css: str) -> None:
        """Scroll to an element as a person would, and click it; once more if it was drawn anew meanwhile."""

        def clicked() -> bool:
            element = self.one(css)
            try:
                self.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", element)
                element.click()
            except StaleElementReferenceException:
                return False
            return True

        self.until(clicked, f"click {css}")

    def speak(self, language: str) -> None:
        """Choose a language, and wait until the page speaks it."""
        self.choose("#language", language)
        self.until(lambda: self.attribute("html", "lang") == language, f"speaks {language}")

    def choose(self, css: str, value: str) -> None:
        """Choose a line of a list by its value."""
        script = "const [list, value] = arguments; list.value = value; list.dispatchEvent(new Event('change'))"
        self.driver.execute_script(script, self.one(css), value)

    def drag(self, css: str, target: str) -> None:
        """Drag with the mouse from one element to another."""
        element = self.one(css)
        self.driver.execute_script("arguments[0].scrollIntoView({block: 'end'})", element)
        actions = ActionChains(self.driver, duration=40)
        actions.click_and_hold(element).move_by_offset(12, -12).move_to_element(self.one(target)).release().perform()

    def touch_drag(self, css: str, target: str) -> None:
        """Rest a finger on an element until it comes along, carry it to another, and let go."""
        element = self.one(css)
        self.driver.execute_script("arguments[0].scrollIntoView({block: 'end'})", element)
        touch: Any = PointerInput
        actions = ActionBuilder(self.driver, mouse=touch(POINTER_TOUCH, "finger"), duration=60)
        finger: Any = actions.pointer_action
        finger.move_to(element).pointer_down().pause(0.5).move_to(self.one(target)).pause(0.05).pointer_up()
        actions.perform()

    def keys(self, keys: str) -> None:
        """Type on the keyboard, with no field in focus."""
        self.driver.execute_script("document.activeElement.blur()")
        ActionChains(self.driver).send_keys(keys).perform()

    def text(self, css: str) -> str:
        """What the first visible element says."""
        self.one(css)
        return self.texts(css)[0]

    def texts(self, css: str) -> list[str]:
        """What all visible elements say, at one moment."""
        script = """
            return [...document.querySelectorAll(arguments[0])].filter((each) => each.checkVisibility())
                .map((each) => each.innerText);"""
        texts: list[str] = self.driver.execute_script(script, css)
        return texts

    def attribute(self, css: str, name: str) -> str:
        """An attribute of the first element, "" where it has none."""
        script = "return document.querySelector(arguments[0])?.getAttribute(arguments[1]) ?? ''"
        return str(self.driver.execute_script(script, css, name))

    def value(self, css: str) -> str:
        """What stands in a field."""
        return str(self.driver.execute_script("return document.querySelector(arguments[0]).value", css))

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
