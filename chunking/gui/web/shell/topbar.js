// The bar of every page: document, pages, progress of jobs, undo and redo, and menus.

import { send } from '../core/channel.js';
import { copyText } from '../core/clipboard.js';
import { button, make, setText } from '../core/dom.js';
import { store } from '../core/store.js';
import { View } from '../core/view.js';
import { ask } from '../data/answer.js';
import { addQuestion } from '../data/question_set.js';
import { Menu } from '../controls/menu.js';
import { Select } from '../controls/select.js';
import { QuestionField } from '../ask/question_field.js';

const PAGES = [['tune', 'Tune'], ['compare', 'Compare'], ['library', 'Library'], ['sweep', 'Sweep'], ['ask', 'Ask']];
const CONFIRMED_FOR = 1800; // milliseconds

export class TopBar extends View {
  constructor(root, app) {
    super(root, 'topbar', ['frame', 'status']);
    this.app = app;
    this.documents = new Select('Document', (key) => { if (key) send('open', key); });
    this.documents.root.classList.add('documents');
    this.add = button('Open a document', '+', () => send('dialog', 'open'));
    this.reread = button('The file has changed on disk: read it again', 'Reload', () => send('read_again'));
    this.tabs = make('nav', { 'aria-label': 'Pages' }, ...PAGES.map(([name, title]) => {
      const tab = button(title, title, () => send('page', name));
      tab.dataset.page = name;
      tab.removeAttribute('title');
      return tab;
    }));
    this.question = new QuestionField(make('div', {}));
    this.job = make('div', { class: 'job', hidden: '' });
    this.undo = button('Undo', '↶', () => send('undo'));
    this.redo = button('Redo', '↷', () => send('redo'));
    this.share = button('Copy a link that reproduces this view', 'Share', () => this.copyLink());
    this.more = new Menu('More', '⋯', () => this.moreItems());
    this.export = button('Export chunks, settings or code', 'Export', () => send('dialog', 'export'));
    this.help = button('Keys and terms (?)', '?', () => app.help.open());
    root.replaceChildren(
      this.documents.root, this.add, this.reread, this.tabs, this.question.root, make('div', { class: 'space' }), this.job,
      this.undo, this.redo, this.share, this.export, this.more.root, this.help,
    );
    this.refresh();
  }

  refresh() {
    const { frame } = store;
    if (!frame) return;
    const own = new Set(frame.own);
    const options = frame.documents.map(([value, title]) => ({ value, title, group: own.has(value) ? 'Open' : 'Samples' }));
    if (frame.awaited) options.unshift({ value: '', title: 'Linked document' });
    this.documents.update({ value: frame.awaited ? '' : frame.chosen, options });
    for (const tab of this.tabs.children) {
      if (tab.dataset.page === frame.page) tab.setAttribute('aria-current', 'page');
      else tab.removeAttribute('aria-current');
    }
    this.reread.classList.toggle('away', !frame.changed_on_disk);
    for (const [face, label, name, keys] of [[this.undo, frame.undo, 'Undo', 'Ctrl+Z'], [this.redo, frame.redo, 'Redo', 'Ctrl+Shift+Z']]) {
      face.disabled = label === null;
      face.title = label === null ? `${name} (${keys})` : `${name}: ${label} (${keys})`;
      face.setAttribute('aria-label', face.title);
    }
    this.showJob(store.status?.jobs[0]);
  }

  // Of several jobs the first: the others follow it.
  showJob(job) {
    this.job.hidden = !job;
    if (!job) { this.job.replaceChildren(); this.jobId = undefined; return; }
    const state = `${job.id}:${job.error}`;
    if (this.jobId !== state) {
      this.jobId = state;
      this.bar = make('progress', { max: '1' });
      this.text = make('span', { dir: 'auto' });
      const act = job.error
        ? button('Start it again', 'Retry', () => send('retry', job.id))
        : button('Stop', 'Stop', () => send('stop', job.id));
      if (!job.stoppable && !job.error) act.hidden = true;
      this.job.replaceChildren(this.text, ...job.error ? [] : [this.bar], act);
    }
    setText(this.text, job.stopped && job.error ? 'Stopped; what was done is kept.' : job.text);
    this.job.title = job.text;
    if (job.total > 0) this.bar.value = job.done / job.total; else this.bar.removeAttribute('value');
  }

  async copyLink() {
    const done = await copyText(location.href);
    this.share.textContent = done ? 'Copied' : 'Not allowed';
    clearTimeout(this.sharing);
    this.sharing = setTimeout(() => { this.share.textContent = 'Share'; }, CONFIRMED_FOR);
  }

  moreItems() {
    const own = store.frame.own.includes(store.frame.chosen);
    return [
      ['Document details…', () => send('dialog', 'details')],
      ...own ? [['Close document', () => send('close', store.frame.chosen)]] : [],
      ['Save or open workspace…', () => send('dialog', 'workspace')],
      ['Presets…', () => send('dialog', 'presets')],
      ['Manual boundaries…', () => send('dialog', 'boundaries')],
      ['Questions…', () => send('dialog', 'questions')],
      ['Present', () => this.app.present(), 'f'],
      ['All actions…', () => this.app.palette.open(), 'Ctrl+K'],
    ];
  }

  actions() {
    const { frame } = store;
    return [
      ...PAGES.map(([name, title]) => ({ title: `Go to ${title}`, run: () => send('page', name) })),
      { title: 'Ask a question', keys: 'q', run: () => this.app.askQuestion() },
      ...store.answer?.question ? [
        { title: 'Clear the question', run: () => ask('') },
        { title: 'Add to questions', keys: 'a', run: addQuestion },
      ] : [],
      { title: 'Evaluate questions', run: () => { send('ask_view', 'questions'); if (frame.page !== 'ask') send('page', 'ask'); } },
      { title: 'Open a document', run: () => send('dialog', 'open') },
      { title: 'Export', run: () => send('dialog', 'export') },
      { title: 'Copy link', run: () => this.copyLink() },
      { title: 'Undo', keys: 'Ctrl+Z', run: () => send('undo') },
      { title: 'Redo', keys: 'Ctrl+Shift+Z', run: () => send('redo') },
      ...this.moreItems().map(([title, run, keys]) => ({ title: title.replace('…', ''), run, keys })),
      { title: 'Keys and terms', keys: '?', run: () => this.app.help.open() },
      ...frame.documents.map(([key, title]) => ({ title: `Open ${title}`, run: () => send('open', key) })),
    ];
  }
}
