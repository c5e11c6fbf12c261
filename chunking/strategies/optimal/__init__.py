"""Optimal segmentation: costs of segments, limits on them, and the cheapest combination.

- `costs`: cost of each segment from its vectors, `words` and speakers, summed in `bands`; bonuses
  of boundaries from `cues`; `feature`: the costs of a prepared document
- `limits`: which segments are allowed
- `preferences`: number and size of chunks, boundaries at headings, paragraphs and speakers
- `boundary_count`: penalty per boundary
- `dynamic_programming`: the cheapest segmentation
- `solver`: all of these for one document; `cuts`: its result with reasons
- `strategy`: the settings; `segment`: the same for units without a document
"""

from chunking.strategies.optimal.strategy import Optimal

__all__ = ["Optimal"]
