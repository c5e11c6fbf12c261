// The application: the bar, one page below it, and what lies over both.

import { send } from '../core/channel.js';
import { button, make, typesInto } from '../core/dom.js';
import { store, subscribe } from '../core/store.js';
import { watchTheme } from '../core/theme.js';
import { addQuestion, improveWhenIdle } from '../data/answer.js';
import { Palette } from '../controls/palette.js';
import { makePage } from '../pages/page.js';
import { Demo, showStep } from './demo.js';
import { Help } from './help.js';
import { Notices } from './notices.js';
import { TopBar } from './topbar.js';

/** @import { Page } from '../pages/page.js' */

// Milliseconds after a change of the address: once a drag pauses, and again since the framework may write its own
// after it has changed the page.
const ADDRESS_AFTER = [150, 700, 1500];

/** Return the page to draw: all but Library wait for the document of the link. @param {{page: string, awaited?: object|null}} frame */
export const pageOf = ({ page, awaited }) => (awaited && page !== 'library' ? 'awaited' : page);

export class App {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.ending = new AbortController();
    this.page = /** @type {Page|undefined} */ (undefined);
    this.name = ''; // of the page
    this.addressing = /** @type {number[]} */ ([]); // timers
    const { signal } = this.ending;
    watchTheme(root, signal);
    improveWhenIdle(signal);
    this.bar = new TopBar(make('header'), this);
    this.place = make('main');
    this.notices = new Notices(make('div'));
    this.palette = new Palette(() => [...this.page?.actions() ?? [], ...this.bar.actions()]);
    this.help = new Help();
    this.demo = new Demo(make('div'));
    const exit = button('End the presentation (Esc)', 'Exit', () => this.present(false), { class: 'exit' });
    root.replaceChildren(this.bar.root, this.place, this.notices.root, this.palette.root, this.help.root, this.demo.root, exit);
    signal.addEventListener('abort', subscribe('frame', () => this.refresh()));
    window.addEventListener('keydown', (event) => this.handleKey(event), { signal });
    // Before the field or view that has the focus, which may use the key.
    window.addEventListener('keydown', (event) => { if (event.key === 'Escape') this.leave(event); }, { signal, capture: true });
    this.refresh(); // messages that have not changed are not received again
  }

  // The page that Python shows; it is made once and destroyed when another one comes.
  refresh() {
    const { frame } = store;
    if (!frame) return;
    if (frame.demo) this.present(false);
    const name = pageOf(frame);
    if (this.name !== name) {
      this.page?.destroy();
      this.name = name;
      this.place.className = `page ${name}`;
      this.place.replaceChildren();
      this.page = makePage(name, this.place);
      this.root.dataset.page = name;
    }
    this.addressing.forEach(clearTimeout);
    this.addressing = ADDRESS_AFTER.map((after) => setTimeout(showAddress, after, frame.page, frame.address));
  }

  present(on = !this.root.classList.contains('present')) {
    if (on === this.root.classList.contains('present')) return;
    this.root.classList.toggle('present', on);
    this.page?.present();
  }

  /** End the demonstration, or else the presentation. @param {KeyboardEvent} event */
  leave(event) {
    const isShown = Boolean(this.demo.shown);
    if (!(isShown || this.root.classList.contains('present')) || store.frame?.dialog || this.help.root.open) return;
    if (isShown) showStep(0); else this.present(false);
    event.preventDefault();
    event.stopPropagation();
  }

  /** Go to the field of the question. */
  askQuestion() {
    if (!this.page?.focusQuestion()) this.bar.question.focus();
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    const key = event.key.toLowerCase(), command = event.ctrlKey || event.metaKey;
    const typing = typesInto(/** @type {HTMLInputElement} */ (event.composedPath()[0]));
    if (command && key === 'k') this.palette.open();
    else if (command && key === 'z' && !typing) send(event.shiftKey ? 'redo' : 'undo');
    else if (command && key === 'y' && !typing) send('redo');
    // A button that is disabled while its download is made loses the focus, and with it the dialog its keys.
    else if (store.frame?.dialog && key === 'escape' && document.activeElement === document.body) send('dialog');
    else if (typing || command || event.altKey || store.frame?.dialog) return;
    else if (key === '?') this.help.open();
    else if (key === 'q') this.askQuestion();
    else if (key === 'a' && store.answer?.question) addQuestion();
    else if (key === 'f') this.present();
    else if (!this.page?.handleKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  destroy() {
    this.page?.destroy();
    this.demo.destroy();
    this.ending.abort();
    this.root.replaceChildren();
  }
}

// The address reproduces the page: the framework is not asked to write it, since it would add a step to the
// browser's history with every value of a slider.
/** @param {string} page  @param {Record<string, string>} parameters */
function showAddress(page, parameters) {
  const query = new URLSearchParams(parameters).toString();
  const path = page === 'tune' ? '/' : `/${page}`;
  if (location.pathname !== path && location.pathname !== `${path}/`) return; // the framework is changing it
  const href = `${location.pathname}${query ? `?${query}` : ''}`;
  if (href !== `${location.pathname}${location.search}`) history.replaceState(history.state, '', href);
}
