"""Players that nobody has to be: policies that choose among what the rules offer."""
