from pathlib import Path
from random import Random

import pytest
import segno

from companion.errors import UserError
from companion.ledger.record import GameLines, from_text
from companion.publishing.pieces import cut, is_pieces, join, page
from tests.hub.tables import Table


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> GameLines:
    table = Table(tmp_path_factory.mktemp("table"), seed=1)
    table.played(4, 200)
    found = GameLines(table.id, table.lines(), table.seals())
    table.ledger.close()
    return found


def test_pieces_in_any_order_and_twice_make_the_game_again(record: GameLines) -> None:
    pieces = cut(record.text())
    mixed = Random(1).sample(pieces, len(pieces)) + pieces[:2]
    found = from_text(join(mixed))
    assert [(each.game, list(each.lines), list(each.seals)) for each in found] == [
        (record.game, list(record.lines), list(record.seals))
    ]
    assert is_pieces("\n".join(mixed).encode())
    assert not is_pieces(record.text())


def test_every_piece_is_a_code_that_a_phone_reads(record: GameLines) -> None:
    codes = [segno.make_qr(piece, error="l") for piece in cut(record.text())]
    assert {code.mode for code in codes} == {"alphanumeric"}
    assert max(int(code.version) for code in codes) <= 22


def test_what_is_missing_or_wrong_is_said(record: GameLines) -> None:
    pieces = cut(record.text())
    with pytest.raises(UserError, match=rf"missing-pieces count={len(pieces)} missing=\[2\]"):
        join([pieces[0], *pieces[2:]])
    with pytest.raises(UserError, match="mixed-pieces"):
        join([*pieces, *cut(b"another")])
    with pytest.raises(UserError, match="no-piece text=hello"):
        join(["hello"])
    with pytest.raises(UserError, match="wrong-pieces"):
        join([*pieces[:-1], pieces[-1][:-4] + "AAAA"])


def test_the_page_holds_all_codes(record: GameLines, tmp_path: Path) -> None:
    pieces = cut(record.text())
    assert page("<game>", pieces).count("<svg") == len(pieces)
    assert "<game>" not in page("<game>", pieces)
