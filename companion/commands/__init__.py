"""Subcommands that join rooms: the ledger's entries, told in the words of the screens, written as plays."""
