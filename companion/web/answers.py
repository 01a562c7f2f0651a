"""What is refused, answered in the language of whoever asks: to a browser that opens an address as a page."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from msgspec import Struct, json
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from companion.errors import UserError
from companion.web import assets
from companion.web.messages import RefusalData
from companion.web.wording import language_of
from companion.words.refusals import worded

NOT_STORED = {"cache-control": "no-store"}
REFUSAL = assets.PageFrame("", "web.page.refusal", (), "shared/refusal.js")
BY_STATUS = {404: "request.no-page", 405: "request.method"}


class RequestError(UserError):
    """A request that is refused with an HTTP `status`; its reason is a key of the catalogue, as for every error."""

    def __init__(self, status: int, reason: str, headers: Mapping[str, str] | None = None, **figures: object) -> None:
        super().__init__(reason, **figures)
        self.status = status
        self.headers = dict(headers or {})


def send_data(data: Struct, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Answer with what a page is told, for this moment."""
    return Response(json.encode(data), status, {**NOT_STORED, **(headers or {})}, "application/json")


def refuse(
    request: Request, status: int, sentence: str, headers: Mapping[str, str] | None = None, detail: str = ""
) -> Response:
    """Say in a sentence why a request is refused, and end the connection; `detail` is for whoever writes programs."""
    told = {**NOT_STORED, "connection": "close", **(headers or {})}
    if request.method == "GET" and "text/html" in request.headers.get("accept", ""):
        body = f'<main><p class="refusal">{escape(sentence)}</p></main>'
        return HTMLResponse(assets.framed(REFUSAL, language_of(request.scope), body), status, told)
    return send_data(RefusalData(sentence, detail), status, told)


def refused(request: Request, error: RequestError) -> Response:
    """The answer to a request that was refused."""
    detail = str(error.figures.get("detail", ""))
    return refuse(request, error.status, worded(error, language_of(request.scope)), error.headers, detail)


async def answer_error(request: Request, error: Exception) -> Response:
    """The answer to whatever was raised while a request was answered."""
    match error:
        case RequestError():
            return refused(request, error)
        case HTTPException():
            reason = BY_STATUS.get(error.status_code, "request.failed")
            return refused(request, RequestError(error.status_code, reason, error.headers))
    return refused(request, RequestError(500, "request.failed"))


HANDLERS = {RequestError: answer_error, HTTPException: answer_error, Exception: answer_error}
