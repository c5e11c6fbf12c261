"""Question sets: questions with known answers, and the evaluation of the lanes by them."""
