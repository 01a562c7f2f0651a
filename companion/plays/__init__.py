"""The `.play` notation (docs/plays.md): scenarios are read, judged against the rules, and written from real games."""
