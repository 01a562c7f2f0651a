"""Somebody who looks at a hub's pages, in tests."""

from __future__ import annotations

import ssl
import urllib.error
import urllib.request
from http.cookiejar import CookieJar

import msgspec

PIN = "4711"


class Browser:
    """Somebody who looks at the pages; over TLS as one who believes an authority (PEM)."""

    def __init__(self, url: str, authority: str | None = None) -> None:
        self.url = url.rstrip("/")
        self.proof = ""
        self.cookies = CookieJar()
        trusting = urllib.request.HTTPSHandler(context=ssl.create_default_context(cadata=authority))
        self._opener = urllib.request.build_opener(trusting, urllib.request.HTTPCookieProcessor(self.cookies))

    def can_sign_in(self) -> bool:
        """Try to sign in; False while nobody answers."""
        try:
            self.sign_in()
        except OSError:
            return False
        return True

    def get(self, path: str) -> bytes:
        """Fetch a page."""
        with self._opener.open(self.url + path, timeout=10) as answer:
            content: bytes = answer.read()
            return content

    def post(self, path: str, wish: object) -> bytes:
        """Send a wish, with the proof of the session."""
        headers = {"content-type": "application/json", "x-proof": self.proof}
        request = urllib.request.Request(self.url + path, msgspec.json.encode(wish), headers)
        with self._opener.open(request, timeout=10) as answer:
            content: bytes = answer.read()
            return content

    def status(self, path: str, wish: object = None) -> int:
        """The status of an answer, 200 for any good one."""
        try:
            if wish is None:
                self.get(path)
            else:
                self.post(path, wish)
        except urllib.error.HTTPError as error:
            with error:
                return error.code
        return 200

    def refusal(self, path: str, wish: object) -> str:
        """Why something is refused, as its answer says."""
        try:
            self.post(path, wish)
        except urllib.error.HTTPError as error:
            with error:
                return msgspec.json.decode(error.read(), type=dict[str, str])["error"]
        raise AssertionError("it is not refused")

    def sign_in(self) -> None:
        """Sign in as the organiser."""
        self.proof = msgspec.json.decode(self.post("/organiser/in", {"pin": PIN}), type=dict[str, str])["proof"]

    def ask(self, **wish: object) -> None:
        """Do something that only the organiser may do."""
        self.post("/organiser/do", wish)
