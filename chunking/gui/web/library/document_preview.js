// The chunks of the selected document, and the ways to Tune.

import { button, make, setText } from '../core/dom.js';
import { store } from '../core/store.js';
import { unpackChunks } from '../core/unpack.js';
import { View } from '../core/view.js';
import { Excerpt } from '../text/excerpt.js';
import { selectedId, show } from './document_table.js';

export class DocumentPreview extends View {
  /** @param {HTMLElement} root */
  constructor(root) {
    super(root, 'preview', ['library', 'library_text', 'document', 'library_selected']);
    this.title = make('span', { class: 'title', dir: 'auto' });
    const open = (/** @type {boolean} */ withSettings) => show(selectedId() ?? '', withSettings);
    this.open = button('Open on Tune with its settings (Enter)', 'Open', () => open(false));
    this.openWith = button('Open on Tune with the settings of Library', 'Open with settings', () => open(true));
    this.notes = make('div', { class: 'notes' });
    this.excerpt = new Excerpt('Chunks of the selected document');
    root.replaceChildren(make('div', { class: 'head' }, this.title, this.open, this.openWith), this.notes, this.excerpt.root);
    this.refresh();
  }

  refresh() {
    const found = store.library_text, id = selectedId();
    this.open.disabled = this.openWith.disabled = !id;
    if (!found || !id) {
      setText(this.title, 'No document prepared yet');
      this.notes.replaceChildren();
      this.excerpt.show(null);
      this.differs('chunks', null);
      return;
    }
    const name = store.library?.rows.find((row) => row.id === id)?.name ?? found.name;
    setText(this.title, name);
    this.title.title = found.name;
    this.notes.replaceChildren(...(found.document === id ? found.notes : []).map((text) => make('p', { dir: 'auto' }, text)));
    const words = store.documents.get(found.document), isSelected = found.document === id;
    if (!this.differs('chunks', [found.version, words === undefined, isSelected])) return;
    // The chunks of another document than the selected one are about to be replaced.
    this.excerpt.show(isSelected ? unpackChunks(found.chunks) : null, words, found.document);
  }
}
