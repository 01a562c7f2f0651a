"""Measurements of the whole program against the bars of performance.md, each beside a reference of the same run."""
