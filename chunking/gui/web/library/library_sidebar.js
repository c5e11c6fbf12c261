// The sidebar of Library: which documents, and the settings for all of them.

import { send } from '../core/channel.js';
import { button, isolateKeys, make, setText } from '../core/dom.js';
import { store } from '../core/store.js';
import { View } from '../core/view.js';
import { SettingsForm } from '../controls/settings_form.js';

/** @import { Action } from '../controls/palette.js' */

export class LibrarySidebar extends View {
  /** @param {HTMLElement} root */
  constructor(root) {
    super(root, 'sidebar', ['library']);
    this.form = new SettingsForm('library');
    const samples = button('Show the samples', 'Samples', () => send('library_samples'));
    this.open = button('Add the documents that are open', 'Add open', () => send('library_add_open'));
    const files = button('Choose several files', 'Files…', () => send('dialog', 'library_files'));
    const sync = button('Sync to a store: the chunks of a folder with their vectors', 'Sync to a store…', () => send('dialog', 'sync'));
    this.folder = make('input', {
      type: 'text', placeholder: 'Folder on this machine', 'aria-label': 'Folder on this machine', title: 'Subfolders included; Enter reads it',
      autocomplete: 'off', spellcheck: 'false', value: store.typed.folder,
      oninput: () => { store.typed.folder = this.folder.value; },
      onkeydown: ({ key }) => { if (key === 'Enter' && this.folder.value.trim()) send('library_folder', this.folder.value); },
    });
    isolateKeys(this.folder);
    root.replaceChildren(
      make('div', { class: 'documents-of' }, make('span', { class: 'label' }, 'Documents'),
        make('div', { class: 'ways' }, samples, this.open, files), this.folder, make('div', { class: 'ways' }, sync)),
      this.form.root,
    );
    this.refresh();
  }

  refresh() {
    const { library } = store;
    if (!library) return;
    setText(this.open, library.open === 1 ? 'Add open' : `Add ${library.open} open`);
    this.form.update(library.form, library.strategies);
  }

  /** @returns {Action[]} */
  actions() {
    const { library } = store;
    if (!library) return [];
    return [
      ...this.form.actions(),
      ...library.strategies.map(({ value }) => ({ title: `Strategy ${value}`, run: () => send('strategy', 'library', value) })),
      { title: 'Show the samples', run: () => send('library_samples') },
      { title: 'Add open documents', run: () => send('library_add_open') },
      { title: 'Choose files', run: () => send('dialog', 'library_files') },
      { title: 'Read a folder', run: () => this.folder.focus() },
      { title: 'Sync to a store', run: () => send('dialog', 'sync') },
    ];
  }

  destroy() {
    this.form.destroy();
    super.destroy();
  }
}
