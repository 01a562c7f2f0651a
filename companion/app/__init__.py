"""The composition root: settings, devices, ledger, table, screens and pages are put together here and nowhere else."""
