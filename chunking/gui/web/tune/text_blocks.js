// The blocks of a text: one a chunk. While a model still embeds, the last row is all text that is not embedded
// yet, up to the whole document; the browser would lay it out at once, so it becomes many blocks, which end at
// the same places however far the model is.

const REST = 2_000; // characters, about

/**
 * @typedef {object} Blocks
 * @property {number} count
 * @property {ArrayLike<number>} starts
 * @property {ArrayLike<number>} ends
 * @property {number} rest  the first block that is not embedded yet, and no chunk
 */

/**
 * Return the blocks of a chunking.
 *
 * @param {{count: number, starts: Int32Array, ends: Int32Array, growing?: boolean}} chunking
 * @param {string} words
 * @returns {Blocks}
 */
export function blocksOf({ count, starts, ends, growing }, words) {
  if (!growing || !count) return { count, starts, ends, rest: count };
  const begins = [...starts], stops = [...ends.subarray(0, -1)], end = ends[count - 1];
  for (const edge of edgesOf(words)) {
    if (edge <= begins[begins.length - 1]) continue;
    if (edge >= end) break;
    stops.push(edge);
    begins.push(edge);
  }
  stops.push(end);
  return { count: begins.length, starts: begins, ends: stops, rest: count - 1 };
}

// After a line where one ends soon, else after a blank; never inside a character.
/** @param {string} words */
function edgesOf(words) {
  const found = [];
  for (let at = REST; at < words.length; at = found[found.length - 1] + REST) {
    const next = words.slice(at, at + REST);
    const line = next.indexOf('\n'), blank = next.indexOf(' ');
    if (line >= 0) found.push(at + line + 1);
    else if (blank >= 0) found.push(at + blank + 1);
    else found.push(at + Number(/^[\udc00-\udfff]/.test(next)));
  }
  return found;
}
