// The stretches of the threshold without a change, along the axis of the curve.

const LANE = 4; // pixels

function drawPlateaus(plot) {
  const { scene, brush, colours } = plot, { outcomes } = scene;
  if (!outcomes || scene.threshold === null || scene.threshold === undefined) return;
  const here = outcomes.plateauAt(outcomes.nearest(scene.threshold));
  const span = ([first, last]) => [outcomes.values[last], outcomes.values[first]]
    .map((value) => clamp(plot.y(value), TOP - 4, plot.bottom));
  for (const plateau of outcomes.plateaus) {
    const [top, bottom] = span(plateau);
    if (bottom - top < 1) continue;
    brush.fillStyle = plateau === here ? colours.accent : colours.line;
    brush.globalAlpha = plateau === here ? 0.75 : 0.6;
    brush.fillRect(plot.right + 1, top, LANE, bottom - top);
    if (plateau === here) {
      brush.globalAlpha = 0.07;
      brush.fillRect(LEFT, top, plot.right - LEFT, bottom - top);
    }
  }
  brush.globalAlpha = 1;
}

// What they mean, for the legend; nothing where there are none.
function plateauEntry(scene) {
  if (!scene.outcomes?.plateaus.length || typeof scene.threshold !== 'number') return [];
  const swatch = make('span', { class: 'plateau', 'aria-hidden': 'true' });
  return [make('span', { class: 'entry', title: `${WORDS.plateau}: the bars at the right edge` }, swatch, ' same cuts')];
}
