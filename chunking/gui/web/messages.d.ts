// Messages to the window and its events, from the types and actions in Python.
//
// Written by `python tests/gui/write_declarations.py`.

/** The first message of each run: the number of the last event that was handled. */
export interface HandledMessage {
  kind: 'handled';
  events: number;
}

/** The document of a link, which is not open: a sentence, and the label of a button. */
export interface AwaitedDocument {
  name: string;
  text: string;
  offer: string;
}

/** A step of the demonstration, the pages of all steps, and the part that is highlighted. */
export interface Demonstration {
  step: number;
  pages: string[];
  target: string;
  title: string;
  text: string;
}

/** The bar and the address. */
export interface FrameMessage {
  kind: 'frame';
  page: string;
  pages: [string, string][];
  documents: [string, string][];
  own: string[];
  chosen: string;
  changed_on_disk: boolean;
  watched: boolean;
  undo: string | null;
  redo: string | null;
  dialog: boolean;
  awaited: AwaitedDocument | null;
  demo: Demonstration | null;
  address: Record<string, string>;
  left_out: number;
}

/** The progress of a job, in steps. */
export interface JobProgress {
  id: string;
  text: string;
  done: number;
  total: number;
  error: boolean;
  stopped: boolean;
  stoppable: boolean;
}

/** The jobs that the page waits for, and notices. */
export interface StatusMessage {
  kind: 'status';
  jobs: JobProgress[];
  notices: [number, string, boolean, [label: string, event: (string | number)[]] | null][];
}

/** Offsets of manual boundaries. */
export interface Marks {
  required: number[];
  forbidden: number[];
}

/** One of the values to choose from. */
export interface Choice {
  value: string;
  title: string;
}

/** A setting with some values to choose from. */
export interface ChoiceControl {
  name: string;
  label: string;
  help: string;
  value: boolean | number | string;
  default: boolean | number | string;
  primary: boolean;
  kind: 'choice';
  options: Choice[];
}

/** A number in a range. */
export interface SliderControl {
  name: string;
  label: string;
  help: string;
  value: boolean | number | string;
  default: boolean | number | string;
  primary: boolean;
  kind: 'slider';
  low: number;
  high: number;
  step: number;
  decimals: number;
  whole: boolean;
}

/** A choice below the title of its group. */
export interface GroupedChoice {
  value: string;
  title: string;
  help: string;
  group: string;
}

/** The embedding model. */
export interface ModelControl {
  name: string;
  label: string;
  help: string;
  value: boolean | number | string;
  default: boolean | number | string;
  primary: boolean;
  kind: 'model';
  options: GroupedChoice[];
}

/** A setting that is on or off. */
export interface SwitchControl {
  name: string;
  label: string;
  help: string;
  value: boolean | number | string;
  default: boolean | number | string;
  primary: boolean;
  kind: 'switch';
}

/** A number without a range. */
export interface NumberControl {
  name: string;
  label: string;
  help: string;
  value: boolean | number | string;
  default: boolean | number | string;
  primary: boolean;
  kind: 'number';
  whole: boolean;
}

/** A line of text. */
export interface TextControl {
  name: string;
  label: string;
  help: string;
  value: boolean | number | string;
  default: boolean | number | string;
  primary: boolean;
  kind: 'text';
}

/** The settings of one strategy; `problem` is one sentence while they are not valid. */
export interface Form {
  strategy: string;
  summary: string;
  source: string;
  problem: string;
  fields: (ChoiceControl | SliderControl | ModelControl | SwitchControl | NumberControl | TextControl)[];
}

/** A choice with its description. */
export interface DescribedChoice {
  value: string;
  title: string;
  help: string;
}

/** A preset; one that the user has saved can be deleted. */
export interface PresetChoice {
  value: string;
  title: string;
  help: string;
  saved: '' | 'yes';
}

/** A column whose values repeat: its distinct values, and the index of each value. */
export interface Coded<Word> {
  words: Word[];
  codes: number[];
}

/** The columns of a chunking, a row for each chunk; a rest that is not split yet is the last. */
export interface ChunkColumns {
  leads: number[];
  sizes: number[];
  overlaps: number[] | 0;
  tokens: number[];
  reasons: Coded<string>;
  labels: Coded<string>;
  below: number[][];
  oversize: Record<string, number[]>;
  unread: number[][];
}

/** A setting that the curve sets. */
export interface Setting {
  scope: string;
  field: string;
}

/**
 * The setting whose outcomes can be drawn; `id` names the outcomes.
 *
 * `keeps` is the label of the only setting that may suppress a candidate, empty for several.
 */
export interface Swept {
  id: string;
  field: string;
  label: string;
  value: number;
  decimals: number;
  steady: boolean;
  keeps: string;
}

/** The boundaries of the baseline, and what has changed since. */
export interface PinnedBaseline {
  title: string;
  offsets: number[];
  kept: number;
  moved: number;
  added: number;
  removed: number;
  cost: string;
}

/** The boundaries; the payload is the offsets of suppressed candidates. */
export interface TuneMessage {
  document: string;
  title: string;
  place: number | null;
  marks: Marks | null;
  preformatted: boolean;
  form: Form;
  strategies: DescribedChoice[];
  presets: PresetChoice[];
  preset: string;
  view: string;
  signals: string[];
  kinds: [string, string][];
  pinned: boolean;
  version: string;
  length: number;
  chunks: ChunkColumns;
  headings: Coded<string[]> | null;
  table_headers: Coded<string> | null;
  threshold: number | null;
  range: [number, number, number] | null;
  setting: Setting | null;
  counted: string;
  as_model: boolean;
  window: number | null;
  message: string;
  growing: boolean;
  swept: Swept | null;
  baseline: PinnedBaseline | null;
  suppressed_by: Coded<string>;
  numbers: string[][];
  limits: number[];
  kind: 'tune';
  signal: string | null;
}

/** The share of the outcomes that is computed. */
export interface ProgressMessage {
  kind: 'progress';
  id: string;
  share: number;
}

/** How a further signal is drawn. */
export interface Overlay {
  signal: string | null;
  label: string;
  dash: number[];
  color: string;
  hangs: boolean;
}

/** The recommended settings: their name, sizes, and what the strategy does in one line. */
export interface Recommended {
  name: string;
  sizes: string;
  help: string;
  reason: string;
  used: boolean;
}

/**
 * What determines the boundaries, and what is broken.
 *
 * `offer`: whether the text is about the threshold; `advise`: whether another one would help.
 */
export interface Verdict {
  text: string;
  detail: string;
  offer: boolean;
  advise: boolean;
}

/** The agreement of the settings with the manual boundaries. */
export interface Agreement {
  text: string;
  applied: boolean;
  metrics: [string, string][];
  detail: string;
  unmet: string;
  fit: string;
}

/** The threshold recommended under the limits as they are. */
export interface RecommendedThreshold {
  value: number | null;
  text: string;
  reason: string;
}

/** What takes longer than the boundaries. */
export interface DetailsMessage {
  kind: 'details';
  document: string;
  strategy: string;
  notes: string[];
  overlays: Overlay[];
  heat: string | null;
  recommended: Recommended | null;
  verdict: Verdict;
  agreement: Agreement | null;
  threshold: RecommendedThreshold | null;
  probabilities: string | null;
}

/** The recall at each threshold. */
export interface RecallColumns {
  thresholds: number[];
  recall: number[];
  low: number[];
  high: number[];
  tied: boolean[];
}

/** The recall at every threshold whose outcomes have this id. */
export interface RecallMessage {
  kind: 'recall';
  id: string;
  on: boolean;
  note: string;
  offer: '' | 'questions' | 'measure';
  verdict: string;
  columns: RecallColumns | null;
}

/** Settings that were tried, with the bars of their sizes and the metrics as text. */
export interface RunRow {
  number: number;
  settings: string;
  at: number;
  sizes: number[];
  values: string[];
  note: string;
  current: boolean;
}

/** The runs of the document, newest first, and all of them as CSV. */
export interface RunsMessage {
  kind: 'runs';
  document: string;
  name: string;
  columns: [string, string][];
  rows: RunRow[];
  csv: string;
}

/** The outcome at each value of a setting; `lives` is the number of boundaries. */
export interface OutcomeColumns {
  values: number[];
  counts: number[];
  medians: number[];
  largest: number[];
  plateaus: [number, number][];
  lives: number;
}

/** The outcomes; the payload is the offset, first and last row of each boundary. */
export interface OutcomesMessage {
  kind: 'outcomes';
  id: string;
  columns: OutcomeColumns;
}

/** Gaps with a probability; the payload is their offsets and percentages. */
export interface ProbabilitiesMessage {
  kind: 'probabilities';
  id: string;
  count: number;
}

/** The self-similarity; the payload is the offsets of the edges, and a shade for each cell. */
export interface HeatMessage {
  kind: 'heat';
  id: string;
  count: number;
  low: number;
  high: number;
}

/** Similarities at gaps; the payload is their offsets, the ends of units, and the values. */
export interface SignalMessage {
  kind: 'signal';
  id: string;
  count: number;
}

/** The gaps between sentences; the payload is their offsets. */
export interface GapsMessage {
  kind: 'gaps';
  id: string;
  count: number;
}

/** A document; the payload is its text in UTF-8. */
export interface DocumentMessage {
  places: [number, string][];
  removed: [number, string, string][];
  kind: 'document';
  id: string;
}

/** The columns of a chunking, which a message names by the id. */
export interface ChunksMessage {
  kind: 'chunks';
  id: string;
  columns: ChunkColumns;
}

/**
 * Where the marked answer is: in words, the row of its chunk, the offset where it is split.
 *
 * `whole`: retrieved chunks contain it whole.
 */
export interface Placement {
  text: string;
  whole: boolean;
  row: number | null;
  at: number | null;
}

/** The best chunks of a lane. */
export interface AnswerLane {
  letter: string;
  rows: [number, number, number, number, string][];
  exact: boolean;
  placement: Placement | null;
}

/**
 * The questions on a document, and whether the present one is among them.
 *
 * `added` tells that the set also has all passages that the user selected, `view` what Ask shows
 * next to the text.
 */
export interface QuestionSetState {
  view: string;
  count: number;
  known: boolean;
  added: boolean;
}

/** The results of the question; some keys are absent while nothing is ranked. */
export interface AnswerMessage {
  kind: 'answer';
  document: string;
  question: string;
  ranking: 'cosine' | 'words' | 'fusion';
  lanes: AnswerLane[];
  sentences: [number, number, number][];
  passages: number[][];
  message: string;
  set: QuestionSetState;
  version?: string;
  selected?: boolean;
  place?: string;
  improves?: boolean;
  basis?: string;
}

/** A lane whose chunks are being made. */
export interface WaitingLane {
  letter: string;
  name: string;
  color: number;
  title: string;
  form: Form | null;
  preset: string;
  unplaced: [number, string, string][];
  message: string;
  ready: false;
}

/** A lane with its chunks; `transfers` are the lanes whose threshold it can take. */
export interface ReadyLane {
  letter: string;
  name: string;
  color: number;
  title: string;
  form: Form | null;
  preset: string;
  unplaced: [number, string, string][];
  message: string;
  signal: string | null;
  measure: 'similarity' | 'probability' | 'distance' | 'cohesion';
  model: string;
  threshold: number | null;
  ready: true;
  version: string;
  strategy: string;
  chunks: string;
  transfers: string[];
}

/** The boundaries that two lanes do not share, as rows of their chunks. */
export interface Changes {
  before: string;
  after: string;
  kept: number;
  moved: number[][];
  removed: number[];
  added: number[];
}

/** The lanes, and the differences of the chosen pair. */
export interface CompareMessage {
  kind: 'compare';
  document: string;
  length: number;
  place: number | null;
  lanes: (WaitingLane | ReadyLane)[];
  scale: string;
  overlaid: boolean;
  figure: number | null;
  pair: string[] | null;
  changes: Changes | null;
  differences_only: boolean;
  columns: boolean | null;
  most: boolean;
  fewest: boolean;
  strategies: DescribedChoice[];
  presets: PresetChoice[];
  manual: boolean;
}

/** A metric of each lane, and the lanes with the best value. */
export interface MetricRow {
  title: string;
  meaning: string;
  better: 'higher' | 'lower' | '';
  values: string[];
  best: number[];
}

/** What changing from one lane to the other embeds again, in words. */
export interface Cost {
  pair: string;
  embed: string;
  reuse: string;
  delete: string;
}

/** What compares the lanes: it takes longer than their boundaries. */
export interface CompareDetailsMessage {
  metrics: MetricRow[];
  agreement: string[][];
  correlation: string[][];
  pair_agreement: string[][];
  cost: Cost | null;
  kind: 'compare_details';
  document: string;
  letters: string[];
  name: string;
  pair: string | null;
  equal: boolean;
  size: string;
  scaled: string[];
}

/** A column of the table. */
export interface QuestionLane {
  letter: string;
  name: string;
  title: string;
}

/** How a lane answers a question; recall and rank are absent before it is evaluated. */
export interface QuestionCell {
  result: 'whole' | 'split' | 'partial' | 'missed';
  at: number;
  missed: number[][];
  recall?: string;
  rank?: number | null;
}

/** A question; a lane has no cell if its passages are lost. */
export interface QuestionRow {
  text: string;
  synthetic: string;
  status: string;
  passages: number;
  cells: (QuestionCell | null)[];
}

/** A metric of each lane: value, and interval or nothing. */
export interface SummaryRow {
  title: string;
  help: string;
  values: string[][];
}

/** The questions on a document, and what each lane finds of their answers. */
export interface QuestionsMessage {
  kind: 'questions';
  document: string;
  lanes: QuestionLane[];
  rows: QuestionRow[];
  summary: SummaryRow[];
  verdict: string;
  note: string;
  equal: boolean;
  long_texts: 'truncate' | 'average';
  size: string;
  retrieve: string;
  limits: string[][];
  ready: boolean;
  working: boolean;
}

/** A document of the table; its numbers are absent until it is prepared. */
export interface LibraryRow {
  chunks?: number | null;
  median?: number | null;
  largest?: number | null;
  inside?: number | null;
  over?: number | null;
  broken?: number | null;
  below?: number | null;
  own?: number | null;
  fits?: boolean | null;
  sizes?: number[];
  id: string;
  name: string;
  title: string;
}

/** One threshold for all documents, the range of their own, and those it does not fit. */
export interface CommonThreshold {
  value: number | null;
  text: string;
  reason: string;
  verdict: string;
  low: string;
  high: string;
  misfits: string[];
}

/** The threshold of Tune, and what stands for it here. */
export interface TunedThreshold {
  original: string;
  value: number;
  text: string;
  low: string;
  high: string;
  share: number;
}

/** The table, and the thresholds for all documents. */
export interface LibraryMessage {
  form: Form;
  strategies: DescribedChoice[];
  threshold: number | null;
  range: [number, number, number] | null;
  limits: [number, number | null];
  open: number;
  kind: 'library';
  rows: LibraryRow[];
  common: CommonThreshold | null;
  tuned: TunedThreshold | null;
  settled: boolean;
  ready: number;
  known: number;
  selected: string | null;
}

/** Quantiles of the similarities of each document. */
export interface LibraryBoxesMessage {
  kind: 'library_boxes';
  boxes: Record<string, number[]>;
}

/** The chunks of the selected document. */
export interface LibraryTextMessage {
  kind: 'library_text';
  document: string;
  version: string;
  name: string;
  chunks: ChunkColumns;
  notes: string[];
}

/** A setting that the map varies. */
export interface SweepAxis {
  field: string;
  label: string;
  values: (number | string)[];
}

/** The metric that colors the map. */
export interface SweepMetric {
  title: string;
  meaning: string;
  unit: string;
  better: 'higher' | 'lower' | 'neither';
  decimals: number;
  uncertain: number;
}

/** The map without its columns. */
export interface SweepMap {
  axes: SweepAxis[];
  metric: SweepMetric;
  crop: [number, number, number, number];
  best: number | null;
  best_text: string;
  present: number | null;
  exact: boolean;
  done: number;
  distinct: number;
  contradicting: number;
}

/** The map; the payload is the values, the results, and which cells are within the limit. */
export interface SweepMessage {
  strategy: string;
  strategies: DescribedChoice[];
  rows: string;
  columns: string;
  fields: Choice[];
  no_columns: Choice;
  metric: string;
  metrics: GroupedChoice[];
  within_limit: boolean;
  form: Form;
  cells: number;
  running: boolean;
  stopped: boolean;
  problem: string;
  kind: 'sweep';
  map: SweepMap | null;
  note: string;
}

/** The chunks of a cell. */
export interface SweepPreview {
  cell: number;
  document: string;
  version: string;
  settings: string[][];
  query: Record<string, string>;
  value: string;
  median: string;
  over: number;
  share: number;
  broken: string;
  window: number | null;
  counted: string;
  same: number;
  chunks: ChunkColumns;
}

/** The cell under the pointer. */
export interface SweepCellMessage {
  kind: 'sweep_cell';
  preview: SweepPreview | null;
}

/** Any message, by its `kind`. */
export type WindowMessage =
  | HandledMessage
  | FrameMessage
  | StatusMessage
  | TuneMessage
  | ProgressMessage
  | DetailsMessage
  | RecallMessage
  | RunsMessage
  | OutcomesMessage
  | ProbabilitiesMessage
  | HeatMessage
  | SignalMessage
  | GapsMessage
  | DocumentMessage
  | ChunksMessage
  | AnswerMessage
  | CompareMessage
  | CompareDetailsMessage
  | QuestionsMessage
  | LibraryMessage
  | LibraryBoxesMessage
  | LibraryTextMessage
  | SweepMessage
  | SweepCellMessage;

/** Any event: the name of an action, and its arguments. */
export type WindowEvent =
  | [action: 'page', name: string]
  | [action: 'open', key: string]
  | [action: 'close', key: string]
  | [action: 'dialog', ...what: string[]]
  | [action: 'set', scope: string, field: string, value: unknown]
  | [action: 'strategy', scope: string, name: string]
  | [action: 'copy', source: string, target: string]
  | [action: 'preset', scope: string, name: string]
  | [action: 'undo']
  | [action: 'redo']
  | [action: 'select', offset: number | null]
  | [action: 'hold', ids: string[]]
  | [action: 'dismiss', number?: number | null]
  | [action: 'stop', key: string]
  | [action: 'retry', key: string]
  | [action: 'tick']
  | [action: 'view', name: string]
  | [action: 'signals', kinds: string[]]
  | [action: 'outcomes']
  | [action: 'recall', on: boolean]
  | [action: 'measure_recall']
  | [action: 'boundary', sha256: string, offset: number, kind: 'required' | 'forbidden' | '']
  | [action: 'apply_boundaries', on: boolean]
  | [action: 'clear_boundaries']
  | [action: 'fit']
  | [action: 'pin']
  | [action: 'unpin']
  | [action: 'use_recommended']
  | [action: 'use_threshold']
  | [action: 'use_transferred', scope: string, model: string, threshold: string]
  | [action: 'read_again']
  | [action: 'use_run', number: number]
  | [action: 'compare_runs', one: number, other: number]
  | [action: 'annotate_run', number: number, note: string]
  | [action: 'delete_run', number: number]
  | [action: 'add_lane']
  | [action: 'remove_lane', letter: string]
  | [action: 'pair', before?: string, after?: string]
  | [action: 'differences_only', on: boolean]
  | [action: 'columns', on: boolean]
  | [action: 'equal_size', on: boolean]
  | [action: 'scale', name: string]
  | [action: 'overlaid', on: boolean]
  | [action: 'figure', percent?: number | null]
  | [action: 'transfer', source: string, target: string]
  | [action: 'pin_lane', letter: string]
  | [action: 'library_samples']
  | [action: 'library_add_open']
  | [action: 'library_folder', path: string]
  | [action: 'library_select', sha256: string]
  | [action: 'library_remove', sha256: string]
  | [action: 'library_show', sha256: string, with_settings: boolean]
  | [action: 'library_use_threshold']
  | [action: 'library_use_tuned']
  | [action: 'sweep_rows', name: string]
  | [action: 'sweep_columns', name: string]
  | [action: 'sweep_metric', name: string]
  | [action: 'sweep_within_limit', on: boolean]
  | [action: 'sweep_cell', cell: number | null]
  | [action: 'sweep_apply', cell: number]
  | [action: 'sweep_resume']
  | [action: 'ask', question: string]
  | [action: 'ask_ranking', name: 'cosine' | 'words' | 'fusion']
  | [action: 'ask_exact', version: string]
  | [action: 'add_question', start?: number | null, end?: number]
  | [action: 'delete_question', text: string]
  | [action: 'show_question', text: string]
  | [action: 'ask_view', name: string]
  | [action: 'retrieve', unit: 'tokens' | 'chunks', limit: number]
  | [action: 'long_texts', value: 'truncate' | 'average']
  | [action: 'draft_questions']
  | [action: 'evaluate']
  | [action: 'demo', step: number];
