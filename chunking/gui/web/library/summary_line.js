// The line above the table: the documents, one threshold for all of them, and those that it does not fit.

import { send } from '../core/channel.js';
import { button, make, setText } from '../core/dom.js';
import { countOf, percent } from '../core/format.js';
import { store } from '../core/store.js';
import { View } from '../core/view.js';

export class SummaryLine extends View {
  /** @param {HTMLElement} root  @param {(ids: string[]) => void} next  selects the next of some documents */
  constructor(root, next) {
    super(root, 'status', ['library']);
    this.count = make('span');
    this.common = make('span');
    this.use = button('Use this threshold for all documents', 'Use', () => send('library_use_threshold'), { class: 'fix' });
    this.misfits = make('button', {
      type: 'button', title: 'Expected agreement below 80% of the best: show the next one', onclick: () => next(store.library?.common?.misfits ?? []),
    });
    this.tuned = make('span', { class: 'tuned' });
    this.useTuned = button('Use the threshold of Tune, transferred', 'Use', () => send('library_use_tuned'), { class: 'fix' });
    const numbers = (/** @type {Node[]} */ ...parts) => make('div', { class: 'numbers' }, ...parts);
    root.replaceChildren(numbers(this.count, this.common), this.use, numbers(this.misfits), numbers(this.tuned), this.useTuned);
    this.refresh();
  }

  refresh() {
    const { library } = store;
    if (!library) return;
    const { rows, ready, known, common, tuned, threshold } = library, documents = countOf(rows.length, 'document');
    setText(this.count, ready < rows.length ? `${ready} of ${documents}` : documents);
    const has = common?.value != null;
    setText(this.common, has ? `one threshold for all: ${common.text}` : threshold === null ? 'no threshold in this strategy'
      : common ? common.verdict : `one threshold for all: not known yet (${known} of ${documents} analyzed)`);
    this.common.title = [common?.reason, has && `Recommended for each document: ${common.low} to ${common.high}`].filter(Boolean).join('\n');
    showUse(this.use, has ? common : null, threshold);
    this.misfits.classList.toggle('away', !has);
    this.misfits.disabled = !common?.misfits.length;
    setText(this.misfits, has ? common.verdict : '');
    showUse(this.useTuned, tuned, threshold);
    setText(this.tuned, tuned ? `Tune ${tuned.original} → ${tuned.text} here` : '');
    this.tuned.title = tuned ? `${percent(tuned.share)} of the gaps lie below it, as on Tune; 90% range ${tuned.low} to ${tuned.high}` : '';
  }
}

/**
 * Show the button of a threshold, if there is one, and whether it is in use.
 *
 * @type {(use: HTMLButtonElement, found: {value: number|null}|null, threshold: number|null) => void}
 */
function showUse(use, found, threshold) {
  const used = found?.value === threshold;
  use.classList.toggle('away', !found);
  use.disabled = used;
  setText(use, used ? 'In use' : 'Use');
}
