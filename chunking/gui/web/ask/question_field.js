// The field for a question.

import { button, isolateKeys, make, setFieldText } from '../core/dom.js';
import { store } from '../core/store.js';
import { View } from '../core/view.js';
import { ask } from '../data/answer.js';

const LONGEST = 1000; // characters

export class QuestionField extends View {
  /** @param {HTMLElement} root */
  constructor(root) {
    super(root, 'question', ['answer', 'frame']);
    this.asked = /** @type {string|undefined} */ (undefined);
    this.input = make('input', {
      type: 'text', placeholder: 'Ask the document', 'aria-label': 'Question', title: 'Question: Enter asks, Esc clears (q)',
      maxlength: LONGEST, spellcheck: 'false', autocomplete: 'off', dir: 'auto',
      onkeydown: (event) => this.handleKey(event), onblur: () => { store.typed.typing = false; },
      oninput: () => { Object.assign(store.typed, { question: this.input.value, typing: true }); this.showClear(); },
    });
    this.clear = button('Clear the question (Esc)', '✕', () => this.empty());
    isolateKeys(this.input);
    root.setAttribute('role', 'search');
    root.replaceChildren(this.input, this.clear);
    this.refresh();
  }

  refresh() {
    const question = store.answer?.question ?? '', { typed } = store;
    // Another question than the one of this field, from the question set, say.
    if (this.asked !== undefined && question !== this.asked && !typed.typing) typed.question = null;
    if (typed.question !== null) setFieldText(this.input, typed.question);
    else if (question !== this.asked) setFieldText(this.input, question);
    this.asked = question;
    this.showClear();
  }

  showClear() {
    this.clear.classList.toggle('away', !this.input.value);
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    if (event.isComposing) return;
    if (event.key === 'Enter') {
      this.forget();
      ask(this.input.value);
      this.focus();
      this.input.scrollLeft = 0;
    } else if (event.key === 'Escape') {
      this.empty();
      this.input.blur();
    } else return;
    event.preventDefault();
  }

  forget() {
    Object.assign(store.typed, { question: null, typing: false });
  }

  empty() {
    this.forget();
    this.input.value = '';
    ask('');
    this.showClear();
  }

  focus() {
    this.input.focus({ preventScroll: true });
    this.input.select();
  }

  destroy() {
    store.typed.typing = false;
    super.destroy();
  }
}
