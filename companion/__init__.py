"""Bank and referee for Monopoly-style games played on a real cardboard board."""

__version__ = "0.1.0"
