// The line above the table: the documents, one threshold for all of them, and those that it does not fit.

import { send } from '../core/channel.js';
import { button, make, setText } from '../core/dom.js';
import { countOf, percent } from '../core/format.js';
import { store } from '../core/store.js';
import { View } from '../core/view.js';

export class LineView extends View {
  /** @param {HTMLElement} root  @param {(ids: string[]) => void} next  selects the next of some documents */
  constructor(root, next) {
    super(root, 'status', ['library']);
    this.count = make('span', {});
    this.common = make('span', {});
    this.use = button('Use this threshold for all documents', 'Use', () => send('library_use_threshold'));
    this.use.classList.add('fix');
    this.misfits = make('button', { type: 'button', title: 'Estimated F1 below 80% of the best: show the next one' });
    this.misfits.onclick = () => next(store.library.common?.misfits ?? []);
    this.tuned = make('span', { class: 'tuned' });
    this.useTuned = button('Use the threshold of Tune, transferred', 'Use', () => send('library_use_tuned'));
    this.useTuned.classList.add('fix');
    const numbers = (...parts) => make('div', { class: 'numbers' }, ...parts);
    root.replaceChildren(numbers(this.count, this.common), this.use, numbers(this.misfits), numbers(this.tuned), this.useTuned);
    this.refresh();
  }

  refresh() {
    const { library } = store;
    if (!library) return;
    const { rows, ready, common, tuned, threshold, settled } = library;
    setText(this.count, ready < rows.length ? `${ready} of ${countOf(rows.length, 'document')}` : countOf(rows.length, 'document'));
    setText(this.common, common ? `one threshold for all: ${common.text}` : threshold === null ? 'no threshold in this strategy' : settled ? 'no threshold recommended' : 'one threshold for all: …');
    this.common.title = common ? `Highest mean estimated F1; recommended for each document: ${common.low} to ${common.high}` : '';
    offer(this.use, common, threshold);
    const count = common?.misfits.length ?? 0;
    this.misfits.classList.toggle('away', !common);
    this.misfits.disabled = !count;
    const misfit = count > rows.length / 2 ? 'no single threshold fits: ' : '';
    setText(this.misfits, count ? `${misfit}does not fit ${count} of ${countOf(rows.length, 'document')}` : 'fits all documents');
    offer(this.useTuned, tuned, threshold);
    setText(this.tuned, tuned ? `Tune ${tuned.original} → ${tuned.text} here` : '');
    this.tuned.title = tuned ? `${percent(tuned.share)} of the candidate boundaries lie below it, as on Tune; 90% range ${tuned.low} to ${tuned.high}` : '';
  }
}

/** Show the button of a threshold, if there is one, and whether it is in use. */
function offer(use, found, threshold) {
  const used = found?.value === threshold;
  use.classList.toggle('away', !found);
  use.disabled = used;
  setText(use, used ? 'In use' : 'Use');
}
