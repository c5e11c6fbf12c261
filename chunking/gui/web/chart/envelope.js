// A long curve in few points.

/**
 * Reduce a signal to one point a column of pixels: the lowest, highest and median score.
 *
 * @param {import('../core/unpack.js').Signal} signal
 * @param {[number, number]} part  the first gap and the one after the last
 * @param {(offset: number) => number} x
 * @param {number} [width]  of a column in pixels
 * @returns {{x: number, low: number, high: number, median: number}[]}
 */
export function envelope({ gaps, scores }, [first, last], x, width = 2) {
  const found = [];
  for (let from = first; from < last;) {
    const column = Math.floor(x(gaps[from]) / width);
    let to = from + 1;
    while (to < last && Math.floor(x(gaps[to]) / width) === column) to++;
    const sorted = scores.slice(from, to).filter((score) => !Number.isNaN(score)).sort();
    if (sorted.length) {
      found.push({
        x: (column + 0.5) * width, low: sorted[0], high: sorted[sorted.length - 1], median: sorted[sorted.length >> 1],
      });
    }
    from = to;
  }
  return found;
}

/** Tell whether a curve of so many points is drawn as an envelope. */
export const isLong = (points, pixels) => points > 2 * pixels;

/**
 * Return the range of a zoom by a factor around an anchor, which stays at its place if it can be seen and
 * else comes to the middle.
 *
 * @param {[number, number]} range
 * @param {number} factor
 * @param {number} anchor
 * @param {number} length  of the document
 * @param {number} least  smallest range
 * @returns {[number, number]}
 */
export function zoomed([from, to], factor, anchor, length, least) {
  const share = from <= anchor && anchor <= to ? (anchor - from) / (to - from) : 0.5;
  const size = Math.min(length, Math.max(Math.min(least, length), (to - from) * factor));
  return within([anchor - share * size, anchor + (1 - share) * size], length);
}

/** Return a range moved into the document. */
export function within([from, to], length) {
  const size = Math.min(length, to - from), start = Math.max(0, Math.min(from, length - size));
  return [start, start + size];
}
