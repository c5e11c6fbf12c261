"""Settings as text and files: TOML, presets, manual boundaries, workspace files."""
