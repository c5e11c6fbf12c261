"""Changes of a session that are not events of the user."""
