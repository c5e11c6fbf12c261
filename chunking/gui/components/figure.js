// A Plotly chart, which is SVG in several layers in the page, as one file.

// What lies over the chart only for the pointer.
const FOR_THE_POINTER = '.hoverlayer, .draglayer, .zoomlayer, .menulayer, .legendtoggle, .scrollbox + rect';

function chartOf(key) {
  return document.querySelector(`.st-key-${CSS.escape(key.replace(/[^\w-]/g, '-'))} .js-plotly-plot`);
}

function chartAsSvg(chart, ground) {
  const layers = [...chart.querySelectorAll('.main-svg')];
  const { width, height } = layers[0].getBoundingClientRect();
  const whole = layers[0].cloneNode(false);
  const size = { width: Math.round(width), height: Math.round(height) };
  for (const name of [...whole.getAttributeNames()]) if (!name.startsWith('xmlns')) whole.removeAttribute(name);
  for (const [name, value] of Object.entries({ ...size, viewBox: `0 0 ${size.width} ${size.height}` })) whole.setAttribute(name, value);
  const back = document.createElementNS(whole.namespaceURI, 'rect');
  for (const [name, value] of Object.entries({ ...size, fill: ground })) back.setAttribute(name, value);
  whole.append(back);
  for (const layer of layers) whole.append(...[...layer.children].map((child) => child.cloneNode(true)));
  for (const each of whole.querySelectorAll(FOR_THE_POINTER)) each.remove();
  return { ...size, text: new XMLSerializer().serializeToString(whole) };
}

function chartFile(root, { chart, name }, format) {
  const found = chartOf(chart);
  if (!found) return;
  const { width, height, text } = chartAsSvg(found, getComputedStyle(root).getPropertyValue('--ground').trim());
  const blob = new Blob([text], { type: 'image/svg+xml' });
  if (format === 'SVG') { download(blob, `chunkscope-${name}.svg`); return; }
  const picture = new Image(), address = URL.createObjectURL(blob);
  picture.onload = () => {
    const canvas = make('canvas', { width: 2 * width, height: 2 * height });
    canvas.getContext('2d').drawImage(picture, 0, 0, 2 * width, 2 * height);
    URL.revokeObjectURL(address);
    canvas.toBlob((made) => download(made, `chunkscope-${name}.png`));
  };
  picture.src = address;
}

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector('.chunkscope.figure');
  if (root.dataset.chart === data.chart) return;
  root.dataset.chart = data.chart;
  const save = (format) => () => chartFile(root, data, format);
  root.replaceChildren(formatMenu({ SVG: save('SVG'), PNG: save('PNG') }));
}
