"""Nouns of the package, and what they are made of: texts, arrays, errors, locations, tables."""
