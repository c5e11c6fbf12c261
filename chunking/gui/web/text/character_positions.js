// Positions of characters on the screen.

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
    if (node.nodeType !== Node.TEXT_NODE) continue;
    const found = see(node, at);
    if (found !== undefined) return found;
    at += node.length;
  }
  return undefined;
}

/** Return the text node with a character of an element, and the character's offset in it. */
function locate(element, offset) {
  return eachText(element, (node, at) => (offset < at + node.length ? { node, offset: offset - at } : undefined));
}

/** Return the rectangle of a character of a text node; undefined for a line break, which has none. */
function rectOf(node, offset) {
  const range = document.createRange();
  range.setStart(node, offset);
  range.setEnd(node, Math.min(node.length, offset + 1));
  const rects = range.getClientRects(), rect = rects[rects.length - 1];
  return rect?.height ? rect : undefined;
}

/** Return the rectangle of the first character from an offset on that has one. */
export function rectAt(element, offset) {
  const place = locate(element, offset);
  if (!place) return undefined;
  for (let at = place.offset; at < Math.min(place.node.length, place.offset + 8); at++) {
    const rect = rectOf(place.node, at);
    if (rect) return rect;
  }
  return undefined;
}

/** Return the rectangle of the last character before an offset that is not a blank. */
export function rectBefore(element, offset) {
  const place = locate(element, Math.max(0, offset - 1));
  if (!place) return undefined;
  let at = place.offset;
  while (at > 0 && /\s/.test(place.node.data[at])) at--;
  return rectOf(place.node, at);
}

/** Return the first character of an element whose line ends below a height of the window. */
export function firstBelow(element, line) {
  const length = lengthOf(element);
  let low = 0, high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const rect = rectAt(element, middle);
    if (!rect || rect.bottom <= line + 1) low = middle + 1; else high = middle;
  }
  const rect = low < length ? rectAt(element, low) : undefined;
  return rect && { offset: low, top: rect.top };
}

function lengthOf(element) {
  let length = 0;
  eachText(element, (node) => { length += node.length; });
  return length;
}
