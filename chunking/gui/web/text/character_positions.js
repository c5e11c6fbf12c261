// Positions of characters on the screen.

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
export function rectBefore(element, offset) {
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
