// What all pages share: sections, views, and subscriptions; and the page while the document of the link is not open.

import { send } from '../core/channel.js';
import { make, setText } from '../core/dom.js';
import { store, subscribe } from '../core/store.js';

/** @import { Action } from '../controls/palette.js' */

/** @type {Map<string, new (root: HTMLElement) => Page>} */
const PAGES = new Map();

/** Let a class draw the page of a name. @param {string} name  @param {new (root: HTMLElement) => Page} page */
export const definePage = (name, page) => PAGES.set(name, page);

/** Return the page of a name, drawn in an element. @param {string} name  @param {HTMLElement} root */
export function makePage(name, root) {
  const found = PAGES.get(name);
  if (!found) throw new Error(`no module in pages/ defines the page ${name}`);
  return new found(root);
}

/** Base class of pages. */
export class Page {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.parts = /** @type {{destroy: () => void}[]} */ ([]);
  }

  /** Add an element with a CSS class. @param {string} [name]  @param {string} [label]  read out */
  section(name, label) {
    return this.root.appendChild(make('section', { class: name, 'aria-label': label }));
  }

  /** Add a panel at a side. @param {string} [label]  read out */
  aside(label) {
    return this.root.appendChild(make('aside', { 'aria-label': label }));
  }

  /**
   * Return a view that is destroyed with the page.
   *
   * @template {{destroy: () => void}} T
   * @param {T} view
   */
  add(view) {
    this.parts.push(view);
    return view;
  }

  /** Call a function with each change of some kinds. @param {string[]} kinds  @param {() => void} act */
  listen(kinds, act) {
    for (const kind of kinds) this.parts.push({ destroy: subscribe(kind, act) });
  }

  /** Handle a key, while nothing is typed; return whether it was used. @param {KeyboardEvent} _event */
  handleKey(_event) { return false; }

  /** The actions of the page for the palette. @returns {Action[]} */
  actions() { return []; }

  /** Follow a change of the presentation mode. */
  present() {}

  /** Focus the field of the question; return whether the page has one. */
  focusQuestion() { return false; }

  destroy() {
    for (const part of this.parts) part.destroy();
    this.root.replaceChildren();
  }
}

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
