// A figure as a file: SVG, or PNG at twice the size. It is made in the page and goes nowhere else.

function download(blob, name) {
  const link = make('a', { download: name, href: URL.createObjectURL(blob) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function figureSize(field) {
  return [Math.round(field.clientWidth), Math.round(field.clientHeight)];
}

function saveSvg(view, name, draw, field) {
  const [width, height] = figureSize(field), brush = new SvgBrush(width, height);
  brush.fillStyle = getComputedStyle(view.root).backgroundColor;
  brush.fillRect(0, 0, width, height);
  draw(brush);
  download(new Blob([brush.toString()], { type: 'image/svg+xml' }), `chunkscope-${name}.svg`);
}

function savePng(view, name, draw, field) {
  const [width, height] = figureSize(field), canvas = make('canvas', { width: 2 * width, height: 2 * height });
  const brush = canvas.getContext('2d');
  brush.scale(2, 2);
  brush.fillStyle = getComputedStyle(view.root).backgroundColor;
  brush.fillRect(0, 0, width, height);
  draw(brush);
  canvas.toBlob((blob) => download(blob, `chunkscope-${name}.png`));
}

// A small button with the two formats. draw(brush) draws all of the figure in the size of `field`.
function saveMenu(view, name, draw, field) {
  return formatMenu({ SVG: () => saveSvg(view, name, draw, field), PNG: () => savePng(view, name, draw, field) });
}

const OF_FIGURE = { menu: 'Save this figure', each: (format) => `Save this figure as ${format}` };

// `said` names the menu, and each of its choices.
function formatMenu(formats, said = OF_FIGURE) {
  const choices = Object.entries(formats).map(([format, save]) =>
    button(said.each(format), format, () => { close(); save(); }));
  const summary = make('summary', { 'aria-label': said.menu, title: said.menu }, '⤓');
  const element = make('details', { class: 'save' }, summary, make('div', { class: 'formats' }, ...choices));
  // What has the focus goes away: it returns to what opened it.
  const close = () => {
    element.open = false;
    summary.focus();
  };
  element.onkeydown = (event) => {
    if (event.key === 'Escape' && element.open) close();
  };
  element.onfocusout = (event) => {
    if (!element.contains(event.relatedTarget)) element.open = false;
  };
  return element;
}
