// Positions of characters on the screen, and the gap between two sentences that a point means.

import { firstIndex } from '../core/arrays.js';

/**
 * Visit the text nodes of an element in order, also inside its elements.
 *
 * @template T
 * @param {Element} element
 * @param {(node: Text, offset: number) => T|undefined} see  ends the visit by returning something
 * @returns {T|undefined}
 */
export function eachText(element, see) {
  let at = 0;
  const nested = element.querySelector('.truncated'); // text too, at the end
  for (const node of [...element.childNodes, ...nested?.childNodes ?? []]) {
    if (!(node instanceof Text)) continue;
    const found = see(node, at);
    if (found !== undefined) return found;
    at += node.length;
  }
  return undefined;
}

/** Return the text node with a character of an element, and its offset in the node. @param {Element} element  @param {number} offset */
const locate = (element, offset) =>
  eachText(element, (node, at) => (offset < at + node.length ? { node, offset: offset - at } : undefined));

/** Return the rectangle of a character; undefined for a line break, which has none. @param {Text} node  @param {number} offset */
function rectOf(node, offset) {
  const range = document.createRange();
  range.setStart(node, offset);
  range.setEnd(node, Math.min(node.length, offset + 1));
  const rect = [...range.getClientRects()].at(-1);
  return rect?.height ? rect : undefined;
}

/** Return the rectangle of the first character from an offset on that has one. @param {Element} element  @param {number} offset */
export function rectAt(element, offset) {
  const place = locate(element, offset);
  if (!place) return undefined;
  for (let at = place.offset; at < Math.min(place.node.length, place.offset + 8); at++) {
    const rect = rectOf(place.node, at);
    if (rect) return rect;
  }
  return undefined;
}

/** Return the rectangle of the last character before an offset that is not a blank. @param {Element} element  @param {number} offset */
function rectBefore(element, offset) {
  const place = locate(element, Math.max(0, offset - 1));
  if (!place) return undefined;
  let at = place.offset;
  while (at > 0 && /\s/.test(place.node.data[at])) at--;
  return rectOf(place.node, at);
}

/** Return the first character of an element whose line ends below a height of the window. @param {Element} element  @param {number} line */
export function firstBelow(element, line) {
  let length = 0;
  eachText(element, (node) => { length += node.length; });
  const offset = firstIndex(length, (i) => (rectAt(element, i)?.bottom ?? -Infinity) > line + 1);
  const rect = offset < length ? rectAt(element, offset) : undefined;
  return rect && { offset, top: rect.top };
}

const OTHER_LINE = 10_000; // farther than any place on the same line

/**
 * Return the gap nearest to a point, or undefined where none is near.
 *
 * @param {Element} core  the text
 * @param {number} start  offset of its first character
 * @param {ArrayLike<number>} gaps  ascending offsets
 * @param {[number, number]} part  the first gap in the text and the one after the last
 * @param {[number, number]} point  in the window
 * @param {number} within  pixels on the gap's line
 * @returns {number|undefined}
 */
export function gapAt(core, start, gaps, [first, last], [x, y], within) {
  const near = nearestGap(first, last, (i) => rectAt(core, gaps[i] - start), x, y);
  let best, least = within;
  for (let i = Math.max(first, near - 1); i < Math.min(last, near + 1); i++) {
    const above = rectBefore(core, gaps[i] - start), below = rectAt(core, gaps[i] - start);
    // Between two paragraphs there is nothing else that could be meant.
    if (above && below && y > above.bottom && y < below.top) return gaps[i];
    for (const [rect, edge] of [[below, below?.left], [above, above?.right]]) {
      if (!(rect instanceof DOMRect) || typeof edge !== 'number') continue;
      const away = Math.abs(x - edge) + OTHER_LINE * linesOff(rect, y);
      if (away <= least) [best, least] = [gaps[i], away];
    }
  }
  return best;
}

/**
 * Return the first of the indices whose rectangle comes after a point in reading order.
 *
 * @param {number} first
 * @param {number} last
 * @param {(i: number) => {left: number, top: number, bottom: number}|undefined} rectOf
 * @param {number} x
 * @param {number} y
 */
export function nearestGap(first, last, rectOf, x, y) {
  return firstIndex(last, (i) => {
    const rect = rectOf(i);
    return !rect || (rect.bottom > y && (rect.top > y || rect.left > x));
  }, first);
}

/** @param {DOMRect} rect  @param {number} y */
function linesOff(rect, y) {
  return Math.max(0, Math.ceil((rect.top - 2 - y) / rect.height), Math.ceil((y - rect.bottom - 2) / rect.height));
}
