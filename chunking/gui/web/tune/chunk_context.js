// The context of a chunk: its headings and the header of its table, which are not part of its text.

const SEPARATOR = ' > '; // between the headings of a path

/** Return the headings above a chunk, outermost first. */
export function pathOf({ headings }, row) {
  return headings?.words[headings.codes[row]] ?? [];
}

/** Return the table header of a chunk that starts below one; else ''. */
export function tableHeaderOf({ table_headers: headers }, row) {
  return headers?.words[headers.codes[row]] ?? '';
}

/** Return what may be embedded before the text of a chunk, as Python's `embedded_text` does. */
export function contextOf(chunking, row) {
  const path = pathOf(chunking, row), header = tableHeaderOf(chunking, row);
  return (path.length ? `${path.join(SEPARATOR)}\n\n` : '') + (header ? `${header}\n` : '');
}
