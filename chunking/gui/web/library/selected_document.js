// Which document of Library is selected: at once here, and a moment later in Python.

import { send } from '../core/channel.js';
import { changed, store } from '../core/store.js';

let /** @type {string|null} */ chosen = null;

/** Return the selected document by its id; null before any is prepared. @returns {string|null} */
export function selectedId() {
  const { library } = store;
  const isPrepared = library?.rows.some(({ id, chunks }) => id === chosen && chunks !== undefined);
  return isPrepared ? chosen : library?.selected ?? null;
}

/** Select a document everywhere. @param {string} id */
export function select(id) {
  chosen = id;
  changed('library_selected');
  send('library_select', id);
}

/** Open a document on Tune. @param {string} id  @param {boolean} withSettings  those of Library */
export const show = (id, withSettings) => send('library_show', id, withSettings);
