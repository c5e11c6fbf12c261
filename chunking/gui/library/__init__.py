"""Library: one strategy on many documents."""
