// The last few documents and signals stay in the page: a user who goes back and forth between
// two documents waits for neither, and a long session does not fill the memory.
const KEPT = 4;

function keep(shelf, id, value) {
  delete shelf[id]; // put last, so that the first is the one not used for longest
  shelf[id] = value;
  for (const old of Object.keys(shelf).slice(0, -KEPT)) delete shelf[old];
}

function unpackSignal(bytes, count) {
  const column = (Kind, n) => new Kind(bytes.slice(n * count * 4, (n + 1) * count * 4).buffer);
  return { gaps: column(Int32Array, 0), ends: column(Int32Array, 1), scores: column(Float32Array, 2) };
}

function unpackDocument(bytes) {
  // A byte order mark is a character like any other here: leaving it out would shift every offset.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

function unpack(parcel) {
  const bytes = new Uint8Array(parcel);
  const end = 4 + new DataView(bytes.buffer).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(4, end)));
  return { header, payload: bytes.subarray(end) };
}

PAGE.views = { curve: showCurve, text: showText, compare: showCompare };

export default function ({ data }) {
  const { header, payload } = unpack(data);
  const shelf = header.kind === 'document' ? PAGE.documents : PAGE.signals;
  const known = shelf[header.id];
  keep(shelf, header.id, known ?? (header.kind === 'document'
    ? unpackDocument(payload) : unpackSignal(payload, header.count)));
  window.dispatchEvent(new CustomEvent('chunkscope:stored', { detail: { id: header.id } }));
}
