// The demonstration, keys and terms, on every page: `?` opens them.

import { make } from '../core/dom.js';
import { showStep } from './demo.js';

const KEYS = [
  {
    where: 'Anywhere', keys: {
      'Ctrl K': 'all actions and settings',
      'Ctrl Z': 'undo; Ctrl Shift Z: redo',
      q: 'ask a question; Esc clears it',
      a: 'add the question with the selected text as its answer to the question set',
      f: 'presentation mode; Esc ends it',
      '?': 'this list, and the demonstration',
    },
  },
  {
    where: 'Sliders', keys: {
      '← →': 'one step; with Shift a fine step',
      Page: 'ten steps; Home, End: the ends',
      'double-click': 'reset to the default',
    },
  },
  { where: 'Curve', keys: { '↑ ↓': 'threshold', '← →': 'previous, next boundary', '+ −': 'zoom; Esc: whole document' } },
  {
    where: 'Text', keys: {
      'j k': 'next, previous chunk',
      '/': 'find, also on Ask',
      u: 'most uncertain candidate; again: the next one',
      m: 'manual boundaries: arrows move, Enter adds, Delete forbids, Backspace clears, Esc ends',
    },
  },
  { where: 'Compare', keys: { 'n p': 'next, previous difference', '↑ ↓': 'on the edge below the figure: its height' } },
  { where: 'Sweep', keys: { arrows: 'move between cells; Enter applies one' } },
];

/** The terms of the window, by name. */
const TERMS = {
  'candidate boundary': 'a gap between two sentences or blocks whose similarity is below the threshold',
  suppressed: 'a candidate that is no boundary, mostly because a chunk would be below min tokens',
  forced: 'a boundary set by max tokens',
  threshold: 'the similarity below which a gap is a candidate boundary',
  plateau: 'a range of a setting without any change of boundaries: its middle is a safe choice',
  borderline: 'a boundary that disappears within two steps of the slider',
  'model limit': 'the number of tokens that the embedding model reads at once',
  optimum: 'part of the best chunking; the number is the probability of a boundary there',
  'B, F1@1, Pk, WindowDiff': 'agreement with reference boundaries; B and F1@1: higher is better, Pk and WindowDiff: lower',
  'whole, split': 'whether one chunk contains the answer to a question, or a boundary divides it',
  'recall, rank': 'the share of the evidence in the retrieved text; the rank of the first chunk with a part of it',
  token: 'the unit of sizes, as the tokenizer counts it',
};

export class Help {
  constructor() {
    const rows = KEYS.flatMap(({ where, keys }) => [
      make('tr', {}, make('th', { colspan: '2', scope: 'colgroup' }, where)),
      ...Object.entries(keys).map(([key, does]) => make('tr', {}, make('td', {}, make('kbd', {}, key)), make('td', {}, does))),
    ]);
    const terms = Object.entries(TERMS).flatMap(([term, meaning]) => [make('dt', {}, term), make('dd', {}, meaning)]);
    this.root = make('dialog', {
      class: 'help', 'aria-label': 'Keys and terms', onclick: ({ target }) => { if (target === this.root) this.root.close(); },
    }, make('p', { class: 'start' }, make('button', {
      type: 'button', class: 'primary', autofocus: '', onclick: () => { this.root.close(); showStep(1); },
    }, 'Start the demonstration'), 'Three minutes, five steps, on the first sample.'),
    make('h2', {}, 'Keys and terms'),
    make('div', { class: 'parts' }, make('table', {}, make('tbody', {}, ...rows)), make('dl', {}, ...terms)),
    make('button', { type: 'button', onclick: () => this.root.close() }, 'Close'));
  }

  open() {
    if (!this.root.open) this.root.showModal();
  }
}
