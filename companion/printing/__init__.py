"""What is printed for a table: deed cards, stickers for tags, player cards; as PDF, with codes for phones."""
