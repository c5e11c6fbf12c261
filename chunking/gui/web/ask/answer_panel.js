// The answer in the side panel: how chunks are ranked, which lanes hold the answer whole, the best chunks of a lane.

import { send } from '../core/channel.js';
import { button, exposeVersion, make, setText } from '../core/dom.js';
import { store } from '../core/store.js';
import { View } from '../core/view.js';
import { answerOn, laneAnswer } from '../data/answer.js';
import { AnswerHead } from './answer_header.js';
import { makeResults } from './ranked_chunks.js';

const MOST = 130; // characters of the text of a chunk

export class AnswerPanel extends View {
  /**
   * @param {HTMLElement} root
   * @param {() => {document: string, lanes: {letter: string, name: string, color: number}[], go: (offset: number) => void}} about
   * @param {string[]} kinds  changes of the lanes
   */
  constructor(root, about, kinds) {
    super(root, 'answer', ['answer', 'selection', ...kinds]);
    this.about = about;
    this.head = new AnswerHead();
    this.verdicts = make('div', { class: 'verdicts', 'data-testid': 'verdicts' });
    this.list = make('div', { class: 'list' });
    root.replaceChildren(this.head.root, this.verdicts, this.list);
    this.refresh();
  }

  refresh() {
    const { document, lanes, go } = this.about(), answer = answerOn(document);
    if (!answer) return;
    this.head.update(answer);
    const words = store.documents.get(document);
    const shown = lanes.filter((lane) => laneAnswer(answer, lane.letter));
    if (!shown.some((lane) => lane.letter === this.letter)) this.letter = shown[0]?.letter;
    const now = JSON.stringify([answer, this.letter, shown, words === undefined]);
    if (now === this.drawn) return;
    this.drawn = now;
    // Of one lane without a passage there is nothing to say.
    const located = shown.filter((lane) => shown.length > 1 || laneAnswer(answer, lane.letter).placement);
    this.verdicts.replaceChildren(...located.map((lane) => this.verdict(lane, laneAnswer(answer, lane.letter), shown.length > 1, go)));
    const chosen = laneAnswer(answer, this.letter);
    this.list.replaceChildren(...chosen && words !== undefined
      ? [chosen.rows.length ? makeResults(chosen, words, answer.sentences, MOST, go) : make('p', {}, 'No chunk contains a query word.')] : []);
    exposeVersion(this.root, answer.version ?? '');
  }

  // The lane whose chunks are listed; with an answer, also where it is.
  verdict({ letter, name, color }, { placement }, several, go) {
    const made = button(several ? `List the chunks of lane ${name}` : 'Show the answer', '', () => {
      this.letter = letter;
      if (placement) go(placement.at ?? store.answer.passages[0][0]);
      this.refresh();
    });
    made.className = `verdict${placement?.whole ? ' whole' : placement ? ' split' : ''}${several ? ` lane${color}` : ''}`;
    made.setAttribute('aria-pressed', several && letter === this.letter);
    if (several) made.append(make('b', { class: 'letter' }, name), ' ');
    const text = make('span', { class: 'how' });
    setText(text, placement?.text ?? (several ? 'no answer found' : ''));
    made.append(text);
    return made;
  }

  actions() {
    return store.answer?.selected ? [{ title: 'Answer by the best sentences', run: () => send('ask_passage') }] : [];
  }
}
