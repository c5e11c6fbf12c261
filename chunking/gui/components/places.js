// Where the characters of an element stand, and which character stands where.

// The text of a document stands in direct text nodes, its end perhaps in those of `.unread`; elements between them (marks) are no part
// of it. Calls `see(node, offset of its first character)` until that returns something.
function eachText(element, see) {
  let at = 0;
  const beyond = element.querySelector('.unread'); // text too, at the end
  for (const node of [...element.childNodes, ...(beyond?.childNodes ?? [])]) {
    if (node.nodeType !== Node.TEXT_NODE) continue;
    const found = see(node, at);
    if (found !== undefined) return found;
    at += node.length;
  }
  return undefined;
}

function locate(element, offset) {
  return eachText(element, (node, at) => (offset < at + node.length ? { node, offset: offset - at } : undefined));
}

function rectOf(node, offset) {
  const range = document.createRange();
  range.setStart(node, offset);
  range.setEnd(node, Math.min(node.length, offset + 1));
  const rect = range.getBoundingClientRect();
  return rect.height ? rect : undefined; // a line break has no box of its own
}

function rectAt(element, offset) {
  const place = locate(element, offset);
  if (!place) return undefined;
  for (let at = place.offset; at < Math.min(place.node.length, place.offset + 8); at++) {
    const rect = rectOf(place.node, at);
    if (rect) return rect;
  }
  return undefined;
}

// The first character of the element whose line ends below `line`, by halving.
function firstBelow(element, line) {
  const length = eachLength(element);
  let low = 0, high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const rect = rectAt(element, middle);
    if (!rect || rect.bottom <= line + 1) low = middle + 1; else high = middle;
  }
  const rect = low < length && rectAt(element, low);
  return rect ? { offset: low, top: rect.top } : undefined;
}

function eachLength(element) {
  let length = 0;
  eachText(element, (node) => { length += node.length; });
  return length;
}
