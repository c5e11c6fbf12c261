// The last few documents and signals stay in the page: a user who goes back and forth between
// two documents waits for neither, and a long session does not fill the memory.
const KEPT = 4;
const KEPT_SIGNALS = 12; // a document may have several, drawn over one another

function keep(shelf, id, value, most = KEPT) {
  delete shelf[id]; // put last, so that the first is the one not used for longest
  shelf[id] = value;
  for (const old of Object.keys(shelf).slice(0, -most)) delete shelf[old];
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

const TAKE = {
  document: ({ id }, payload) => keep(PAGE.documents, id, PAGE.documents[id] ?? unpackDocument(payload)),
  signal: ({ id, count }, payload) => keep(PAGE.signals, id, PAGE.signals[id] ?? unpackSignal(payload, count), KEPT_SIGNALS),
  gaps: ({ id }, payload) => keep(PAGE.gaps, id, new Int32Array(payload.slice().buffer)),
  chunking: takeChunking,
  wanted: (header) => { groupOf(header.id).wanted = header; },
  said: (header) => { groupOf(header.id).said = header; },
  pick: takePick,
  outcomes: takeOutcomes,
  heat: takeHeat,
  overlays: takeOverlays,
};

PAGE.views = { heading: showHeading, readout: showReadout, curve: showCurve, text: showText, detail: showDetail, outcome: showOutcome, compare: showCompare, measures: showMeasures, sweep: showSweep, heat: showHeat };

PAGE.take = (data, tell) => {
  const { header, payload } = unpack(data);
  TAKE[header.kind](header, payload, tell);
  window.dispatchEvent(new CustomEvent('chunkscope:stored', { detail: { kind: header.kind } }));
};

export default function ({ data }) {
  PAGE.take(data);
}
