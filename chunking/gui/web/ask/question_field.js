// The field for a question.

import { button, isolateKeys, make, setFieldText } from '../core/dom.js';
import { store } from '../core/store.js';
import { View } from '../core/view.js';
import { ask } from '../data/answer.js';

const LONGEST = 1000; // characters

export class QuestionField extends View {
  /** @param {HTMLElement} root */
  constructor(root) {
    super(root, 'question', ['answer']);
    this.asked = /** @type {string|undefined} */ (undefined);
    this.typing = false; // what is in the field is not asked yet
    this.input = make('input', {
      type: 'text', placeholder: 'Ask the document', 'aria-label': 'Question', title: 'Question: Enter asks, Esc clears (q)',
      maxlength: LONGEST, spellcheck: 'false', autocomplete: 'off', dir: 'auto',
      onkeydown: (event) => this.handleKey(event), onblur: () => { this.typing = false; },
      oninput: () => { this.typing = true; this.showClear(); },
    });
    this.clear = button('Clear the question (Esc)', '✕', () => this.empty());
    isolateKeys(this.input);
    root.setAttribute('role', 'search');
    root.replaceChildren(this.input, this.clear);
    this.refresh();
  }

  refresh() {
    const question = store.answer?.question ?? '';
    if (question !== this.asked) {
      this.asked = question;
      if (!this.typing) setFieldText(this.input, question);
    }
    this.showClear();
  }

  showClear() {
    this.clear.classList.toggle('away', !this.input.value);
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    if (event.isComposing) return;
    if (event.key === 'Enter') {
      this.typing = false;
      ask(this.input.value);
      this.focus();
      this.input.scrollLeft = 0;
    } else if (event.key === 'Escape') {
      this.empty();
      this.input.blur();
    } else return;
    event.preventDefault();
  }

  empty() {
    this.typing = false;
    this.input.value = '';
    ask('');
    this.showClear();
  }

  focus() {
    this.input.focus({ preventScroll: true });
    this.input.select();
  }
}
