"""Results as plain values and as text tables for the terminal."""
