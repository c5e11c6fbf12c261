// What the keyboard does, on every page: a button beside the program's name, and `?` anywhere.

const KEYS = [
  ['Anywhere', [
    ['?', 'this list'],
    ['Tab', 'to the next control, view or button; Shift and Tab back'],
    ['← →', 'on a slider: one step; Page up and Page down: ten; Home and End: its ends'],
    ['Ctrl Z', 'undo a change of settings or marks; Ctrl, Shift and Z: redo'],
  ]],
  ['The curve', [
    ['↑ ↓', 'move the threshold one step'],
    ['← →', 'to the next cut and the one before'],
    ['+ −', 'closer and farther; Esc shows the whole document'],
  ]],
  ['The text', [
    ['↓ or j', 'the next chunk; ↑ or k: the one before'],
    ['m', 'mark a boundary: arrows go from gap to gap, Enter cuts there, Delete never cuts there, Backspace clears, Esc ends'],
    ['/', 'find words; Enter: the next place, Shift and Enter the one before; Esc: back to the text'],
  ]],
  ['Compare', [
    ['n', 'the next difference; p: the one before'],
  ]],
  ['Sweep', [
    ['← ↑ ↓ →', 'from cell to cell; Enter sets the cell in Tune'],
  ]],
];

function element(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

function list() {
  const rows = KEYS.flatMap(([where, keys]) => [
    element('tr', {}, element('th', { colspan: '2', scope: 'colgroup' }, where)),
    ...keys.map(([key, does]) => element('tr', {}, element('td', {}, element('kbd', {}, key)), element('td', {}, does))),
  ]);
  const close = element('button', { type: 'button' }, 'Close');
  const dialog = element('dialog', { 'aria-label': 'What the keys do' }, element('table', {}, element('tbody', {}, ...rows)), close);
  close.onclick = () => dialog.close();
  // A click beside it falls on the dialog itself.
  dialog.onclick = (event) => { if (event.target === dialog) dialog.close(); };
  return dialog;
}

const takesText = (target) => target?.isContentEditable || /^(input|textarea|select)$/i.test(target?.tagName ?? '');

export default function ({ parentElement }) {
  const root = parentElement.querySelector('.chunkscope.keys');
  if (!root || root.firstChild) return undefined;
  const dialog = list();
  const open = element('button', { type: 'button', 'aria-label': 'What the keys do', title: 'What the keys do (?)' }, '?');
  open.onclick = () => dialog.showModal();
  root.append(open, dialog);
  const pressed = (event) => {
    const slider = event.composedPath()[0]?.type === 'range';
    if (event.key !== '?' || dialog.open || (takesText(event.composedPath()[0]) && !slider)) return;
    dialog.showModal();
    event.preventDefault();
  };
  window.addEventListener('keydown', pressed);
  return () => {
    window.removeEventListener('keydown', pressed);
    root.replaceChildren();
  };
}
