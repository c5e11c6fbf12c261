// The answer in the side panel: how chunks are ranked, which lanes hold the answer whole, the best chunks of a lane.

import { send } from '../core/channel.js';
import { button, exposeVersion, make, setLabel, setText } from '../core/dom.js';
import { store } from '../core/store.js';
import { View } from '../core/view.js';
import { addQuestion, answerOn, canAdd, laneAnswer } from '../data/answer.js';
import { Select } from '../controls/select.js';
import { makeRankedChunks } from './ranked_chunks.js';

/** @import { AnswerLane, AnswerMessage } from '../messages.d.ts' */

const RANKINGS = [
  { value: 'cosine', title: 'Cosine', help: 'Similarity of the vectors of chunk and question' },
  { value: 'words', title: 'Words', help: 'Words of the question (BM25); needs no model' },
  { value: 'fusion', title: 'Both', help: 'Reciprocal rank fusion of cosine and BM25' },
];

export class AnswerHeader {
  constructor() {
    this.ranking = new Select('Ranking', (name) => send('ask_ranking', /** @type {AnswerMessage['ranking']} */ (name)));
    this.basis = make('span', { class: 'basis', role: 'status' });
    this.place = make('span', { class: 'place' });
    // A click on the button would remove the selection.
    const onpointerdown = (/** @type {Event} */ event) => event.preventDefault();
    this.marked = ''; // the question whose answer a click removes
    const act = () => { if (this.marked) send('delete_question', this.marked); else addQuestion(); };
    this.add = button('', '', act, { class: 'add primary', onpointerdown });
    this.message = make('p', { class: 'message', role: 'status' });
    this.root = make('div', { class: 'answer-head' }, this.ranking.root, this.basis,
      make('div', { class: 'passage' }, this.place, this.add), this.message);
  }

  /** @param {AnswerMessage} answer */
  update(answer) {
    this.ranking.update({ value: answer.ranking, options: RANKINGS });
    setText(this.basis, answer.basis ?? '');
    const { place, message } = answer;
    setText(this.place, place ?? '');
    this.showAdd(answer);
    setText(this.message, message);
    this.message.hidden = !message;
  }

  /** @param {AnswerMessage} answer */
  showAdd(answer) {
    const { known } = answer.set, can = canAdd(answer);
    this.marked = known && !can ? answer.question : '';
    const label = can ? 'Mark the selected text as the answer, in the question set (a)'
      : known ? 'Remove this question from the question set' : 'Select the answer in the text, then mark it (a)';
    setText(this.add, this.marked ? 'In questions ✓' : 'This answers it');
    this.add.classList.toggle('primary', !this.marked);
    this.add.hidden = !answer.lanes.length;
    this.add.disabled = !can && !known;
    setLabel(this.add, label);
  }
}

const MOST = 130; // characters of the text of a chunk

/** @typedef {{letter: string, name: string, color: number}} PanelLane */
/** @typedef {{document: string|undefined, lanes: PanelLane[], go: (offset: number) => void}} PanelPage  what the panel is about */

export class AnswerPanel extends View {
  /** @param {HTMLElement} root  @param {() => PanelPage} page  @param {string[]} kinds  changes of the lanes */
  constructor(root, page, kinds) {
    super(root, 'answer', ['answer', 'selection', ...kinds]);
    this.page = page;
    this.letter = /** @type {string|undefined} */ (undefined); // the lane whose chunks are listed
    this.head = new AnswerHeader();
    this.verdicts = make('div', { class: 'verdicts', 'data-testid': 'verdicts' });
    this.list = make('div', { class: 'list' });
    root.replaceChildren(this.head.root, this.verdicts, this.list);
    this.refresh();
  }

  refresh() {
    const { document, lanes, go } = this.page(), answer = answerOn(document);
    if (!answer) return;
    this.head.update(answer);
    const words = store.documents.get(answer.document);
    const found = lanes.flatMap((lane) => {
      const own = laneAnswer(answer, lane.letter);
      return own ? [{ ...lane, answer: own }] : [];
    });
    if (!found.some(({ letter }) => letter === this.letter)) this.letter = found[0]?.letter;
    if (!this.differs('answer', [answer, this.letter, found, words === undefined])) return;
    // Of one lane without a passage there is nothing to say.
    const several = found.length > 1, located = found.filter((lane) => several || lane.answer.placement);
    this.verdicts.replaceChildren(...located.map((lane) => this.verdict(lane, several, answer, go)));
    const chosen = found.find(({ letter }) => letter === this.letter);
    this.list.replaceChildren(...chosen && words !== undefined
      ? [makeRankedChunks(chosen.answer, words, answer.sentences, MOST, go)] : []);
    exposeVersion(this.root, answer.version ?? '');
  }

  /**
   * Make the button that lists the chunks of a lane; with an answer, it goes to where that is.
   *
   * @param {PanelLane & {answer: AnswerLane}} lane
   * @param {boolean} several  lanes
   * @param {AnswerMessage} answer
   * @param {(offset: number) => void} go
   */
  verdict({ letter, name, color, answer: { placement } }, several, answer, go) {
    const choose = () => {
      this.letter = letter;
      if (placement) go(placement.at ?? answer.passages[0][0]);
      this.refresh();
    };
    return button(several ? `List the chunks of lane ${name}` : 'Show the answer', '', choose, {
      class: `verdict${placement?.whole ? ' whole' : placement && placement.at === null ? ' beyond' : placement ? ' split' : ''}${several ? ` lane${color}` : ''}`,
      'aria-pressed': several && letter === this.letter,
    }, ...several ? [make('b', { class: 'letter' }, name), ' '] : [],
    make('span', { class: 'how' }, placement?.text ?? ''));
  }
}
