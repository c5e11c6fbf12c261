"""Optimal segmentation: costs and evidence of segments, limits on them, and the best combination.

- `costs`: cost of each segment from its vectors, `words` and speakers, summed in `bands`; bonuses
  of boundaries from `cues`
- `chance`: what units in random order cost, against which segments are evidence
- `posterior`: probability of each boundary at each level; `document_posterior`: those of a
  prepared document
- `constants`: what of it was chosen on labeled texts
- `expected_loss`: what a segmentation is expected to disagree with
- `limits`: which segments are allowed
- `preferences`: number and size of chunks, boundaries at headings and paragraphs
- `counted_optimum`: the segmentation with a number of boundaries, by a penalty per boundary
- `dynamic_programming`: the segmentation with the lowest cost or loss
- `solver`: all of these for one document, and its result with reasons
- `strategy`: the settings; `segment`: the same for units without a document
"""

from chunking.strategies.optimal.strategy import Optimal

__all__ = ["Optimal"]
