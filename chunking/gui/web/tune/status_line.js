// The status line of Tune: the numbers, what determines the boundaries, one action, and the views.

import { send } from '../core/channel.js';
import { button, make, setLabel, setText } from '../core/dom.js';
import { store } from '../core/store.js';
import { View } from '../core/view.js';
import { Tabs } from '../controls/tabs.js';

const USE = 'Use the recommended threshold', NONE = 'No threshold suits this text';

/** The titles of the views below the curve. */
export const VIEWS = { text: 'Text', table: 'Table', outcome: 'Outcome', 'heat map': 'Heat map', runs: 'Runs' };

export class StatusLine extends View {
  /** @param {HTMLElement} root */
  constructor(root) {
    super(root, 'status', ['tune', 'details']);
    this.numbers = make('div', { class: 'numbers', 'data-testid': 'numbers' });
    this.verdict = make('span', { class: 'verdict', role: 'status', 'data-testid': 'verdict' });
    this.broken = make('div', { class: 'space broken', 'data-testid': 'broken' }); // in the room that is left
    this.none = false; // no threshold is recommended
    this.fix = button(USE, '', () => { if (this.none) send('dialog', 'suggestions'); else send('use_threshold'); }, { class: 'fix' });
    // Where there is no room for the panel about the selected chunk, it lies over the text.
    const inspect = () => root.closest('.page')?.classList.toggle('inspecting');
    const why = button('Why the selected chunk starts and ends', 'Why?', inspect, { class: 'why' });
    this.views = new Tabs('View', Object.keys(VIEWS), (name) => send('view', name), { data: 'view' });
    this.views.setTitles(VIEWS);
    root.replaceChildren(this.numbers, this.verdict, this.fix, this.broken, why, this.views.root);
    this.refresh();
  }

  refresh() {
    const { chunking } = this, { details } = store;
    if (!chunking) return;
    if (this.differs('numbers', chunking.numbers)) {
      this.numbers.replaceChildren(...chunking.numbers.map((number) => this.makeNumber(number)));
    }
    const known = details?.document === chunking.document ? details : null;
    const { text = '', detail = '' } = known?.verdict ?? {};
    setText(this.verdict, text || detail);
    this.verdict.title = [text, detail].filter(Boolean).join('\n');
    setText(this.broken, text && detail);
    this.broken.title = detail;
    const found = known?.threshold, none = Boolean(found) && found?.value === null;
    const differs = found && !none && found.value !== chunking.threshold && known?.verdict.offer;
    this.fix.classList.toggle('away', !differs && !none);
    this.fix.classList.toggle('primary', Boolean(known?.verdict.advise) && !none);
    this.none = none;
    if (found && none) {
      setText(this.fix, NONE);
      setLabel(this.fix, found.reason);
    } else if (found && differs) {
      setText(this.fix, `Use ${found.text}`);
      setLabel(this.fix, `Recommended threshold for ${chunking.form.strategy} with these limits: ${found.reason}`);
    }
    this.views.select(chunking.view);
  }

  /** @param {string[]} number  text, help and action */
  makeNumber([text, help, action]) {
    if (action !== 'truncated') return make('span', { title: help || null }, text);
    const selectNext = () => {
      const rows = [...this.chunking?.unread.keys() ?? []], now = this.selectedChunk() ?? -1;
      if (rows.length) this.select(rows.find((row) => row > now) ?? rows[0]);
    };
    return make('button', { type: 'button', title: help, onclick: selectNext }, text);
  }
}
