"""Many tables, one truth: tournaments, what their tables report, and the pages that show it (design: Hub)."""
