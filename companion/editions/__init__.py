"""Editions: boards, decks and choices as files, put together into what a game is played by (design: Editions)."""
