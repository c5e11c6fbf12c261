// The gap between two sentences that is meant by a point on the screen.

// Of gaps first to last, which ascend and lie in the text of `core` from offset `start` on, the one that
// is nearest to (x, y), by halving; undefined where none is within so many pixels on its line.
function gapAt(core, start, gaps, [first, last], x, y, within) {
  let low = first, high = last;
  while (low < high) {
    const middle = (low + high) >> 1;
    const rect = rectAt(core, gaps[middle] - start);
    const before = rect && (rect.bottom <= y || (rect.top <= y && rect.left <= x));
    if (before) low = middle + 1; else high = middle;
  }
  let best, least = within;
  for (let i = Math.max(first, low - 1); i < Math.min(last, low + 1); i++) {
    const offset = gaps[i] - start, above = endBefore(core, offset), below = rectAt(core, offset);
    // Between two paragraphs there is nothing else that could be meant.
    if (above && below && y > above.bottom && y < below.top) return gaps[i];
    for (const [rect, edge] of [[below, 'left'], [above, 'right']]) {
      if (!rect) continue;
      const far = Math.abs(x - rect[edge]) + OTHER_LINE * linesOff(rect, y);
      if (far <= least) { best = gaps[i]; least = far; }
    }
  }
  return best;
}

const OTHER_LINE = 10000; // farther than any place on the same line

function linesOff(rect, y) {
  return Math.max(0, Math.ceil((rect.top - 2 - y) / rect.height), Math.ceil((y - rect.bottom - 2) / rect.height));
}

// The box of the last character before an offset that is no blank.
function endBefore(core, offset) {
  const place = locate(core, Math.max(0, offset - 1));
  if (!place) return undefined;
  let at = place.offset;
  while (at > 0 && /\s/.test(place.node.data[at])) at--;
  return rectOf(place.node, at);
}
