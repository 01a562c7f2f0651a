"""What the program keeps and shows: settings, ledger, key, fonts."""

from collections.abc import Iterator

from companion.doctor.finding import Finding, fault, ok
from companion.doctor.patient import Patient, settings_file
from companion.errors import UserError
from companion.ledger.seal import DeviceKey, fingerprint, key_beside
from companion.ledger.store import Archive


def settings(patient: Patient) -> Iterator[Finding]:
    """Whether the file of settings can be read; the other checks take the defaults when it cannot."""
    if patient.faulty:
        yield fault(patient.faulty, f"nano {settings_file()}")
        return
    box = patient.config.box
    without = [part for part in box.__struct_fields__ if getattr(box, part) is None]
    yield ok("read" + (f"; without {', '.join(without)}" if without else ""))


def ledger(patient: Patient) -> Iterator[Finding]:
    """Whether the ledger is whole: by the database's own check, its last entry, and what is read of each game."""
    if not patient.ledger.exists():
        yield ok(f"{patient.ledger} is made with the first game")
        return
    recover = f"banker recover --ledger {patient.ledger}"
    try:
        with Archive(patient.ledger) as archive:
            said = [word.decode() for (word,) in archive.ask("PRAGMA quick_check")]
            archive.compare_witness()
            rows = archive.games()
    except UserError as error:
        yield fault(str(error), recover)
        return
    broken = [row.id for row in rows if row.fault]
    if said != ["ok"] or broken:
        yield fault(f"damaged: {', '.join(broken) or said[0]}", recover)
    else:
        yield ok(f"{len(rows)} games in {patient.ledger}")


def key(patient: Patient) -> Iterator[Finding]:
    """Whether this device can sign the end of a game."""
    file = key_beside(patient.ledger)
    if not file.exists():
        yield ok("made with the first game")
        return
    try:
        yield ok(fingerprint(DeviceKey(file).public))
    except UserError as error:
        yield fault(str(error), f"chmod 600 {file}")


def fonts(_patient: Patient) -> Iterator[Finding]:
    """Whether every letter of every language can be drawn."""
    from companion.screens import fonts as drawn
    from companion.words.languages import language_named, names

    spoken = [language_named(name) for name in names()]
    texts = [text for each in spoken for name in each.families() for text in each.family(name).values()]
    letters = {letter for text in texts for letter in drawn.composed(text)}
    lacking = sorted(letter for letter in letters if not drawn.body().has(letter))
    if lacking:
        yield fault(f"no picture for {' '.join(lacking)}", "./setup.sh play")
    else:
        yield ok(f"{len(letters)} letters, {', '.join(names().values())}")
