"""`python -m chunking.cli`: the command line where its script is not on the search path."""

from chunking.cli import main

main()
