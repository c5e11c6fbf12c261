"""Compare: two to four strategies on one document."""
