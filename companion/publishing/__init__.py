"""The table's side of a tournament: an outbox of what its ledger has and the hub has not; joining; a game as codes."""
