// Columns of numbers, and searching them.

/**
 * Return the number of values at or below `value` in an ascending list.
 *
 * @param {ArrayLike<number>} list
 * @param {number} value
 */
export function countUpTo(list, value) {
  let low = 0, high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] <= value) low = middle + 1; else high = middle;
  }
  return low;
}

/** Return the index of a value in an ascending list, or -1. @param {ArrayLike<number>} list  @param {number} value */
export function indexIn(list, value) {
  const index = countUpTo(list, value) - 1;
  return index >= 0 && list[index] === value ? index : -1;
}

/**
 * Return the index of the last value at or below `value` in an ascending list; 0 where all are above.
 *
 * @param {ArrayLike<number>} list
 * @param {number} value
 */
export const lastIndexUpTo = (list, value) => Math.max(0, countUpTo(list, value) - 1);

/**
 * Return the first of the indices below `length` that passes a test, by halving; `length` if none does.
 *
 * @param {number} length
 * @param {(index: number) => boolean} test  where an index passes, all higher ones do
 * @param {number} [from]  lowest index
 */
export function firstIndex(length, test, from = 0) {
  let low = from, high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (test(middle)) high = middle; else low = middle + 1;
  }
  return low;
}

/**
 * Return the values of an ascending list that lie between two bounds, the upper one not included.
 *
 * @param {Int32Array} list
 * @param {number} from
 * @param {number} to
 */
export const between = (list, from, to) => list.slice(countUpTo(list, from - 1), countUpTo(list, to - 1));

/** Return the nearest value between two bounds. @param {number} value  @param {number} low  @param {number} high */
export const clamp = (value, low, high) => Math.max(low, Math.min(high, value));

/** Return the median of whole numbers, a half rounded up; 0 without any. @param {number[]} list */
export function medianOf(list) {
  const sorted = Int32Array.from(list).sort(), { length } = sorted;
  return length ? Math.floor((sorted[(length - 1) >> 1] + sorted[length >> 1] + 1) / 2) : 0;
}

/**
 * Return the lowest and the highest of some numbers without NaN, or null.
 *
 * @param {...Iterable<number>} lists
 * @returns {[number, number]|null}
 */
export function extent(...lists) {
  let low = Infinity, high = -Infinity;
  for (const list of lists) {
    for (const value of list) {
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return low <= high ? [low, high] : null;
}
