"""The frame of the window: component, events, address, server and dialogs."""
