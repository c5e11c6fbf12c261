// The text that the user has selected in a view, as offsets in the document.

import { debounce } from '../core/dom.js';
import { changed, store, subscribe } from '../core/store.js';
import { DESELECT } from '../data/question_set.js';
import { eachText } from './character_positions.js';

const AFTER = 120; // milliseconds that a selection stays as it is

/**
 * Keep `store.selection` up to date with what is selected in a view.
 *
 * @param {HTMLElement} pane
 * @param {import('./block_list.js').BlockList} list
 * @param {() => string|undefined} document  the document that is shown
 * @param {AbortSignal} signal
 */
export function watchSelection(pane, list, document, signal) {
  const read = debounce(AFTER, () => {
    if (signal.aborted) return;
    const span = selectedIn(pane, list), name = document();
    const found = span && name ? { document: name, ...span } : null;
    if (JSON.stringify(found) === JSON.stringify(store.selection ?? null)) return;
    store.selection = found;
    changed('selection');
  });
  globalThis.document.addEventListener('selectionchange', read, { signal });
  const end = subscribe(DESELECT, () => selectionIn(pane)?.removeAllRanges());
  signal.addEventListener('abort', () => { end(); store.selection = null; });
}

// A shadow tree may have a selection of its own.
function selectionIn(pane) {
  const tree = pane.getRootNode();
  return (tree.getSelection ? tree : globalThis.document).getSelection();
}

// A selection may begin and end outside of the text: a triple click ends it in the next block.
function selectedIn(pane, list) {
  const selection = selectionIn(pane);
  if (!selection?.rangeCount || selection.isCollapsed) return null;
  const range = selection.getRangeAt(0), { startContainer, startOffset, endContainer, endOffset } = range;
  let start, end;
  for (const block of list.order) {
    const core = (list.renderer.cores?.(block) ?? [list.renderer.core(block)]).find((each) => range.intersectsNode(each));
    if (!core) continue;
    eachText(core, (node, at) => {
      if (!range.intersectsNode(node)) return;
      const from = node === startContainer ? startOffset : 0, to = node === endContainer ? endOffset : node.length;
      if (from >= to) return;
      const base = list.items.starts[block.__index] + at;
      start ??= base + from;
      end = base + to;
    });
  }
  return end === undefined ? null : { start, end };
}
