// More signals in the curve than the one that is cut by: thin, each with a dash and a name of its own.

const NO_OVERLAYS = [];

function takeOverlays({ id, document, signals }) {
  groupOf(id).overlays = { document, signals };
}

// Those of the group that belong to the document that is drawn, once they are stored.
function overlaysOf(group) {
  const { overlays, chunking } = group;
  if (!overlays || overlays.document !== chunking?.document || !overlays.signals.length) return NO_OVERLAYS;
  if (!overlays.ready?.length || overlays.ready.length < overlays.signals.length) {
    overlays.ready = overlays.signals.map((each) => ({ ...each, signal: PAGE.signals[each.signal] })).filter((each) => each.signal);
  }
  return overlays.ready;
}

// The similarities among them, which the axis must hold too.
function overlaidScores({ overlays = NO_OVERLAYS }) {
  let low = Infinity, high = -Infinity;
  for (const { signal, hangs } of overlays) {
    for (const score of hangs ? [] : signal.scores) {
      low = Math.min(low, score);
      high = Math.max(high, score);
    }
  }
  return low <= high ? [low, high] : [];
}

function drawOverlays(plot) {
  const { brush, scene } = plot;
  (scene.overlays ?? NO_OVERLAYS).forEach(({ signal, dash, colour, hangs }) => {
    const deepest = hangs ? signal.scores.reduce((most, score) => Math.max(most, score), 1e-6) : 0;
    const height = hangs ? (score) => TOP + (score / deepest) * (plot.bottom - TOP) : (score) => plot.y(score);
    plot.trace(signal, height);
    brush.strokeStyle = colour;
    brush.lineWidth = 1;
    brush.setLineDash(dash);
    brush.stroke();
    brush.setLineDash([]);
  });
}

// What the legend says of them.
function overlayEntries(overlays) {
  return overlays.map(({ label, dash, colour }) => {
    const line = make('span', { class: 'dash', 'aria-hidden': 'true' });
    const [on, off = on] = dash;
    line.style.background = `repeating-linear-gradient(90deg, ${colour} 0 ${on}px, transparent ${on}px ${on + off}px)`;
    return make('span', { class: 'entry overlay' }, line, ` ${label}`);
  });
}
