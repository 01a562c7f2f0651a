"""A tournament as its records make it: people, rounds, seating, scoring; pure, chance and time come in as values."""
