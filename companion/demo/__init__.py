"""`banker demo`: simulated hands play whole games through the chips; the end-to-end test of everything."""
