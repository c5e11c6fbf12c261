// Sentences for the user, over the lower edge of the window: they never move anything.

import { send } from '../core/channel.js';
import { button, make } from '../core/dom.js';
import { store } from '../core/store.js';
import { View } from '../core/view.js';

const SHOWN_FOR = 6000; // milliseconds, of what is no problem

/** @import { WindowEvent } from '../messages.d.ts' */

export class Notices extends View {
  /** @param {HTMLElement} root */
  constructor(root) {
    super(root, 'notices', ['status']);
    this.timed = /** @type {Set<number>} */ (new Set()); // numbers of those that dismiss themselves
    root.setAttribute('role', 'status');
    this.refresh();
  }

  refresh() {
    const notices = store.status?.notices ?? [];
    if (!this.differs('notices', notices)) return;
    this.root.replaceChildren(...notices.map(([number, text, problem, offer]) => make(
      'div', { class: problem ? 'notice problem' : 'notice', role: problem ? 'alert' : 'status' },
      make('span', { dir: 'auto' }, text),
      offer && make('button', { type: 'button', class: 'offer', onclick: () => send(.../** @type {WindowEvent} */ (offer[1])) }, offer[0]),
      button('Dismiss', '✕', () => send('dismiss', number)),
    )));
    for (const [number, , problem] of notices) {
      if (problem || this.timed.has(number)) continue;
      this.timed.add(number);
      setTimeout(() => send('dismiss', number), SHOWN_FOR);
    }
  }
}
