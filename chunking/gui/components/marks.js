// What stands in the text and is no part of it: gaps that were wanted, and where the model stops.

// `signs` are rows of [place in the text, element], ascending; `beyond` says where the model stops.
function fillCore(core, text, signs, beyond) {
  const stop = beyond ? beyond.stop : Infinity;
  const read = [], unread = [];
  let at = 0;
  for (const [gap, sign] of [...signs, [text.length, undefined]]) {
    if (at < stop && gap > stop) {
      read.push(text.slice(at, stop));
      at = stop;
    }
    const part = at < stop ? read : unread;
    part.push(text.slice(at, gap));
    if (sign !== undefined) part.push(sign);
    at = gap;
  }
  // The sign where the model stops is drawn, and is no text: what is read out of here stays exact.
  if (beyond) read.push(make('span', { class: 'unread', 'data-sign': signOf(beyond.left) }, ...unread));
  core.replaceChildren(...read);
}

function signOf(left) {
  const pieces = countOf(left, 'word piece is', 'word pieces are');
  return `the model reads up to here: ${pieces} left out`;
}

// A boundary that one or two steps of the slider remove: its line is dashed, and it says when.
function dressFragile(view, parts, i) {
  const fragile = view.fragile?.[i] === 1;
  if (!fragile && !parts.fragile) return;
  if (parts.fragile !== fragile) parts.cut.classList.toggle('fragile', fragile);
  parts.fragile = fragile;
  const said = fragile ? `fragile: ${stays(view.group, view.chunking.cuts.offsets[i])}` : '';
  if (parts.said !== said) parts.stay.textContent = parts.said = said;
}

const RESTING = 150; // milliseconds that the pointer rests on a boundary before it is told of

// A pointer on a boundary in the text is told the same as one on the curve.
function hoverCuts(view) {
  const { pane, tip, root } = view;
  let resting;
  const hide = () => {
    clearTimeout(resting);
    tip.hide();
  };
  const show = (block, x, y) => {
    if (!block.isConnected || block.__index + 1 >= view.chunking.count) return;
    const frame = root.getBoundingClientRect();
    tip.show(x - frame.left, y - frame.top, tip.describeCut(block.__index));
    tip.keepInside(Math.min(frame.height, window.innerHeight - frame.top));
  };
  pane.addEventListener('pointermove', (event) => {
    const block = event.target.closest?.('.cut')?.closest('.chunk');
    if (!block) { hide(); return; }
    // Who only passes over a boundary is not told of it; a tip that is there follows at once.
    clearTimeout(resting);
    resting = setTimeout(show, tip.element.hidden ? RESTING : 0, block, event.clientX, event.clientY);
  });
  for (const kind of ['pointerleave', 'scroll']) pane.addEventListener(kind, hide, { passive: true });
}
