"""All that the program says to people, in every language; words come last, and they live here.

**A language is one folder** of TOML files: `catalogue/en`, `catalogue/vi`, and those that people keep beside their
settings (`languages.py`). Its `language.toml` says what the language is called and how it spells, counts and writes
numbers; each other file is a family of texts. Nothing in the code names a language but `languages.DEFAULT`.

**A refusal is a fact** until somebody reads it. Code raises

    raise UserError("unknown-edition", 2, name=name, advice=advice(name, known))

a key of the catalogue and the figures of its text, and no sentence. A key without a dot is one of the family `refusal`;
with one it names its own family: `hub.round-closed` is `round-closed` in `hub.toml`. What is no error but must be said
as well (a fault in a file, a finding of the doctor) is a `Message` of the same two things. The text holds the figures
in braces:

    unknown-edition = "no edition is called \"{name}\"{advice}"

A figure may be a number, a name, a path, a list of these, an `OSError`, another error or another message: it is worded
where it stands. Whoever shows an error to people calls `refusals.worded(error, language)`, as the last thing it does:
the command line in `cli.main`, a page in its response, the display in its picture.
"""
