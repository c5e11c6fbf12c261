// Several chunkings of one text, cut at the union of their boundaries: one row for each piece
// between two of them, so that what stands side by side is the same text.

// Where text goes on at or after an offset: two boundaries with only blank space between them are
// the same boundary, whichever side of the blank lines a strategy starts its chunk.
function textFrom(text, offset) {
  const letter = /\S/g;
  letter.lastIndex = offset;
  return letter.exec(text)?.index ?? text.length;
}

// place -> where its row starts, and for each lane the chunk that starts there (or -1).
function boundaries(text, lanes) {
  const found = new Map();
  lanes.forEach((lane, column) => {
    lane.starts.forEach((start, chunk) => {
      const place = textFrom(text, start);
      const at = found.get(place) || { place, start, chunks: lanes.map(() => -1) };
      at.start = Math.min(at.start, start);
      at.chunks[column] = chunk;
      found.set(place, at);
    });
  });
  return [...found.values()].sort((a, b) => a.place - b.place);
}

// A lane can end before the text does, or leave some out: what follows is in no chunk of it.
function holder(lane, place) {
  const chunk = countUpTo(lane.starts, place) - 1;
  return chunk >= 0 && place < lane.ends[chunk] ? chunk : -1;
}

function alignLanes(text, lanes) {
  const edges = boundaries(text, lanes);
  const starts = edges.map((edge) => edge.start);
  const ends = edges.map((edge, i) => {
    const end = i + 1 < edges.length ? edges[i + 1].start : text.length;
    return edge.start + text.slice(edge.start, end).trimEnd().length;
  });
  const holders = edges.map((edge) => lanes.map((lane) => holder(lane, edge.place)));
  // The start of the text is no boundary: nothing was decided there.
  const inner = edges.map((_, row) => row).filter((row) => edges[row].chunks.some((chunk) => chunk > 0));
  const differences = inner.filter((row) => edges[row].chunks.some((chunk) => chunk < 0));
  return { edges, starts, ends, holders, inner, differences };
}
