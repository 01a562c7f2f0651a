"""What the hub refuses, in the words of whoever reads it: raised in English, with `{}` for a name or a number."""

from __future__ import annotations

import re
from collections.abc import Mapping

REFUSALS: Mapping[str, str] = {
    "no tournament is open; `banker hub new` opens one": "chưa mở giải nào; `banker hub new` mở một giải",
    "stages that have begun stay as they are": "giai đoạn đã bắt đầu thì không đổi được",
    "a person needs a name": "người chơi phải có tên",
    "{} is registered already; add something that tells the two apart": (
        "{} đã ghi danh; hãy thêm gì đó để phân biệt hai người"
    ),
    "the next person is number {}": "người tiếp theo mang số {}",
    "round {} cannot be drawn now": "chưa bốc thăm vòng {} được",
    "round {} is not closed yet": "vòng {} chưa khép",
    "everybody sits at one table, and somebody does": "mỗi người ngồi đúng một bàn, và phải có người ngồi",
    "round {} is being played already": "vòng {} đang chơi rồi",
    "round {} is not being played": "vòng {} không đang chơi",
    "the last turn of round {} is called already": "đã gọi lượt cuối của vòng {}",
    "round {} is closed already": "vòng {} đã khép",
    "table {} has {} seats": "bàn {} có {} ghế",
    "{} plays in this round": "{} đang chơi ở vòng này",
    "game {} is that of table {} in round {}": "ván {} là của bàn {} ở vòng {}",
    "one worth for each seat": "mỗi ghế một tài sản",
    "say why the judge sets this result": "hãy nói vì sao trọng tài định kết quả này",
    "the next dispute is number {}": "khiếu nại tiếp theo mang số {}",
    "there is no dispute {}": "không có khiếu nại {}",
    "say what the judge has ruled": "hãy nói trọng tài phán quyết gì",
    "say which box goes on with the game": "hãy nói hộp nào chơi tiếp ván này",
    "there is no person {}": "không có người chơi {}",
    'nobody is called "{}"{}': "không ai tên “{}”{}",
    "round {} is not drawn": "chưa bốc thăm vòng {}",
    "no round is drawn yet": "chưa bốc thăm vòng nào",
    "round {} has {} tables": "vòng {} có {} bàn",
    "the tournament is over": "giải đã kết thúc",
    "{} people cannot be seated at tables of {}": "không xếp được {} người vào các bàn {} người",
    "table {} of round {} has no result yet": "bàn {} của vòng {} chưa có kết quả",
    "this code is wrong, or was used already; ask the organiser for a new one": (
        "mã này sai hoặc đã dùng; hãy xin ban tổ chức mã mới"
    ),
    "there is no box {}": "không có hộp {}",
    "the database refuses: {}": "cơ sở dữ liệu từ chối: {}",
    "no sealed result yet from table {}; wait, or let the judge set one": (
        "bàn {} chưa có kết quả niêm phong; hãy đợi, hoặc để trọng tài định"
    ),
    "there is no game that this box has to go on with": "không có ván nào để hộp này chơi tiếp",
    "box {} does not stand at table {}": "hộp {} không đặt ở bàn {}",
    "table {} has played {} to its end in this round": "bàn {} đã chơi xong ván {} trong vòng này",
    "reportlab is not installed, which makes PDF; type: pip install 'companion[print]'": (
        "chưa cài reportlab để làm PDF; hãy gõ: pip install 'companion[print]'"
    ),
    "there is no such table in this round": "vòng này không có bàn đó",
    "the database does not answer; try again": "cơ sở dữ liệu không trả lời; hãy thử lại",
}


def in_words(why: str, language: str) -> str:
    """A refusal in a language; as it was raised where nobody has worded it."""
    if language == "en":
        return why
    for english, vietnamese in REFUSALS.items():
        found = re.fullmatch(re.escape(english).replace(r"\{\}", "(.*)"), why, re.DOTALL)
        if found:
            return vietnamese.format(*found.groups())
    return why
