// The status line of Tune: the numbers, what determines the boundaries, one action, and the views.

import { send } from '../core/channel.js';
import { button, make, setText } from '../core/dom.js';
import { store } from '../core/store.js';
import { View } from '../core/view.js';
import { detailsOf } from './probabilities.js';

export const VIEWS = [['text', 'Text'], ['table', 'Table'], ['outcome', 'Outcome'], ['heat map', 'Heat map']];

export class StatusLine extends View {
  constructor(root) {
    super(root, 'status', ['tune', 'details']);
    this.numbers = make('div', { class: 'numbers', 'data-testid': 'numbers' });
    this.plausible = make('span', { hidden: '', 'data-testid': 'plausible' });
    this.verdict = make('span', { class: 'verdict', role: 'status', 'data-testid': 'verdict' });
    this.fix = button('Use the recommended threshold', '', () => send('use_threshold'));
    this.fix.classList.add('fix');
    // Where there is no room for the panel about the selected chunk, it lies over the text.
    this.why = button('Why the selected chunk starts and ends', 'Why?', () => root.closest('.page').classList.toggle('inspecting'));
    this.why.classList.add('why');
    this.views = make('div', { class: 'segments', role: 'tablist', 'aria-label': 'View' }, ...VIEWS.map(([name, title]) => {
      const tab = make('button', { type: 'button', role: 'tab' }, title);
      tab.dataset.view = name;
      tab.onclick = () => send('view', name);
      return tab;
    }));
    root.replaceChildren(this.numbers, this.verdict, this.fix, make('div', { class: 'space' }), this.why, this.views);
    this.refresh();
  }

  refresh() {
    const { chunking } = this, { details } = store;
    if (!chunking) return;
    const now = JSON.stringify(chunking.numbers);
    if (now !== this.drawn) {
      this.drawn = now;
      this.numbers.replaceChildren(...chunking.numbers.map((row) => this.number(row)), this.plausible);
    }
    const known = details?.document === chunking.document ? details : null;
    const plausible = detailsOf(chunking)?.plausible;
    this.plausible.hidden = !plausible;
    setText(this.plausible, plausible?.text ?? '');
    this.plausible.title = plausible?.detail ?? '';
    const { text = '', detail = '' } = known?.verdict ?? {};
    setText(this.verdict, text || detail);
    this.verdict.title = [text, detail].filter(Boolean).join('\n');
    const found = known?.threshold, differs = found?.value != null && found.value !== chunking.threshold && known.verdict.offer;
    this.fix.classList.toggle('away', !differs);
    this.fix.classList.toggle('primary', Boolean(known?.verdict.advise));
    if (differs) {
      setText(this.fix, `Use ${found.text}`);
      this.fix.title = `Recommended threshold for ${chunking.form.strategy} with these limits: ${found.reason}`;
    }
    for (const tab of this.views.children) tab.setAttribute('aria-selected', tab.dataset.view === chunking.view);
  }

  number([text, help, action]) {
    if (action !== 'truncated') return make('span', help ? { title: help } : {}, text);
    const next = make('button', { type: 'button', title: help }, text);
    next.onclick = () => {
      const rows = [...this.chunking.unread.keys()], now = this.selectedChunk() ?? -1;
      if (rows.length) this.select(rows.find((row) => row > now) ?? rows[0]);
    };
    return next;
  }
}
