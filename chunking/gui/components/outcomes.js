// What every value of the main slider would give, and over which values each boundary stays. The
// page asks for it once nothing moves any more, and asks on until all of it is worked out.

const ASK_AFTER = 600, ASK_ON = 30; // milliseconds after a change, and after a part of the answer
const ASK_AGAIN = [1500, 3000, 6000]; // milliseconds after a question without an answer
const FRAGILE = 2; // values of the slider from which on a boundary is not fragile

class Outcomes {
  constructor({ sweep, note, columns }, payload) {
    Object.assign(this, columns, { id: sweep, note });
    const { lives } = columns, bytes = payload.slice();
    this.offsets = new Int32Array(bytes.buffer, 0, lives);
    this.first = new Uint8Array(bytes.buffer, 4 * lives, lives);
    this.last = new Uint8Array(bytes.buffer, 5 * lives, lives);
  }

  // The numbers of the values at or beside a value, which need not be one of them.
  beside(value) {
    const low = clamp(countUpTo(this.values, value + 1e-9) - 1, 0, this.values.length - 1);
    const exact = Math.abs(this.values[low] - value) < 1e-6;
    return [low, exact ? low : Math.min(low + 1, this.values.length - 1)];
  }

  // The number of the value nearest to one.
  nearest(value) {
    const [low, high] = this.beside(value);
    return value - this.values[low] <= this.values[high] - value ? low : high;
  }

  // The row in which the boundary at `offset` is there at a value; -1 where it is not cut.
  rowAt(offset, [low, high]) {
    for (let row = countUpTo(this.offsets, offset - 1); this.offsets[row] === offset; row++) {
      if (this.first[row] <= high && this.last[row] >= low) return row;
    }
    return -1;
  }

  isFragile(row, [low, high]) {
    return (this.first[row] > 0 && low - this.first[row] < FRAGILE)
      || (this.last[row] < this.values.length - 1 && this.last[row] - high < FRAGILE);
  }

  plateauAt(number) {
    return this.plateaus.find(([first, last]) => first <= number && number <= last);
  }

  // Where a plateau is in the middle: no step to either side changes a cut.
  middleOf(number) {
    const [first, last] = this.plateauAt(number) ?? [number, number];
    return (first + last) >> 1;
  }

  // The number of the value whose outcome is nearest to a wish: of equally near ones the middle of a
  // plateau, and of several the nearest to `here`.
  wished(column, wanted, here) {
    const far = (number) => [Math.abs(this[column][number] - wanted), this.plateauAt(number) ? 0 : 1, Math.abs(number - here)];
    const nearer = (one, other) => {
      const [a, b] = [far(one), far(other)], at = a.findIndex((each, i) => each !== b[i]);
      return at < 0 || a[at] < b[at] ? one : other;
    };
    return this.middleOf([...this.values.keys()].reduce(nearer));
  }
}

function takeOutcomes(header, payload, tell) {
  const group = groupOf(header.id);
  group.ask = tell;
  group.share = header.share;
  if (header.columns && group.outcomes?.id !== header.sweep) group.outcomes = new Outcomes(header, payload);
  wantOutcomes(group, header.sweep === group.chunking?.swept?.id ? ASK_ON : ASK_AFTER);
}

// Ask, later, for what is not known yet of what is drawn.
function wantOutcomes(group, after = ASK_AFTER) {
  const swept = group.chunking?.swept;
  clearTimeout(group.wanting);
  if (!swept || !group.ask || group.outcomes?.id === swept.id) return;
  if (!swept.steady && !group.outcomesShown) return;
  group.wanting = setTimeout(() => askFor(group, ASK_AGAIN.length), after);
}

// A question may be lost while the page is drawn anew.
function askFor(group, left) {
  group.ask('asked', Date.now());
  if (left) group.wanting = setTimeout(() => askFor(group, left - 1), ASK_AGAIN[ASK_AGAIN.length - left]);
}

// The outcomes that belong to what is drawn, if they are known by now.
function outcomesOf(group) {
  const { chunking, outcomes } = group;
  return chunking?.swept && outcomes?.id === chunking.swept.id ? outcomes : undefined;
}

// For each cut of what is drawn whether it is fragile; undefined where that is not known.
function fragileCuts(group) {
  const { chunking } = group, outcomes = outcomesOf(group);
  if (!outcomes || !chunking.swept.steady) return undefined;
  if (group.fragile?.of !== chunking || group.fragile.by !== outcomes) {
    const at = outcomes.beside(chunking.swept.value);
    const cuts = Uint8Array.from(chunking.cuts.offsets, (offset) => {
      const row = outcomes.rowAt(offset, at);
      return row >= 0 && outcomes.isFragile(row, at) ? 1 : 0;
    });
    group.fragile = { of: chunking, by: outcomes, cuts };
  }
  return group.fragile.cuts;
}

// At which values of the setting a boundary disappears, or a gap would be cut; '' if unknown.
function stays(group, offset) {
  const outcomes = outcomesOf(group);
  if (!outcomes) return '';
  const { swept } = group.chunking, end = outcomes.values.length - 1;
  const name = swept.label.toLowerCase(), plain = name === 'threshold';
  const value = (number) => rounded(outcomes.values[number], swept.decimals);
  const at = outcomes.beside(swept.value), row = outcomes.rowAt(offset, at);
  if (row < 0) return wouldBeCut(outcomes, offset, at[0], name, value) || whyNeverCut(group, offset, outcomes.values[end]);
  // What is set may lie between the values that were looked at, and has the boundary.
  const bound = (number, least) => rounded(least(outcomes.values[number], swept.value), swept.decimals);
  const low = outcomes.first[row] > 0 && `below ${bound(outcomes.first[row], Math.min)}`;
  const high = outcomes.last[row] < end && `above ${bound(outcomes.last[row], Math.max)}`;
  if (!low && !high) return `stays at every ${plain ? 'threshold' : `value of ${name}`}`;
  const gone = `disappears ${plain ? '' : `with ${name} `}${[low, high].filter(Boolean).join(' and ')}`;
  return low ? gone : `stays down to the lowest ${plain ? 'threshold' : name}, ${gone}`;
}

function wouldBeCut(outcomes, offset, number, name, value) {
  let best = -1, away = Infinity;
  for (let row = countUpTo(outcomes.offsets, offset - 1); outcomes.offsets[row] === offset; row++) {
    const distance = Math.max(outcomes.first[row] - number, number - outcomes.last[row]);
    if (distance < away) [best, away] = [row, distance];
  }
  if (best < 0) return '';
  const [from, to] = [value(outcomes.first[best]), value(outcomes.last[best])];
  return `would be cut at ${name} ${from === to ? from : `${from} to ${to}`}`;
}

// Why no value cuts a gap, where that is known: the highest threshold asks for a cut there.
function whyNeverCut({ chunking }, offset, highest) {
  const { swept, marks } = chunking, signal = PAGE.signals[chunking.signal];
  if (!swept.keeps || marks?.forbidden.includes(offset)) return '';
  const gap = signal ? countUpTo(signal.gaps, offset) - 1 : -1;
  const asked = gap >= 0 && signal.gaps[gap] === offset && signal.scores[gap] < highest;
  return asked ? `${swept.keeps} keeps it together at every threshold` : '';
}
