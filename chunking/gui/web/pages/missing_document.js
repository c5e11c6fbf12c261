// In place of a page, while the document of the link is not open.

import { send } from '../core/channel.js';
import { make, setText } from '../core/dom.js';
import { store } from '../core/store.js';
import { Page, definePage } from './page.js';

class MissingDocumentPage extends Page {
  /** @param {HTMLElement} root */
  constructor(root) {
    super(root);
    const text = make('p', { role: 'status' });
    const open = make('button', { type: 'button', class: 'primary', dir: 'auto', onclick: () => send('dialog', 'open') });
    root.replaceChildren(make('div', { class: 'box' }, text, open));
    const refresh = () => {
      setText(text, store.frame?.awaited?.text ?? '');
      setText(open, store.frame?.awaited?.offer ?? '');
    };
    this.listen(['frame'], refresh);
    refresh();
  }
}

definePage('awaited', MissingDocumentPage);
