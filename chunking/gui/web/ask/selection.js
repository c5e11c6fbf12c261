// The text that the user has selected in a view, as offsets in the document.

import { debounce } from '../core/dom.js';
import { changed, store } from '../core/store.js';
import { eachText } from '../text/places.js';

const AFTER = 120; // milliseconds that a selection stays as it is

/**
 * Keep `store.selection` up to date with what is selected in a view.
 *
 * @param {HTMLElement} pane
 * @param {import('../text/flow.js').Flow} flow
 * @param {() => string|undefined} document  the document that is shown
 * @param {AbortSignal} signal
 */
export function watchSelection(pane, flow, document, signal) {
  const read = debounce(AFTER, () => {
    if (signal.aborted) return;
    const span = selectedIn(pane, flow), name = document();
    const found = span && name ? { document: name, ...span } : null;
    if (JSON.stringify(found) === JSON.stringify(store.selection ?? null)) return;
    store.selection = found;
    changed('selection');
  });
  globalThis.document.addEventListener('selectionchange', read, { signal });
  signal.addEventListener('abort', () => { store.selection = null; });
}

// A selection may begin and end outside of the text: a triple click ends it in the next block.
function selectedIn(pane, flow) {
  const tree = pane.getRootNode(), selection = (tree.getSelection ? tree : globalThis.document).getSelection();
  if (!selection?.rangeCount || selection.isCollapsed) return null;
  const range = selection.getRangeAt(0), { startContainer, startOffset, endContainer, endOffset } = range;
  let start, end;
  for (const block of flow.order) {
    const core = (flow.craft.cores?.(block) ?? [flow.craft.core(block)]).find((each) => range.intersectsNode(each));
    if (!core) continue;
    eachText(core, (node, at) => {
      if (!range.intersectsNode(node)) return;
      const from = node === startContainer ? startOffset : 0, to = node === endContainer ? endOffset : node.length;
      if (from >= to) return;
      const base = flow.items.starts[block.__index] + at;
      start ??= base + from;
      end = base + to;
    });
  }
  return end === undefined ? null : { start, end };
}
