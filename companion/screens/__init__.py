"""Everything that people read, see and hear: words, pages of the display, patterns of the buzzer."""
