// What lies on the curve: a mark at each cut or, where they are too close, the rug, and below them the
// strip of gaps that were wanted but not cut.

function drawMarks(plot, first, last) {
  const { fragile, cuts: { offsets, reasons } } = plot.scene;
  const radius = clamp((plot.right - LEFT) / Math.max(1, last - first) / 2.6, 2.6, 4.6);
  for (const reason of plot.reasons) {
    const firm = newPath(plot.brush), pale = newPath(plot.brush), stems = [];
    for (let i = first; i < last; i++) {
      if (reasons[i] !== reason) continue;
      addShape(fragile?.[i] ? pale : firm, glyphOf(reason), plot.x(offsets[i]), plot.markY(i), radius);
      if (fragile?.[i]) stems.push([plot.x(offsets[i]), plot.markY(i) + radius]);
    }
    paintMark(plot, firm, reason);
    paintFragile(plot, pale, stems, reason);
  }
}

function paintMark(plot, path, reason) {
  const { brush } = plot;
  brush.lineWidth = 1.5;
  brush.strokeStyle = plot.colours.ground;
  if (!'▽◇'.includes(glyphOf(reason))) brush.stroke(path);
  brush.fillStyle = brush.strokeStyle = plot.colours.inks[reason] || plot.colours.muted;
  if ('▽◇'.includes(glyphOf(reason))) brush.stroke(path);
  else brush.fill(path);
}

// Pale, and on a dashed stem.
function paintFragile(plot, path, stems, reason) {
  const { brush } = plot;
  brush.lineWidth = 1;
  brush.strokeStyle = plot.colours.inks[reason] || plot.colours.muted;
  brush.beginPath();
  for (const [x, y] of stems) { brush.moveTo(Math.round(x) + 0.5, y); brush.lineTo(Math.round(x) + 0.5, plot.bottom); }
  brush.setLineDash([2, 3]);
  brush.stroke();
  brush.setLineDash([]);
  brush.fillStyle = plot.colours.ground;
  brush.fill(path);
  brush.globalAlpha = 0.3;
  brush.fillStyle = brush.strokeStyle;
  brush.fill(path);
  brush.globalAlpha = 1;
  brush.stroke(path);
}

// One row a reason, so that the place says it as well as the colour.
function drawRug(plot, first, last) {
  const { offsets, reasons } = plot.scene.cuts;
  const { brush } = plot;
  plot.reasons.forEach((reason, row) => {
    const top = plot.rugTop + row * plot.row;
    brush.fillStyle = plot.colours.inks[reason] || plot.colours.muted;
    brush.beginPath();
    for (let i = first; i < last; i++) {
      if (reasons[i] === reason) brush.rect(plot.x(offsets[i]) - 0.5, top, 1, plot.row - 1.5);
    }
    brush.fill();
  });
}

function drawRugGlyphs(plot) {
  plot.reasons.forEach((reason, row) => {
    const path = newPath(plot.brush);
    addShape(path, glyphOf(reason), LEFT - 12, plot.rugTop + (row + 0.42) * plot.row, 2.4);
    paintMark(plot, path, reason);
  });
}

function drawDensity(plot) {
  const { density, length } = plot.scene;
  const most = Math.max(0, ...density);
  if (!most) return;
  const { brush } = plot;
  const path = newPath(plot.brush);
  addShape(path, '▽', LEFT - 12, plot.stripTop + 4, 3);
  paintMark(plot, path, 'min_tokens');
  brush.fillStyle = plot.colours.inks.min_tokens;
  const each = length / density.length;
  density.forEach((count, bin) => {
    const from = Math.max(LEFT, plot.x(bin * each)), to = Math.min(plot.right, plot.x((bin + 1) * each));
    if (!count || to <= from) return;
    brush.globalAlpha = 0.15 + 0.75 * (count / most);
    brush.fillRect(from, plot.stripTop + 1, Math.max(0.5, to - from), STRIP - 3);
  });
  brush.globalAlpha = 1;
}
