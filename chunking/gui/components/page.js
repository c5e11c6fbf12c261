// What the views of a page share: what is stored, and the colours.

const PAGE = (window.__chunkscope ||= {});

// The settings that a link to this page must hold; keys.js writes them to the address bar.
function setAddress(settings) {
  PAGE.address = { page: location.pathname, settings };
  window.dispatchEvent(new Event('chunkscope:address'));
}
PAGE.documents ||= Object.create(null);
PAGE.signals ||= Object.create(null);
PAGE.heats ||= Object.create(null);
PAGE.gaps ||= Object.create(null); // between the sentences of a document, where it can be marked

const THEME_AFTER = 300; // milliseconds

const whole = new Intl.NumberFormat('en-US');

// How many there are of something: one of it, or the number and its plural.
function countOf(number, noun, plural = `${noun}s`) {
  return number === 1 ? `1 ${noun}` : `${whole.format(number)} ${plural}`;
}

// A value with so many decimals; what rounds to zero has no sign.
function rounded(value, decimals) {
  const text = value.toFixed(decimals);
  return Number(text) === 0 ? text.replace('-', '') : text;
}

// A setting's value: with so many decimals, or with more where it has more.
function inFull(value, decimals = 2) {
  const own = String(Number(value.toFixed(6))).split('.')[1] ?? '';
  return rounded(value, Math.max(decimals, own.length));
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

function showView(component, name, View) {
  const root = component.parentElement.querySelector(`.chunkscope.${name}`);
  if (!root) return undefined;
  const [view, leave] = mounted(root, () => watched(new View(root)));
  view.tell = component.setStateValue;
  const dyed = dye(root);
  view.update(component.data);
  // Data that did not change draws nothing; what is drawn on a canvas does not follow a style sheet.
  if (dyed) view.redraw?.();
  return leave;
}

// Whatever the style sheets do not reach is drawn anew in other colours.
function watched(view) {
  // The framework sets its colours a moment after the system has changed.
  const anew = () => setTimeout(() => { if (dye(view.root)) view.redraw?.(); }, THEME_AFTER);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', anew, { signal: view.ending.signal });
  return view;
}

// Calls once, and whenever the element is of another size, or a pixel of the page has more or fewer of
// the screen: a window may go to a screen of another density.
function whenResized(element, act, signal) {
  const watch = new ResizeObserver(act);
  watch.observe(element);
  signal.addEventListener('abort', () => watch.disconnect());
  whenDensityChanges(act, signal);
}

// The query holds for one density alone, so each change asks for the next.
function whenDensityChanges(act, signal) {
  const now = matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
  now.addEventListener('change', () => {
    whenDensityChanges(act, signal);
    act();
  }, { once: true, signal });
}

// On a tall screen a view fills what the curve above it leaves, up to `most` pixels.
const heightFrom = (least, most) => (most ? `clamp(${least}px, var(--cs-rest), ${most}px)` : `max(${least}px, var(--cs-rest))`);

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

// What a screen reader is told of a canvas that is operated: a slider with its ends, its value and that
// in words, or an application.
function tellSlider(canvas, said) {
  canvas.setAttribute('role', said ? 'slider' : 'application');
  ['valuemin', 'valuemax', 'valuenow', 'valuetext'].forEach((name, i) => {
    if (said) canvas.setAttribute(`aria-${name}`, said[i]); else canvas.removeAttribute(`aria-${name}`);
  });
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

// As `ink` of chunking.marks: lightened on a dark ground, deepened on a light one, until it stands out.
function ink(reason, dark) {
  const { colour } = MARKS[reason] || MARKS.imported;
  let mixed = channels(colour);
  while (dark && luminance(`rgb(${mixed})`) < 0.2) mixed = mixed.map((channel) => Math.ceil(channel + (255 - channel) * 0.1));
  while (!dark && luminance(`rgb(${mixed})`) > 0.3) mixed = mixed.map((channel) => Math.floor(channel * 0.95));
  return `rgb(${mixed})`;
}

// The style sheets take light or dark and the colour of each reason from here. Whether the colours are others now.
function dye(root) {
  const dark = isDark(root), style = getComputedStyle(root);
  root.dataset.dark = dark ? 'yes' : 'no';
  for (const reason of Object.keys(MARKS)) root.style.setProperty(`--ink-${reason}`, ink(reason, dark));
  const look = ['--ground', '--words', '--accent', '--st-font'].map((name) => style.getPropertyValue(name)).join();
  const changed = root.__look !== look;
  root.__look = look;
  return changed;
}

// Always the same order, so that a legend does not jump when a reason comes or goes.
const inOrder = (reasons) => [...Object.keys(MARKS), ...reasons].filter((reason, i, all) => reasons.has(reason) && all.indexOf(reason) === i);

// What a reason is called in the window, as the text and the tips call it.
const nameOf = (reason) => MARKS[reason].title;
const glyphOf = (reason) => (MARKS[reason] || MARKS.imported).glyph;
const meaningOf = (reason) => (MARKS[reason] || { means: reason }).means;
