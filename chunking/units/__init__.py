"""Text to units: sentences, paragraphs, blocks; one file each."""
