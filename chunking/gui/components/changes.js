// What became of each boundary from one lane to another: where to stop on the way through the
// differences, and the mark at each boundary. A moved boundary is one difference at two places.

const CHANGES = {
  moved: { glyph: '↕', ink: 'similarity' },
  added: { glyph: '+', ink: 'structure' },
  removed: { glyph: '−', ink: 'max_tokens' },
  kept: { glyph: '=', ink: 'tail' },
};

// stops: the rows of each difference, in order; marks: row -> lane -> {kind, says}; between: the rows
// whose text went from one chunk to its neighbour; pair: the two lanes, or none where all are compared.
function allStops(rows) {
  return { stops: rows.differences.map((row) => [row]), marks: new Map(), between: new Set(), pair: [] };
}

function changeStops(rows, changes) {
  const { before, after } = changes;
  const rowOf = [before, after].map((column) => new Map(rows.edges.map((edge, row) => [edge.chunks[column], row])));
  const found = { stops: [], marks: new Map(), between: new Set(), pair: [before, after] };
  const mark = (row, column, kind, says) => {
    if (row === undefined) return; // imported chunks may begin at one place twice
    if (!found.marks.has(row)) found.marks.set(row, {});
    found.marks.get(row)[column] = { kind, says };
  };
  const place = (side, boundary) => rowOf[side].get(boundary + 1);
  const stop = (...at) => { if (at.every((row) => row !== undefined)) found.stops.push(at.sort((a, b) => a - b)); };
  for (const boundary of changes.removed) {
    const row = place(0, boundary);
    stop(row);
    mark(row, before, 'removed', 'removed');
  }
  for (const boundary of changes.added) {
    const row = place(1, boundary);
    stop(row);
    mark(row, after, 'added', 'added');
  }
  for (const [from, to, tokens] of changes.moved) {
    const left = place(0, from), right = place(1, to);
    const size = countOf(tokens, 'token');
    stop(left, right);
    mark(left, before, 'moved', `moves ${left < right ? 'down' : 'up'} ${size}`);
    mark(right, after, 'moved', `moved ${left < right ? 'down' : 'up'} ${size}`);
    for (let row = Math.min(left, right); row < Math.max(left, right); row++) found.between.add(row);
  }
  found.stops.sort((a, b) => a[0] - b[0]);
  return found;
}

// The counts, each with its glyph and its word: the first three are all differences, a moved boundary one.
function changeCounts(changes) {
  const handed = changes.moved.reduce((sum, row) => sum + row[2], 0);
  const more = changes.moved.length ? ` (${countOf(handed, 'token')} affected)` : '';
  return [
    changeCount('moved', ` ${whole.format(changes.moved.length)} moved${more},`),
    changeCount('added', ` ${whole.format(changes.added.length)} added,`),
    changeCount('removed', ` ${whole.format(changes.removed.length)} removed;`),
    changeCount('kept', ` ${countOf(changes.kept, 'boundary', 'boundaries')} kept`),
  ];
}

function changeCount(kind, says) {
  const { glyph, ink: reason } = CHANGES[kind];
  const sign = make('span', { class: 'glyph', 'aria-hidden': 'true' }, glyph);
  sign.style.color = `var(--ink-${reason})`;
  return make('span', { class: 'change-count' }, sign, says);
}
