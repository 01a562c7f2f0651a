"""One module for each flow at the table; `base` finds the page that fits what the rules wait for."""
