"""The drivers of the box: tag reader, display, buttons, dial, buzzer and die, on the libraries of a Raspberry Pi."""
