"""Many games at once: what they tell an organiser and a designer of house rules."""
