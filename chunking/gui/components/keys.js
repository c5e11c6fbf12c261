// What the keyboard does and what the words mean, on every page: a button beside the program's name, and
// `?` anywhere.

const KEYS = [
  ['Anywhere', [
    ['?', 'this list'],
    ['Tab', 'to the next control, view or button; Shift and Tab back'],
    ['← →', 'on a slider: one step; Page up and Page down: ten; Home and End: its ends'],
    ['Ctrl Z', 'undo a change of settings or marks; Ctrl, Shift and Z: redo'],
  ]],
  ['The curve, likewise', [
    ['↑ ↓', 'move the threshold one step'],
    ['← →', 'to the next cut and the one before'],
    ['+ −', 'closer and farther; Esc shows the whole document'],
  ]],
  ['The text, once it is clicked or reached with Tab', [
    ['↓ or j', 'the next chunk; ↑ or k: the one before'],
    ['m', 'mark boundaries, as ✚ does: a click cuts at the nearest gap, or arrows go from gap to gap and Enter cuts there, Delete never cuts there, Backspace clears; Esc ends'],
    ['/', 'find words; Enter: the next place, Shift and Enter the one before; Esc: back to the text'],
  ]],
  ['The heat map', [
    ['← →', 'to the next chunk and the one before'],
  ]],
  ['The outcome', [
    ['← →', 'one value lower and higher'],
  ]],
  ['Compare', [
    ['n', 'the next difference; p: the one before'],
  ]],
  ['Sweep', [
    ['← ↑ ↓ →', 'from cell to cell; Enter sets the cell in Tune'],
  ]],
];

const TITLE = 'What the keys do, and what the words mean';

function list() {
  const rows = KEYS.flatMap(([where, keys]) => [
    make('tr', {}, make('th', { colspan: '2', scope: 'colgroup' }, where)),
    ...keys.map(([key, does]) => make('tr', {}, make('td', {}, make('kbd', {}, key)), make('td', {}, does))),
  ]);
  const close = make('button', { type: 'button' }, 'Close');
  const words = Object.entries(WORDS).flatMap(([word, means]) => [make('dt', {}, word), make('dd', {}, means)]);
  const dialog = make('dialog', { 'aria-label': TITLE }, make('h2', { tabindex: '-1', autofocus: '' }, TITLE), make('div', { class: 'parts' },
    make('table', {}, make('tbody', {}, ...rows)), make('dl', {}, ...words)), close);
  close.onclick = () => dialog.close();
  // A click beside it falls on the dialog itself.
  dialog.onclick = (event) => { if (event.target === dialog) dialog.close(); };
  return dialog;
}

class KeysView {
  constructor(root) {
    this.ending = new AbortController();
    this.dialog = list();
    const open = make('button', { type: 'button', 'aria-label': TITLE, title: `${TITLE} (?)` }, '?');
    open.onclick = () => this.dialog.showModal();
    root.replaceChildren(open, this.dialog);
    window.addEventListener('keydown', (event) => this.pressed(event), { signal: this.ending.signal });
  }

  pressed(event) {
    if (event.key !== '?' || this.dialog.open || typesInto(event.composedPath()[0])) return;
    this.dialog.showModal();
    event.preventDefault();
  }
}

const VISIT = 'chunkscope.visit';

// A page that is loaded again, in this tab, says once which visit it had.
function resume(visit, tell) {
  const before = sessionStorage.getItem(VISIT), { type } = performance.getEntriesByType('navigation')[0] ?? {};
  if (!window.__chunkscopeResumed && before && before !== visit && type !== 'navigate') tell('before', before);
  window.__chunkscopeResumed = true;
  sessionStorage.setItem(VISIT, visit);
}

// The framework adds a step to the browser's history with every setting in the address, and takes the
// settings out of it before it shows another page: going back would undo them one by one, and lose
// them in the end. With this it leads to the page before, as it was left.
function keepHistory() {
  const push = history.pushState.bind(history);
  let left = '';
  const complete = () => {
    const href = whole(new URL(location.href));
    if (href !== location.href) history.replaceState(history.state, '', href);
  };
  window.addEventListener('chunkscope:address', complete);
  complete();
  history.pushState = (state, title, url) => {
    const to = new URL(url ?? '', location.href);
    if (to.pathname === location.pathname) {
      left = location.search && !to.search ? location.href : '';
      return history.replaceState(state, title, url);
    }
    history.replaceState(history.state, title, whole(new URL(left || location.href)));
    left = '';
    return push(state, title, url);
  };
}

// Complete an address with all settings: the framework leaves out those that a button has set, such as a
// recommendation or undo.
function whole(address) {
  const { page, settings } = window.__chunkscope?.address ?? {};
  if (page !== address.pathname) return address.href;
  const own = Object.entries(settings).filter(([name]) => /(^|\.)strategy$/.test(name))
    .map(([name, strategy]) => `${name.slice(0, -'strategy'.length)}${strategy}.`);
  for (const name of [...address.searchParams.keys()]) {
    if (own.some((prefix) => name.startsWith(prefix))) address.searchParams.delete(name);
  }
  for (const [name, value] of Object.entries(settings)) address.searchParams.set(name, value);
  return address.href;
}

if (!window.__chunkscopeHistory) {
  window.__chunkscopeHistory = true;
  keepHistory();
}

export default function ({ parentElement, data, setStateValue }) {
  if (data?.visit) resume(data.visit, setStateValue);
  const root = parentElement.querySelector('.chunkscope.keys');
  return root ? mounted(root, () => new KeysView(root))[1] : undefined;
}
