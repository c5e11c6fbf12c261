import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';

const { Window } = await import('happy-dom').catch(() => ({}));
const skip = !Window && !process.env.CI && 'needs happy-dom: npm install';
if (!skip) {
  const page = new Window();
  for (const name of ['document', 'Node', 'HTMLElement', 'HTMLButtonElement', 'KeyboardEvent', 'sessionStorage']) {
    Object.defineProperty(globalThis, name, { value: page[name], configurable: true });
  }
}
const { connect, send, take } = await import('../../chunking/gui/web/core/channel.js');
const { store, subscribe } = await import('../../chunking/gui/web/core/store.js');
const { QuestionField } = await import('../../chunking/gui/web/ask/question_field.js');
const { LibrarySidebar } = await import('../../chunking/gui/web/library/library_sidebar.js');
const { integerInput } = await import('../../chunking/gui/web/controls/number_input.js');
const { SettingsForm } = await import('../../chunking/gui/web/controls/settings_form.js');

const COMMON = { help: '', primary: true };
const THRESHOLD = { ...COMMON, name: 'threshold', label: 'Threshold', default: 0.3, kind: 'slider', low: 0, high: 1, step: 0.01, decimals: 2, whole: false };
const SIZE = { ...COMMON, name: 'size', label: 'Size', default: 200, kind: 'number', whole: true };

let now = 0, delivered = []; // events that Python has not answered

/** Let the time pass in which no further event is sent. */
function pass() {
  now += 50;
  mock.timers.tick(50);
}

connect((_, events) => { delivered = events; }, 'session');

/** Answer the events up to one of them, as Python does: what was handled, and what applies. */
async function answer(upTo, message) {
  const messages = [{ kind: 'handled', events: upTo }, message];
  take(Uint8Array.from(messages.flatMap((header) => {
    const head = Buffer.from(JSON.stringify(header)), lengths = Buffer.alloc(8);
    lengths.writeUInt32LE(head.length);
    return [...lengths, ...head];
  })));
  await Promise.resolve();
  pass();
}

const answerSettings = (upTo, threshold, size = 200) => answer(upTo, {
  kind: 'sweep', form: { strategy: 'semantic', summary: '', source: '', problem: '', fields: [{ ...THRESHOLD, value: threshold }, { ...SIZE, value: size }] },
});

const last = () => delivered.at(-1);

/** Type a text over what is selected, as a keyboard does. */
function type(field, text) {
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end');
  field.dispatchEvent(new Event('input'));
}

function press(field, key) {
  field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  if (key === 'Enter') field.dispatchEvent(new Event('change'));
  pass();
}

/** Focus a field that enters a changed text when it is left, as in a browser, and select its text. */
function focusAsBrowser(field) {
  const before = field.value;
  field.focus();
  field.select();
  field.blur = () => {
    if (field.value !== before) field.dispatchEvent(new Event('change'));
    HTMLElement.prototype.blur.call(field);
  };
}

const Event = skip ? undefined : document.defaultView.Event;
let form, threshold, size;

if (!skip) {
  mock.timers.enable({ apis: ['setTimeout'] });
  mock.method(performance, 'now', () => now);
  subscribe('sweep', () => form.update(store.sweep.form, []));
}

beforeEach(async () => {
  if (skip) return;
  form?.destroy();
  form = new SettingsForm('sweep');
  document.body.replaceChildren(form.root);
  await answerSettings(last()?.[0] ?? 0, 0.3);
  [threshold, size] = form.root.querySelectorAll('input');
});

test('a threshold typed while the step before is answered is the one that is set', { skip }, async () => {
  send('set', 'sweep', 'threshold', 0.29);
  threshold.focus();
  await answerSettings(last()[0], 0.29);
  type(threshold, '0.2');
  press(threshold, 'Enter');
  assert.deepEqual(last().slice(1), ['set', 'sweep', 'threshold', 0.2]);
});

test('a value that was set stands while an earlier one is answered, and the next replaces it', { skip }, async () => {
  for (const [field, name, values] of [[threshold, 'threshold', [0.29, 0.2, 0.35]], [size, 'size', [210, 220, 230]]]) {
    send('set', 'sweep', name, values[0]);
    const [earlier] = last();
    field.focus();
    field.select();
    type(field, String(values[1]));
    press(field, 'Enter');
    field.select();
    await answerSettings(earlier, ...(field === size ? [0.35, values[0]] : [values[0]]));
    assert.equal(Number(field.value), values[1]);
    type(field, String(values[2]));
    press(field, 'Enter');
    assert.deepEqual(last().slice(1), ['set', 'sweep', name, values[2]]);
  }
});

test('a half typed value stays while a step is answered, and a value from elsewhere is typed over', { skip }, async () => {
  send('set', 'sweep', 'threshold', 0.29);
  threshold.focus();
  type(threshold, '0.');
  await answerSettings(last()[0], 0.29);
  assert.equal(threshold.value, '0.');
  type(threshold, '4');
  press(threshold, 'Enter');
  assert.equal(last()[4], 0.4);
  await answerSettings(last()[0], 0.5); // undone, say
  assert.equal(threshold.value, '0.50');
  type(threshold, '0.6');
  press(threshold, 'Enter');
  assert.equal(last()[4], 0.6);
});

test('Escape discards what is typed, and nothing is set when the field is left', { skip }, async () => {
  send('set', 'sweep', 'threshold', 0.3);
  await answerSettings(last()[0], 0.3);
  const before = last();
  for (const [field, typed, value] of [[threshold, '0.9', '0.30'], [size, '250', '200']]) {
    focusAsBrowser(field);
    type(field, typed);
    press(field, 'Escape');
    assert.equal(field.value, value);
    assert.notEqual(document.activeElement, field);
  }
  assert.deepEqual(last(), before);
});

test('Escape puts the number in use back into a field for whole numbers', { skip }, () => {
  const entered = [], field = integerInput('Target', (value) => entered.push(value), (why) => { field.value = why || '12'; });
  document.body.append(field);
  field.value = '12';
  focusAsBrowser(field);
  type(field, '30');
  press(field, 'Escape');
  assert.deepEqual([field.value, entered, document.activeElement === field], ['12', [], false]);
  field.focus();
  field.select();
  type(field, '31');
  press(field, 'Enter');
  assert.deepEqual(entered, [31]);
});

test('a question that is being typed stays while those before it are answered', { skip }, async () => {
  const { input, root } = new QuestionField(document.createElement('div'));
  document.body.append(root);
  const answerQuestion = (question) => answer(last()?.[0] ?? 0, { kind: 'answer', question });
  input.focus();
  type(input, 'Who waits?');
  press(input, 'Enter');
  press(input, 'Escape');
  input.focus();
  type(input, 'When');
  await answerQuestion('Who waits?');
  await answerQuestion('');
  assert.equal(input.value, 'When');
  root.remove();
  press(input, 'Escape');
});

test('a question that is not asked yet is in the fields of all pages until another one is asked', { skip }, async () => {
  const bar = new QuestionField(document.createElement('div'));
  const answerQuestion = (question) => answer(last()?.[0] ?? 0, { kind: 'answer', question });
  document.body.append(bar.root);
  await answerQuestion('Who waits?');
  bar.input.focus();
  bar.input.select();
  type(bar.input, 'Why?');
  bar.input.dispatchEvent(new Event('blur'));
  const page = new QuestionField(document.createElement('div'));
  assert.equal(page.input.value, 'Why?');
  page.input.select();
  type(page.input, 'Why so?');
  page.destroy();
  await answer(last()?.[0] ?? 0, { kind: 'frame', page: 'tune' });
  assert.equal(bar.input.value, 'Why so?');
  await answerQuestion('Where?'); // opened in the question set, say
  assert.equal(bar.input.value, 'Where?');
  bar.destroy();
});

test('the folder typed on Library is kept, and read by Enter alone', { skip }, async () => {
  const folder = () => new LibrarySidebar(document.createElement('div')).folder;
  const field = folder();
  field.value = '/notes';
  field.dispatchEvent(new Event('input'));
  assert.equal(folder().value, '/notes');
  press(field, 'Enter');
  assert.deepEqual(last().slice(1), ['library_folder', '/notes']);
});
