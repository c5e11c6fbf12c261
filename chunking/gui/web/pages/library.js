// Library: the sidebar, the line, the table, and below it the similarities next to the selected text.

import { send } from '../core/channel.js';
import { store } from '../core/store.js';
import { DocumentPreview } from '../library/document_preview.js';
import { DocumentTable, selectedId, show } from '../library/document_table.js';
import { LibrarySidebar } from '../library/library_sidebar.js';
import { SimilarityBoxes } from '../library/similarity_boxes.js';
import { SummaryLine } from '../library/summary_line.js';
import { Page, definePage } from './page.js';

class LibraryPage extends Page {
  /** @param {HTMLElement} root */
  constructor(root) {
    super(root);
    this.sidebar = this.add(new LibrarySidebar(this.aside('Settings')));
    this.add(new SummaryLine(this.section('line', 'Summary'), (ids) => this.table.next(ids)));
    // The figure follows the order of the table.
    const above = this.section('above', 'Documents');
    this.boxes = this.add(new SimilarityBoxes(this.section('below', 'Similarities')));
    this.table = this.add(new DocumentTable(above));
    this.add(new DocumentPreview(this.section('preview', 'Chunks')));
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    return event.target === document.body && this.table.key(event);
  }

  actions() {
    const id = selectedId(), { common, tuned } = store.library ?? {};
    return [
      ...this.sidebar.actions(),
      ...common?.value != null ? [{ title: 'Use one threshold for all', run: () => send('library_use_threshold') }] : [],
      ...tuned ? [{ title: 'Use the threshold of Tune, transferred', run: () => send('library_use_tuned') }] : [],
      ...common?.misfits.length ? [{ title: 'Next document it does not fit', run: () => this.table.next(common.misfits) }] : [],
      ...id ? [
        { title: 'Open on Tune', keys: 'Enter', run: () => show(id, false) },
        { title: 'Open on Tune with these settings', run: () => show(id, true) },
        { title: 'Remove from Library', run: () => send('library_remove', id) },
      ] : [],
    ];
  }

  present() { this.boxes.redraw(); }
}

definePage('library', LibraryPage);
