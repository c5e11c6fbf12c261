// The views of one group draw one chunking and share the chunk that is looked at. What they draw
// is published once, apart from them; each draws itself whenever something of it is new.

PAGE.groups ||= Object.create(null);

// chunking: what is drawn. chosen: a place in the chunk that is looked at, which holds while the
// boundaries move. wanted: the gaps of that chunk that were wanted. said: sentences on the whole.
// tell: how Python is told of a setting or a mark; it answers with a new chunking and nothing else.
const groupOf = (name) => (PAGE.groups[name] ||= { chunking: undefined, chosen: null, wanted: undefined, said: undefined });

const TOLD_EVERY = 80; // milliseconds

class GroupView {
  constructor(root, name) {
    this.name = name;
    this.root = root;
    this.ending = new AbortController();
    const { signal } = this.ending;
    window.addEventListener('chunkscope:stored', () => this.data && this.refresh(), { signal });
    window.addEventListener('chunkscope:select', ({ detail }) => {
      if (detail.group === this.data?.group) this.choose(detail.from !== this.name);
    }, { signal });
  }

  update(data) {
    this.data = data;
    this.refresh();
  }

  get group() {
    return groupOf(this.data.group);
  }

  get chunking() {
    return this.group.chunking;
  }

  get words() {
    return PAGE.documents[this.chunking?.document];
  }

  // The index of the chunk that is looked at, or null.
  looked() {
    const { chunking, chosen } = this.group;
    return chosen === null || !chunking?.count ? null : Math.max(0, countUpTo(chunking.starts, chosen) - 1);
  }

  // All views of the group follow at once; Python is told at most every 80 ms, the last one always.
  select(index) {
    const { group } = this.data;
    look(group, this.chunking.starts[index], this.name);
    clearTimeout(this.telling);
    const wait = Math.max(0, TOLD_EVERY - (performance.now() - (this.told ?? -TOLD_EVERY)));
    this.telling = setTimeout(() => {
      this.told = performance.now();
      this.tell('selected', [index, Date.now()]);
    }, wait);
  }
}

function look(group, offset, from) {
  groupOf(group).chosen = offset;
  window.dispatchEvent(new CustomEvent('chunkscope:select', { detail: { group, from } }));
}

// ---- what is published ---------------------------------------------------------------------

function unpackChunking(header) {
  const chunks = unpackChunks(header.chunks);
  return {
    ...header, ...chunks,
    cuts: { offsets: chunks.starts.subarray(1), reasons: chunks.reasons.slice(0, -1), labels: chunks.labels },
  };
}

function takeChunking(header, payload, tell) {
  const group = groupOf(header.id);
  group.tell = tell;
  showSteps(header.id, header.steps);
  if (header.address) setAddress(header.address);
  group.unanswered = group.unanswered?.filter(([number]) => number > header.marked);
  if (group.chunking?.version === header.version) return;
  if (group.chunking?.document !== header.document) group.chosen = header.place;
  group.chunking = unpackChunking(header);
  group.wanted = header.wanted;
  wantOutcomes(group);
}

function takePick({ id, offset, number }) {
  const group = groupOf(id);
  if (group.picked === number) return;
  group.picked = number;
  look(id, offset, 'table');
}
