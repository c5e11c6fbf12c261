// While a model reads on, the last row of a chunking is all that it has not read yet, up to the
// whole text. The browser lays a block out at once, which takes a second for a megabyte: that row
// is drawn as many blocks, which end at the same places however far the model is, and so stay.

const REST = 2_000; // characters, about

// starts and ends of the blocks; those from `rest` on are not read, and are no chunks.
function inBlocks(chunking, words) {
  const { count, growing } = chunking;
  const starts = [...chunking.starts], ends = [...chunking.ends];
  if (!growing || !count) return { count, starts, ends, rest: count };
  const end = ends.pop();
  for (const edge of edgesOf(words)) {
    if (edge <= starts.at(-1)) continue;
    if (edge >= end) break;
    ends.push(edge);
    starts.push(edge);
  }
  ends.push(end);
  return { count: starts.length, starts, ends, rest: count - 1 };
}

// After a line where one ends soon, else after a blank; never inside a character.
function edgesOf(words) {
  const found = [];
  for (let at = REST; at < words.length; at = found.at(-1) + REST) {
    const soon = words.slice(at, at + REST);
    const line = soon.indexOf('\n'), blank = soon.indexOf(' ');
    if (line >= 0) found.push(at + line + 1);
    else if (blank >= 0) found.push(at + blank + 1);
    else found.push(at + /^[\udc00-\udfff]/.test(soon));
  }
  return found;
}
