// Numbers and excerpts as they are shown.

/** Whole numbers with separators: whole.format(1234) is "1,234". */
export const whole = new Intl.NumberFormat('en-US');

/**
 * Return a number with its noun: "1 chunk", "1,234 chunks".
 *
 * @param {number} number
 * @param {string} noun
 * @param {string} [plural]
 */
export function countOf(number, noun, plural = `${noun}s`) {
  return number === 1 ? `1 ${noun}` : `${whole.format(number)} ${plural}`;
}

/** Return a value with so many decimals; what rounds to zero has no sign. @param {number} value  @param {number} decimals */
export function rounded(value, decimals) {
  const text = value.toFixed(decimals);
  return Number(text) === 0 ? text.replace('-', '') : text;
}

/** Return a share as a whole percentage: 34%. @param {number} share */
export function percent(share) {
  return `${rounded(100 * share, 0)}%`;
}

/** Maximum decimals of the value of a setting. */
export const MAX_DECIMALS = 3;

/**
 * Return the value of a setting with at least so many decimals, and up to three where it has more.
 *
 * @param {number} value
 * @param {number} [decimals]
 */
export function settingText(value, decimals = 2) {
  const own = String(Number(value.toFixed(MAX_DECIMALS))).split('.')[1] ?? '';
  return rounded(value, Math.max(decimals, own.length));
}

/**
 * Return how far a similarity is from a threshold, in as many decimals as it takes to tell them apart.
 *
 * @param {number} score
 * @param {number} threshold
 * @returns {{similarity: string, limit: string, margin: string, side: 'below'|'above'}}
 */
export function marginTo(score, threshold) {
  const least = settingText(threshold).split('.')[1].length;
  const decimals = [2, 3, 4].find((each) => each >= least && rounded(score, each) !== rounded(threshold, each))
    ?? Math.max(4, least);
  const [similarity, limit] = [score, threshold].map((value) => rounded(value, decimals));
  const margin = rounded(Math.abs(Number(similarity) - Number(limit)), decimals);
  return { similarity, limit, margin, side: score < threshold ? 'below' : 'above' };
}

/** Return a count in three digits: "950", "1.25k", "12.5k", "1.2M". @param {number} value */
export function inThousands(value) {
  if (value < 1000) return String(Math.round(value));
  const [unit, letter] = value < 999_950 ? /** @type {const} */ ([1000, 'k']) : /** @type {const} */ ([1_000_000, 'M']);
  return `${Number((value / unit).toFixed(value / unit < 10 ? 2 : 1))}${letter}`;
}

/**
 * Return an excerpt of at most `most` characters, by grapheme: the end of a text or its beginning.
 *
 * @param {string} text
 * @param {boolean} keepEnd
 * @param {number} [most]
 * @returns {string}
 */
export function shortened(text, keepEnd, most = 140) {
  const units = 12 * most; // a character may be several units
  const part = keepEnd ? text.slice(-units) : text.slice(0, units);
  const line = part.replace(/\s+/g, ' ').trim();
  const letters = Array.from(new Intl.Segmenter().segment(line), ({ segment }) => segment);
  if (letters.length <= most && part.length === text.length) return line;
  return keepEnd ? `… ${letters.slice(-most).join('')}` : `${letters.slice(0, most).join('')} …`;
}
