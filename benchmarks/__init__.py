"""How fast the program is; each module prints tables: `python -m benchmarks.gui`."""
