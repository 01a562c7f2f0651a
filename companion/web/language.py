"""The languages of the pages, which one a request asks for, and what is refused in the words of a person."""

from __future__ import annotations

import re
from collections.abc import Mapping

from starlette.datastructures import QueryParams
from starlette.types import Scope

LANGUAGES = ("en", "vi")

REFUSALS: Mapping[str, str] = {
    "wrong PIN": "sai mã PIN",
    "try again in {} seconds": "hãy thử lại sau {} giây",
    "sign in first": "hãy nhập mã PIN trước",
    "pair this phone first": "hãy ghép máy này trước",
    "the proof of this session is missing": "phiên này không còn đúng; hãy tải lại trang",
    "another phone asks; try again": "máy khác đang ghép; hãy thử lại",
    "too many trades at once; try again": "quá nhiều lần hỏi; hãy thử lại",
    "there is no such player": "không có người chơi này",
    "no deed belongs to that square": "ô này không có thẻ đất",
    "no game is on the table": "chưa có ván nào trên bàn",
    "the table does not answer": "bàn chơi không trả lời",
    "the game has gone on meanwhile; look again": "ván đã đi tiếp; hãy xem lại",
    "this entry cannot be taken back": "mục này không hoàn tác được",
    "seq must be a number": "seq phải là một số",
    "this tag lies on the reader already": "thẻ này đang nằm trên đầu đọc",
    "no more than {} tags fit on the reader": "đầu đọc chỉ đủ chỗ cho {} thẻ",
    "this button is down already": "nút này đang được bấm",
    "this button is not down": "nút này không được bấm",
    "no die is plugged in": "chưa cắm xúc xắc",
    "nobody has taken the roll": "không ai nhận lần gieo này",
    "the reader does not look": "đầu đọc không nhìn",
}  # English, as it is raised, with {} for a number: Vietnamese


def language_of(scope: Scope) -> str:
    """The language in `?lang=`, English for none or a strange one."""
    wished = QueryParams(scope["query_string"]).get("lang", "")
    return wished if wished in LANGUAGES else LANGUAGES[0]


def worded(why: str, language: str) -> str:
    """A refusal in a language; as it was raised where no person meets it."""
    if language == "en":
        return why
    known = REFUSALS.get(re.sub(r"\d+", "{}", why))
    return known.format(*re.findall(r"\d+", why)) if known else why
