// The colors of lanes on a page, readable on its ground.

import { isDark, readable } from '../core/reasons.js';
import { store } from '../core/store.js';

/** Set the colors of all lanes below an element. */
export function dyeLanes(root) {
  const dark = isDark(root.closest('.chunkscope') ?? root);
  store.lanes.forEach((color, i) => root.style.setProperty(`--lane-${i}`, readable(color, dark)));
}
