"""One color for each lane of a comparison, the same in the window, figures and reports."""

# None of those of reasons, and with a contrast of at least 3.3 on light and dark backgrounds.
LANE_COLORS = ("#8A5BD6", "#D0458B", "#6F8F00", "#9A6A4A", "#2492A0", "#5A6B8C")
