"""The game table: one mailbox, one thread, and the desk that reads what people do."""
