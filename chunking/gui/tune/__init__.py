"""Tune: one document, one strategy."""
