"""Documents that come with the program."""
