// Library: the sidebar, the line, the table, and below it the similarities next to the selected text.

import { send } from '../core/channel.js';
import { make } from '../core/dom.js';
import { store } from '../core/store.js';
import { PreviewView } from '../library/document_preview.js';
import { TableView } from '../library/document_table.js';
import { LibrarySidebar } from '../library/library_sidebar.js';
import { selectedId, show } from '../library/selected_document.js';
import { BoxesView } from '../library/similarity_boxes.js';
import { LineView } from '../library/summary_line.js';

export class LibraryPage {
  constructor(root) {
    this.root = root;
    const place = (name, label) => root.appendChild(make('section', { class: name, 'aria-label': label }));
    this.sidebar = new LibrarySidebar(root.appendChild(make('aside', { 'aria-label': 'Settings' })));
    this.line = new LineView(place('line', 'Summary'), (ids) => this.table.next(ids));
    // The figure follows the order of the table.
    const above = place('above', 'Documents');
    this.boxes = new BoxesView(place('below', 'Similarities'));
    this.table = new TableView(above);
    this.preview = new PreviewView(place('preview', 'Chunks'));
  }

  /** The keys of the page; whether this was one. */
  pressed(event) {
    return event.target === document.body && this.table.key(event);
  }

  actions() {
    const id = selectedId(), { library } = store;
    return [
      ...this.sidebar.actions(),
      ...library?.common ? [{ title: 'Use one threshold for all', run: () => send('library_use_threshold') }] : [],
      ...library?.tuned ? [{ title: 'Use the threshold of Tune, transferred', run: () => send('library_use_tuned') }] : [],
      ...library?.common?.misfits.length ? [{ title: 'Next document it does not fit', run: () => this.table.next(library.common.misfits) }] : [],
      ...id ? [
        { title: 'Open on Tune', keys: 'Enter', run: () => show(id, false) },
        { title: 'Open on Tune with these settings', run: () => show(id, true) },
        { title: 'Remove from Library', run: () => send('library_remove', id) },
      ] : [],
    ];
  }

  present() { this.boxes.redraw(); }

  destroy() {
    for (const view of [this.sidebar, this.line, this.table, this.boxes, this.preview]) view.destroy();
    this.root.replaceChildren();
  }
}
