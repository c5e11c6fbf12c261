// A chart of Plotly as an SVG file: it is drawn in several layers of SVG, which become one.

class SaverView {
  constructor(root) {
    this.root = root;
    this.ending = new AbortController();
    root.replaceChildren(button('Save the figure above as SVG', '⤓ SVG', () => this.save()));
  }

  update(data) {
    this.data = data;
  }

  save() {
    const { chart, name } = this.data;
    const place = document.querySelector(`.st-key-${chart.replace(/[^\w-]/g, '-')}`);
    const layers = [...(place?.querySelectorAll('.main-svg') ?? [])];
    if (!layers.length) return;
    const whole = layers[0].cloneNode(false);
    whole.removeAttribute('class');
    whole.setAttribute('viewBox', `0 0 ${layers[0].getAttribute('width')} ${layers[0].getAttribute('height')}`);
    whole.style.background = getComputedStyle(this.root).backgroundColor;
    for (const layer of layers) whole.append(...[...layer.childNodes].map((each) => each.cloneNode(true)));
    download(new Blob([new XMLSerializer().serializeToString(whole)], { type: 'image/svg+xml' }), `${name}.svg`);
  }
}

const showSaver = (component) => showView(component, 'saver', SaverView);
