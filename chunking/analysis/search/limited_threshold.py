"""Former name of `chunking.analysis.recommended_threshold`."""

from __future__ import annotations

from chunking.analysis.recommended_threshold import recommended_threshold

threshold_within_limits = recommended_threshold
