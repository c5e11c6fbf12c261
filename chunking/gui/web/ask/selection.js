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

function selectedIn(pane, flow) {
  const tree = pane.getRootNode(), selection = (tree.getSelection ? tree : globalThis.document).getSelection();
  if (!selection?.rangeCount || selection.isCollapsed) return null;
  const { startContainer, startOffset, endContainer, endOffset } = selection.getRangeAt(0);
  const start = offsetOf(flow, startContainer, startOffset), end = offsetOf(flow, endContainer, endOffset);
  return start === null || end === null || end <= start ? null : { start, end };
}

// Of a place in the text of a chunk; null elsewhere.
function offsetOf(flow, node, offset) {
  const core = (node.nodeType === Node.TEXT_NODE ? node.parentElement : node).closest?.('.core');
  const block = flow.order.find((each) => each.contains(core));
  if (!core || !block) return null;
  const at = eachText(core, (text, from) => (text === node ? from + offset : undefined));
  return at === undefined ? null : flow.items.starts[block.__index] + at;
}
