// Which document of Library is selected: at once here, and a moment later in Python.

import { send } from '../core/channel.js';
import { changed, store } from '../core/store.js';

let chosen = null;

/** Return the selected document by its id; null before any is prepared. */
export function selectedId() {
  const { library } = store;
  return library?.rows.some(({ id, chunks }) => id === chosen && chunks !== undefined) ? chosen : library?.selected ?? null;
}

/** Select a document everywhere. */
export function select(id) {
  chosen = id;
  changed('library_selected');
  send('library_select', id);
}

/** Open a document on Tune. */
export const show = (id, withSettings) => send('library_show', id, withSettings);
