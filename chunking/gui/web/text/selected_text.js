// The text that the user has selected in a view, as offsets in the document.

import { debounce } from '../core/dom.js';
import { changed, store, subscribe } from '../core/store.js';
import { DESELECT } from '../data/answer.js';
import { eachText } from './character_positions.js';

/** @import { BlockList } from './block_list.js' */

const AFTER = 120; // milliseconds that a selection stays as it is

/**
 * Keep `store.selection` up to date with what is selected in a view.
 *
 * @param {BlockList} list
 * @param {() => string|undefined} document  the document that is shown
 * @param {AbortSignal} signal
 */
export function watchSelection(list, document, signal) {
  const read = debounce(AFTER, () => {
    if (signal.aborted) return;
    const span = selectedIn(list), name = document();
    const found = span && name ? { document: name, ...span } : null;
    if (JSON.stringify(found) === JSON.stringify(store.selection)) return;
    store.selection = found;
    changed('selection');
  });
  globalThis.document.addEventListener('selectionchange', read, { signal });
  const end = subscribe(DESELECT, () => selectionIn(list.pane)?.removeAllRanges());
  signal.addEventListener('abort', () => { end(); store.selection = null; });
}

// A shadow tree may have a selection of its own; the document knows of none there.
/** @param {Element} element */
function selectionIn(element) {
  const tree = /** @type {{getSelection?: () => Selection|null}} */ (element.getRootNode());
  return tree.getSelection ? tree.getSelection() : document.getSelection();
}

/** Tell whether text is selected in the tree of an element. @param {Element} element */
export const isSelecting = (element) => selectionIn(element)?.type === 'Range';

// A selection may begin and end outside of the text: a triple click ends it in the next block.
/** @param {BlockList} list */
function selectedIn({ pane, order }) {
  const selection = selectionIn(pane);
  if (!selection?.rangeCount || selection.isCollapsed) return null;
  const range = selection.getRangeAt(0), { startContainer, startOffset, endContainer, endOffset } = range;
  const spans = /** @type {[number, number][]} */ ([]);
  for (const block of order) {
    const core = block.__cores.find((each) => range.intersectsNode(each));
    if (!core) continue;
    eachText(core, (node, at) => {
      if (!range.intersectsNode(node)) return;
      const from = node === startContainer ? startOffset : 0, to = node === endContainer ? endOffset : node.length;
      const base = block.__start + at;
      if (from < to) spans.push([base + from, base + to]);
    });
  }
  const first = spans[0], last = spans.at(-1);
  return first && last ? { start: first[0], end: last[1] } : null;
}
