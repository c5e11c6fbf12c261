// In place of a page, while the document of the link is not open.

import { send } from '../core/channel.js';
import { make, setText } from '../core/dom.js';
import { store, subscribe } from '../core/store.js';

export class AwaitedPage {
  constructor(root) {
    this.root = root;
    this.text = make('p', { role: 'status' });
    const open = make('button', { type: 'button', class: 'primary' }, 'Open');
    open.onclick = () => send('dialog', 'open');
    root.replaceChildren(make('div', { class: 'box' }, this.text, open));
    this.end = subscribe('frame', () => this.refresh());
    this.refresh();
  }

  refresh() { setText(this.text, store.frame.awaited); }

  destroy() {
    this.end();
    this.root.replaceChildren();
  }
}
