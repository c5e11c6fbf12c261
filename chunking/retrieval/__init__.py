"""Evaluation by questions: which chunks answer, and whether a difference is more than chance."""
