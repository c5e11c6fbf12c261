"""Benchmarks of speed and quality; each module prints tables: `python -m benchmarks.gui`."""
