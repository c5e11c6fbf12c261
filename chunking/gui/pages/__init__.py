"""The pages: what each shows, made of the features."""
