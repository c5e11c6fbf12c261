// The bar of every page: document, pages, progress of jobs, undo and redo, and menus.

import { send } from '../core/channel.js';
import { copyText } from '../core/clipboard.js';
import { button, make, setAttribute, setText } from '../core/dom.js';
import { countOf } from '../core/format.js';
import { store } from '../core/store.js';
import { View } from '../core/view.js';
import { addQuestion, ask } from '../data/answer.js';
import { Menu } from '../controls/menu.js';
import { Select } from '../controls/select.js';
import { QuestionField } from '../ask/question_field.js';
import { showStep as showDemo } from './demo.js';

/** @import { JobProgress } from '../messages.d.ts' */
/** @import { MenuItem } from '../controls/menu.js' */
/** @import { Action } from '../controls/palette.js' */

export class TopBar extends View {
  /** @param {HTMLElement} root  @param {import('./app.js').App} app */
  constructor(root, app) {
    super(root, 'topbar', ['frame', 'status']);
    this.app = app;
    this.documents = new Select('Document', (key) => { if (key) send('open', key); });
    this.documents.root.classList.add('documents');
    const add = button('Open a document', '+', () => send('dialog', 'open'));
    this.reread = button('The file has changed on disk: read it again', 'Reload', () => send('read_again'));
    this.tabs = make('nav', { 'aria-label': 'Pages' });
    this.question = new QuestionField(make('div'));
    this.bar = make('progress', { max: '1', 'aria-label': 'Progress', hidden: '' });
    this.text = make('span', { dir: 'auto' });
    this.job = make('div', { class: 'job', role: 'status' });
    this.undo = button('Undo', '↶', () => send('undo'));
    this.redo = button('Redo', '↷', () => send('redo'));
    const share = new Menu('Share', 'Share', () => this.shareItems());
    this.share = share.face;
    const more = new Menu('More', '⋯', () => this.moreItems());
    root.replaceChildren(
      this.documents.root, add, this.reread, this.tabs, this.question.root,
      this.job, this.undo, this.redo, share.root,
      button('Export chunks, settings or code', 'Export', () => send('dialog', 'export')), more.root,
      button('Demonstration, keys and terms (?)', '?', () => app.help.open()), this.bar,
    );
    this.refresh();
  }

  refresh() {
    const { frame } = store;
    if (!frame) return;
    const own = new Set(frame.own);
    const options = frame.documents.map(([value, title]) => ({ value, title, group: own.has(value) ? 'Open' : 'Samples' }));
    if (frame.awaited) options.unshift({ value: '', title: frame.awaited.name || 'Linked document', group: '' });
    this.documents.update({ value: frame.awaited ? '' : frame.chosen, options });
    if (this.differs('pages', frame.pages)) this.tabs.replaceChildren(...frame.pages.map(makeTab));
    for (const tab of /** @type {Iterable<HTMLElement>} */ (this.tabs.children)) {
      setAttribute(tab, 'aria-current', tab.dataset.page === frame.page ? 'page' : null);
    }
    this.reread.classList.toggle('away', !frame.changed_on_disk);
    showStep(this.undo, frame.undo, 'Undo', 'Ctrl+Z');
    showStep(this.redo, frame.redo, 'Redo', 'Ctrl+Shift+Z');
    // Of several jobs the first: the others follow it.
    const job = store.status?.jobs[0];
    this.bar.hidden = !job || job.error;
    if (this.differs('job', job && [job.id, job.error])) this.job.replaceChildren(...job ? this.makeJob(job) : []);
    if (job) this.showProgress(job);
  }

  /** @param {JobProgress} job */
  makeJob({ id, error, stoppable }) {
    if (error) return [this.text, button('Start it again', 'Retry', () => send('retry', id))];
    return [this.text, button('Stop', 'Stop', () => send('stop', id), { hidden: stoppable ? null : '' })];
  }

  /** @param {JobProgress} job */
  showProgress({ error, stopped, text, total, done }) {
    setText(this.text, stopped && error ? 'Stopped. Retry continues.' : text);
    this.job.title = text;
    if (total > 0) this.bar.value = done / total; else this.bar.removeAttribute('value');
  }

  copyLink() {
    return copyText(location.href, (said) => {
      setText(this.share, said || 'Share');
      this.share.setAttribute('aria-label', said || 'Share');
    });
  }

  /** @returns {MenuItem[]} */
  shareItems() {
    /** @type {MenuItem[]} */
    const file = store.frame?.awaited ? [] : [['Share with the text…', () => send('dialog', 'share')]];
    const leftOut = store.frame?.left_out ?? 0;
    const without = leftOut ? ` without the ${countOf(leftOut, 'question')}` : '';
    return [[`Copy link${without}`, () => this.copyLink()], ...file];
  }

  /** @returns {MenuItem[]} */
  moreItems() {
    const { frame } = store, isOwn = frame?.own.includes(frame.chosen);
    /** @type {MenuItem[]} */
    const close = frame && isOwn ? [['Close document', () => send('close', frame.chosen)]] : [];
    return [
      ['Document details…', () => send('dialog', 'details')],
      ...close,
      ['Save or open workspace…', () => send('dialog', 'workspace')],
      ['Presets…', () => send('dialog', 'presets')],
      ['Manual boundaries…', () => send('dialog', 'boundaries')],
      ['Questions…', () => send('dialog', 'questions')],
      ['Present', () => this.app.present(), 'f'],
      ['All actions…', () => this.app.palette.open(), 'Ctrl+K'],
    ];
  }

  /** @returns {Action[]} */
  actions() {
    const { frame } = store;
    if (!frame) return [];
    return [
      ...frame.pages.map(([name, title]) => ({ title: `Go to ${title}`, run: () => send('page', name) })),
      { title: 'Ask a question', keys: 'q', run: () => this.app.askQuestion() },
      ...store.answer?.question ? [
        { title: 'Clear the question', run: () => ask('') },
        { title: 'This answers it', keys: 'a', run: addQuestion },
      ] : [],
      { title: 'Evaluate questions', run: () => { send('ask_view', 'questions'); if (frame.page !== 'ask') send('page', 'ask'); } },
      { title: 'Open a document', run: () => send('dialog', 'open') },
      { title: 'Export', run: () => send('dialog', 'export') },
      ...this.shareItems().map(([title, run]) => ({ title: title.replace('…', ''), run })),
      { title: 'Undo', keys: 'Ctrl+Z', run: () => send('undo') },
      { title: 'Redo', keys: 'Ctrl+Shift+Z', run: () => send('redo') },
      ...this.moreItems().map(([title, run, keys]) => ({ title: title.replace('…', ''), run, keys })),
      { title: 'Start the demonstration', run: () => showDemo(1) },
      { title: 'Keys and terms', keys: '?', run: () => this.app.help.open() },
      ...frame.documents.map(([key, title]) => ({ title: `Open ${title}`, run: () => send('open', key) })),
    ];
  }
}

/** @param {[string, string]} page  its name and title */
const makeTab = ([name, title]) => make('button', { type: 'button', 'data-page': name, onclick: () => send('page', name) }, title);

/**
 * Show what a step back or forward would change.
 *
 * @type {(face: HTMLButtonElement, change: string|null, name: string, keys: string) => void}
 */
function showStep(face, change, name, keys) {
  face.disabled = change === null;
  face.title = change === null ? `${name} (${keys})` : `${name}: ${change} (${keys})`;
  face.setAttribute('aria-label', face.title);
}
