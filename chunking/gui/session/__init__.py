"""What a browser tab has open and has set."""
