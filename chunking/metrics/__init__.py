"""What is measured about a chunking."""
