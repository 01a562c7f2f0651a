"""`banker doctor`: what is wrong with this box, and the one line to type against it.

Every check is a small function that looks at a `Patient` and yields findings; `checks.CHECKS` is the table of them. A
finding names the numbers of `docs/faults.md` that it is about.
"""
