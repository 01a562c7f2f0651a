"""The pages of a table: virtual table, spectators, referee; all served from the package, nothing from elsewhere."""
