// Draws the window without a browser, and prints what it shows: elements with their texts and labels, and what is drawn
// on each canvas; then what is new after keys and a pointer on each canvas, and the events that were sent.
//
// `node draw.js < input.json` with `styles` and `messages`, each with a header and its payload in Base64. All elements
// have one size, all characters one width, and the clock goes on only while something waits for it.

import { readdirSync, readFileSync } from 'node:fs';

import { Window } from 'happy-dom';

const WIDTH = 900, HEIGHT = 300, LETTER = 6; // pixels
const SHOWN = ['role', 'aria-label', 'aria-pressed', 'aria-selected', 'aria-valuetext', 'title', 'hidden', 'disabled', 'style'];
const LEFT_OUT = ['option', 'dialog', 'path']; // the same on all pages, or drawn by others
const KEYS = ['ArrowRight', 'ArrowUp', '+', 'ArrowRight', 'Enter'];
const OWN = ['navigator', 'Event', 'CustomEvent', 'MessageEvent', 'EventTarget']; // those of Node are others

const page = new Window({ width: WIDTH, height: HEIGHT });
const { prototype } = page.HTMLElement;
for (const side of ['client', 'offset']) {
  Object.defineProperty(prototype, `${side}Width`, { get: () => WIDTH });
  Object.defineProperty(prototype, `${side}Height`, { get: () => HEIGHT });
}
page.HTMLCanvasElement.prototype.getContext = function () { return this.drawn ??= recorder(); };
for (const name of Object.getOwnPropertyNames(page)) {
  if (name in globalThis && !OWN.includes(name)) continue;
  const value = page[name], isMethod = typeof value === 'function' && !/^[A-Z]/.test(name);
  Object.defineProperty(globalThis, name, { value: isMethod ? value.bind(page) : value, configurable: true, writable: true });
}
Object.assign(globalThis, { window: page });

// ---- time ----

let now = 0, tasks = [];
const later = (act, wait = 0) => {
  const id = {};
  tasks.push({ id, at: now + wait, act });
  return id;
};
const cancel = (id) => { tasks = tasks.filter((task) => task.id !== id); };
const tick = setImmediate;
Object.assign(globalThis, {
  setTimeout: later, clearTimeout: cancel, requestIdleCallback: later, cancelIdleCallback: cancel,
  requestAnimationFrame: (act) => later(() => act(now), 16), cancelAnimationFrame: cancel,
});
performance.now = () => now;
Date.now = () => now;

/** Let some milliseconds pass. */
async function pass(milliseconds) {
  const end = now + milliseconds;
  for (;;) {
    await new Promise((done) => { tick(done); });
    const next = tasks.reduce((first, task) => (task.at < (first?.at ?? Infinity) ? task : first), undefined);
    if (!next || next.at > end) break;
    cancel(next.id);
    now = next.at;
    next.act();
  }
  now = end;
}

// ---- what is shown ----

const written = (value) => (typeof value === 'number' ? String(Math.round(value * 100) / 100) : value?.calls?.join(', ') ?? String(value));

/** Return a context of a canvas that records what is drawn since it was cleared. */
function recorder() {
  const state = {}, calls = [];
  return new Proxy(state, {
    get: (_, name) => {
      if (name === 'calls') return calls;
      if (name === 'createImageData') return (width, height) => ({ data: new Uint8ClampedArray(4 * width * height) });
      if (name === 'measureText') return (text) => ({ width: LETTER * [...text].length });
      if (name in state) return state[name];
      return (...values) => {
        if (name === 'clearRect') calls.length = 0;
        calls.push([name, ...values.map(written)].join(' '));
      };
    },
    set: (_, name, value) => {
      if (state[name] !== value) calls.push(`${String(name)} = ${written(value)}`);
      state[name] = value;
      return true;
    },
  });
}

globalThis.Path2D = function () { return recorder(); };

/** Return the lines of an element and of what is in it; elements that say nothing are left out. */
function linesOf(node) {
  if (node.nodeType === Node.TEXT_NODE) return node.data.trim() ? [`"${node.data.replace(/\s+/g, ' ').trim().slice(0, 160)}"`] : [];
  if (node.nodeType !== Node.ELEMENT_NODE || LEFT_OUT.includes(node.localName)) return [];
  const shown = SHOWN.filter((name) => node.hasAttribute(name) && node !== root).map((name) => `${name}=${node.getAttribute(name).replace(/\s+/g, ' ')}`);
  const inside = [...pathsOf(node.drawn?.calls ?? []), ...[...node.childNodes].flatMap(linesOf)].map((line) => ` ${line}`);
  const name = [node.localName, ...node.classList].join('.');
  if (inside.length === 1 && inside[0].startsWith(' "')) return [[`${name}${inside[0]}`, ...shown].join('; ')];
  return inside.length || shown.length ? [[name, ...shown].join('; '), ...inside] : [];
}

/** Return calls with those of one path on a line. */
function pathsOf(calls) {
  const lines = [];
  let open = false;
  for (const call of calls) {
    if (open && /^(?:moveTo|lineTo|arc|rect|closePath|fill|stroke|clip|bezierCurveTo|quadraticCurveTo)\b/.test(call)) lines[lines.length - 1] += `, ${call}`;
    else lines.push(call);
    open = call === 'beginPath' || (open && !/^(?:fill|stroke|clip)\b/.test(call));
  }
  return lines;
}

const { styles, messages } = JSON.parse(readFileSync(0, 'utf8'));
const root = make('chunkscope');
const events = [];
const web = new URL('../../chunking/gui/web/', import.meta.url);
for (const name of readdirSync(new URL('pages/', web))) await import(new URL(`pages/${name}`, web));
const { default: mount } = await import(new URL('window.js', web));
mount({ data: { styles, session: 'session' }, parentElement: document.body, setStateValue: (_, rows) => events.push(...rows) });
for (const { header, payload } of messages) {
  const head = Buffer.from(JSON.stringify(header)), body = Buffer.from(payload, 'base64');
  window.__chunkscope.take(Buffer.concat([Buffer.from(Uint32Array.of(head.length, body.length).buffer), head, body]));
}
await pass(1000);
const before = linesOf(root);
for (const canvas of root.querySelectorAll('canvas')) {
  const pointer = (name, share) => canvas[`on${name}`]?.({ offsetX: share * WIDTH, offsetY: HEIGHT / 2, button: 0, pointerId: 1 });
  canvas.setPointerCapture = () => {};
  pointer('pointermove', 0.4);
  for (const key of KEYS) canvas.onkeydown?.(Object.assign(new KeyboardEvent('keydown', { key }), {}));
  pointer('pointerdown', 0.5);
  pointer('pointermove', 0.6);
  pointer('pointerup', 0.6);
  pointer('pointermove', 0.3);
}
await pass(1000);
const known = new Set(before), after = linesOf(root).filter((line) => !known.has(line));
const sent = new Map(events.map(([number, ...event]) => [number, JSON.stringify(event)]));
console.log([...before, 'After keys and the pointer on each canvas', ...after, ...sent.values()].join('\n'));
process.exit(0);

function make(name) {
  const element = document.createElement('div');
  element.className = name;
  element.style.backgroundColor = 'rgb(255, 255, 255)';
  document.body.append(element);
  return element;
}
