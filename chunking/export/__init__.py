"""A chunking handed on: rows, files, code."""
