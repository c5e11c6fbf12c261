// What the views of a page share: what is stored, the selection, the colours, and making elements.

const PAGE = (window.__chunkscope ||= {});
PAGE.documents ||= Object.create(null);
PAGE.signals ||= Object.create(null);
PAGE.heats ||= Object.create(null);
PAGE.gaps ||= Object.create(null); // between the sentences of a document, where it can be marked

const whole = new Intl.NumberFormat('en-US');

// Strings become text nodes: nothing from a document is ever read as HTML.
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

function button(label, glyph, onclick) {
  const element = make('button', { type: 'button', 'aria-label': label, title: label }, glyph);
  element.onclick = onclick;
  return element;
}

function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

// The same for an element with one text node, which is kept: half the cost.
function write(element, text) {
  const node = element.firstChild;
  if (node.data !== text) node.data = text;
}

// The number of values at or below `value` in an ascending list.
function countUpTo(list, value) {
  let low = 0, high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] <= value) low = middle + 1; else high = middle;
  }
  return low;
}

const clamp = (value, low, high) => Math.max(low, Math.min(high, value));

function debounce(milliseconds, act) {
  let timer;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => act(...given), milliseconds);
  };
}

// ---- columns -----------------------------------------------------------------------------

const decoded = ({ words, codes }) => codes.map((code) => words[code]);

function unpackChunks(packed) {
  const count = packed.sizes.length;
  const starts = new Int32Array(count), ends = new Int32Array(count);
  for (let i = 0, at = 0; i < count; i++) {
    starts[i] = at + packed.leads[i];
    at = ends[i] = starts[i] + packed.sizes[i];
  }
  return {
    count, starts, ends, tokens: packed.tokens,
    overlaps: packed.overlaps || new Int32Array(count),
    reasons: decoded(packed.reasons), labels: decoded(packed.labels),
    oversize: new Set(packed.oversize),
    unread: new Map(packed.unread.map(([row, at, left]) => [row, { at, left }])),
  };
}

// ---- one view in one element ---------------------------------------------------------------

// Streamlit calls again with new data without unmounting, and may call the clean-up of an older
// call after a newer one: only the newest may end the view.
function showView(component, name, View) {
  const root = component.parentElement.querySelector(`.chunkscope.${name}`);
  if (!root) return undefined;
  const view = (root.__view ||= new View(root));
  const turn = (view.turn = (view.turn || 0) + 1);
  view.tell = component.setStateValue;
  dye(root);
  view.update(component.data);
  return () => {
    if (view.turn !== turn) return;
    view.ending.abort();
    root.replaceChildren();
    delete root.__view;
  };
}

// Says, in the page, what is drawn: a test waits for it.
function announce(root, version) {
  root.dataset.version = version;
  root.getRootNode().host.dataset.version = version;
}

// Streamlit listens for single keys (r, c) and cannot see that one was typed into a field here.
function keepKeys(element) {
  for (const kind of ['keydown', 'keypress', 'keyup']) {
    element.addEventListener(kind, (event) => event.stopPropagation());
  }
}

// ---- colours -------------------------------------------------------------------------------

function channels(colour) {
  if (colour.startsWith('#')) return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return (colour.match(/[\d.]+/g) || [255, 255, 255]).slice(0, 3).map(Number);
}

function luminance(colour) {
  const [r, g, b] = channels(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

const isDark = (root) => luminance(getComputedStyle(root).backgroundColor) < 0.2;

// On a dark ground a mark is lightened until it stands out (contrast 4.5 against near black).
function ink(reason, dark) {
  const { colour } = MARKS[reason] || MARKS.imported;
  if (!dark) return colour;
  let mixed = channels(colour);
  while (luminance(`rgb(${mixed})`) < 0.2) mixed = mixed.map((channel) => Math.ceil(channel + (255 - channel) * 0.1));
  return `rgb(${mixed})`;
}

// The style sheets take light or dark and the colour of each reason from here.
function dye(root) {
  const dark = isDark(root);
  root.dataset.dark = dark ? 'yes' : 'no';
  for (const reason of Object.keys(MARKS)) root.style.setProperty(`--ink-${reason}`, ink(reason, dark));
}

// Always the same order, so that a legend does not jump when a reason comes or goes.
const inOrder = (reasons) => [...Object.keys(MARKS), ...reasons].filter((reason, i, all) => reasons.has(reason) && all.indexOf(reason) === i);

const glyphOf = (reason) => (MARKS[reason] || MARKS.imported).glyph;
const meaningOf = (reason) => (MARKS[reason] || { means: reason }).means;
