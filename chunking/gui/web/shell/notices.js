// Sentences for the user, over the lower edge of the window: they never move anything.

import { send } from '../core/channel.js';
import { button, make } from '../core/dom.js';
import { store } from '../core/store.js';
import { View } from '../core/view.js';

const SHOWN_FOR = 6000; // milliseconds, of what is no problem

const makeOffer = ([label, event]) => {
  const made = make('button', { type: 'button', class: 'offer' }, label);
  made.onclick = () => send(...event);
  return made;
};

export class Notices extends View {
  constructor(root) {
    super(root, 'notices', ['status']);
    this.timers = new Map();
    root.setAttribute('role', 'status');
    this.refresh();
  }

  refresh() {
    const notices = store.status?.notices ?? [];
    const now = JSON.stringify(notices);
    if (now === this.drawn) return;
    this.drawn = now;
    this.root.replaceChildren(...notices.map(([number, text, problem, offer]) => make(
      'div', { class: problem ? 'notice problem' : 'notice', role: problem ? 'alert' : 'status' },
      make('span', { dir: 'auto' }, text),
      ...offer ? [makeOffer(offer)] : [], button('Dismiss', '✕', () => send('dismiss', number)),
    )));
    for (const [number, , problem] of notices) {
      if (problem || this.timers.has(number)) continue;
      this.timers.set(number, setTimeout(() => send('dismiss', number), SHOWN_FOR));
    }
  }
}
