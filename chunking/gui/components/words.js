// What the words of the window mean, wherever it says so.

const WORDS = {
  gap: 'between two neighbouring sentences or blocks: a place where the text may be cut',
  boundary: 'a gap that is cut: one chunk ends there, and the next one starts',
  threshold: 'a cut is wanted at every gap whose two sides are less alike than this',
  'wanted, not cut': 'gaps that were wanted but not cut, mostly since a chunk would be too small',
  fragile: 'boundaries that are gone with one or two steps of the slider',
  plateau: 'a stretch of the slider with the same cuts, grey where they are drawn: its middle is a safe choice',
  forced: 'a boundary set by a size limit: Max tokens, or Target tokens',
  optimum: 'a cut of the best of all cuttings; +0.05 is what the whole would cost more without it, 0 that it might as well not be there',
  windowed: 'three sentences on each side of a gap are compared, where adjacent compares one',
  'B, F1@1, Pk, WindowDiff': 'how near the cuts are to your marks; F1@1 lets each be one sentence off. B and F1: higher is better, Pk and WindowDiff: lower',
  'expected F1': 'how many of the cuts, and of the boundaries, are likely to meet, by how alike the sentences around them are',
  token: 'what sizes are counted in, as the tokenizer counts them; a model reads word pieces, which are another count',
};
