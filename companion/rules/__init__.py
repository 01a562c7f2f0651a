"""The rules as pure decisions and facts: no clock, no chance, no file and no sentence for people (design: engine)."""
