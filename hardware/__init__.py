"""What to buy, print and build; `bom` keeps the table of parts in README.md."""
