"""Many documents: re-embedding plans and summary statistics."""
