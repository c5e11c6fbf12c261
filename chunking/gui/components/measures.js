// The measures of every lane, a row each, and what each of them says: beside the values where there is
// room for a sentence, else below them. Nothing is ever cut off.

const NAME = 160, SENTENCE = 360; // pixels: of a measure's name, and the least for what it says
const LANE_SHARE = 0.11, LANE_LEAST = 104, LANE_MOST = 180;
const BETTER = { higher: 'Higher is better.', lower: 'Lower is better.' };

class MeasuresView {
  constructor(root) {
    this.root = root;
    this.ending = new AbortController();
    this.table = make('div', { class: 'measured', role: 'table', 'aria-label': 'Metrics' });
    const said = { menu: 'Save this table', each: (how) => (how === 'Copy' ? 'Copy this table' : `Save this table as ${how}`) };
    const save = formatMenu({ CSV: () => this.saveCsv(), Copy: () => copied(this.lines('\t', plainCell)) }, said);
    root.replaceChildren(save, this.table);
    whenResized(root, () => this.arrange(), this.ending.signal);
  }

  update(data) {
    const shape = `${data.lanes.length} ${data.rows.map((row) => row.title)}`;
    this.data = data;
    if (shape !== this.shape) this.build();
    this.shape = shape;
    this.fill();
    this.arrange();
    announce(this.root, JSON.stringify([data.lanes, data.rows.map((row) => row.values)]));
  }

  build() {
    const values = (role) => this.data.lanes.map(() => make('div', { class: 'value', role }));
    const head = make('div', { class: 'line head', role: 'row' },
      make('div', { class: 'name', role: 'columnheader' }, 'Metric'), ...values('columnheader'),
      make('div', { class: 'says', role: 'columnheader' }, 'What it says'));
    this.table.replaceChildren(head, ...this.data.rows.map(({ title, better, meaning }) =>
      make('div', { class: 'line', role: 'row' }, make('div', { class: 'name', role: 'rowheader' }, title), ...values('cell'),
        make('div', { class: 'says', role: 'cell' }, BETTER[better] ? make('b', {}, `${BETTER[better]} `) : '', meaning))));
  }

  fill() {
    const { lanes, rows } = this.data;
    [lanes, ...rows.map((row) => row.values)].forEach((texts, line) =>
      texts.forEach((text, i) => setText(this.table.children[line].children[i + 1], text)));
  }

  arrange() {
    if (!this.data) return;
    const { clientWidth: width } = this.root, count = this.data.lanes.length;
    const lane = clamp(Math.round(width * LANE_SHARE), LANE_LEAST, LANE_MOST);
    const below = width - NAME - count * lane < SENTENCE;
    this.root.classList.toggle('below', below);
    this.table.style.gridTemplateColumns = below
      ? `${NAME}px repeat(${count}, minmax(0, 1fr))` : `${NAME}px repeat(${count}, ${lane}px) minmax(0, 1fr)`;
  }

  // ---- the table elsewhere ----

  lines(between, written) {
    const { lanes, rows } = this.data;
    return [['Metric', ...lanes, 'Better', 'What it says'], ...rows.map((row) => [row.title, ...row.values, BETTER[row.better] ? row.better : '', row.meaning])]
      .map((cells) => cells.map(written).join(between)).join('\r\n');
  }

  saveCsv() {
    // A spreadsheet knows the encoding by the mark at the beginning.
    download(new Blob(['\ufeff', this.lines(',', quoted), '\r\n'], { type: 'text/csv' }), `${this.data.name}.csv`);
  }
}

const plainCell = (text) => text.replace(/\s+/g, ' ');
const quoted = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const showMeasures = (component) => showView(component, 'measures', MeasuresView);
