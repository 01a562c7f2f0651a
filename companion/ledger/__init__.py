"""The ledger: what happened at a table, entry by entry, for ever (design: Ledger)."""
