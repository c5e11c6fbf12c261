// What a canvas is drawn with, writing SVG instead: as much of the 2D context as the views use.

const DIGITS = (value) => Number(value.toFixed(2));

class SvgPath {
  constructor() { this.d = ''; }
  moveTo(x, y) { this.d += `M${DIGITS(x)} ${DIGITS(y)}`; }
  lineTo(x, y) { this.d += `${this.d ? 'L' : 'M'}${DIGITS(x)} ${DIGITS(y)}`; }
  rect(x, y, width, height) { this.d += `M${DIGITS(x)} ${DIGITS(y)}h${DIGITS(width)}v${DIGITS(height)}h${DIGITS(-width)}Z`; }
  // Whole circles alone.
  arc(x, y, radius) {
    const r = DIGITS(radius);
    this.d += `M${DIGITS(x + radius)} ${DIGITS(y)}A${r} ${r} 0 1 1 ${DIGITS(x - radius)} ${DIGITS(y)}A${r} ${r} 0 1 1 ${DIGITS(x + radius)} ${DIGITS(y)}`;
  }
  closePath() { this.d += 'Z'; }
}

const newPath = (brush) => (brush instanceof SvgBrush ? new SvgPath() : new Path2D());

// Any colour of a style sheet as plain figures, which every program that reads SVG knows.
const plainColours = new Map();
function plainColour(colour) {
  if (!plainColours.has(colour)) {
    const brush = make('canvas', { width: 1, height: 1 }).getContext('2d');
    brush.fillStyle = colour;
    brush.fillRect(0, 0, 1, 1);
    const [r, g, b, alpha] = brush.getImageData(0, 0, 1, 1).data;
    plainColours.set(colour, [`rgb(${r},${g},${b})`, alpha / 255]);
  }
  return plainColours.get(colour);
}

class SvgBrush {
  constructor(width, height) {
    this.space = new DOMParser().parseFromString('<svg></svg>', 'text/html').querySelector('svg').namespaceURI;
    this.root = this.element('svg', { width, height, viewBox: `0 0 ${width} ${height}` });
    this.layer = this.root;
    this.clips = 0;
    this.kept = [];
    Object.assign(this, {
      fillStyle: '#000', strokeStyle: '#000', lineWidth: 1, globalAlpha: 1, font: '11px sans-serif',
      textAlign: 'left', textBaseline: 'alphabetic', lineJoin: 'miter', dash: [], path: new SvgPath(),
    });
  }

  element(name, attributes) {
    const element = document.createElementNS(this.space, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  }

  add(name, attributes) {
    return this.layer.appendChild(this.element(name, attributes));
  }

  inked(kind, colour) {
    const [plain, alpha] = plainColour(colour);
    const opacity = DIGITS(alpha * this.globalAlpha);
    return { [kind]: plain, ...(opacity < 1 ? { [`${kind}-opacity`]: opacity } : {}) };
  }

  // ---- paths ----

  beginPath() { this.path = new SvgPath(); }
  moveTo(...at) { this.path.moveTo(...at); }
  lineTo(...at) { this.path.lineTo(...at); }
  rect(...at) { this.path.rect(...at); }
  arc(...at) { this.path.arc(...at); }
  closePath() { this.path.closePath(); }
  setLineDash(dash) { this.dash = dash; }

  stroke(path = this.path) {
    if (!path.d) return;
    const dash = this.dash.length ? { 'stroke-dasharray': this.dash.join(' ') } : {};
    this.add('path', { d: path.d, fill: 'none', 'stroke-width': this.lineWidth, 'stroke-linejoin': this.lineJoin, ...dash, ...this.inked('stroke', this.strokeStyle) });
  }

  fill(path = this.path) {
    if (path.d) this.add('path', { d: path.d, ...this.inked('fill', this.fillStyle) });
  }

  fillRect(x, y, width, height) {
    const path = new SvgPath();
    path.rect(x, y, width, height);
    this.fill(path);
  }

  strokeRect(x, y, width, height) {
    const path = new SvgPath();
    path.rect(x, y, width, height);
    this.stroke(path);
  }

  clearRect() {}

  // ---- text and pictures ----

  fillText(text, x, y) {
    const [, weight, size, family] = this.font.match(/^(?:(\d+) )?([\d.]+)px (.*)/);
    const element = this.add('text', {
      x: DIGITS(x), y: DIGITS(y), 'font-size': size, 'font-family': family, ...this.inked('fill', this.fillStyle),
      'text-anchor': { right: 'end', center: 'middle' }[this.textAlign] ?? 'start',
      ...(weight ? { 'font-weight': weight } : {}),
      ...(this.textBaseline === 'middle' ? { 'dominant-baseline': 'central' } : {}),
    });
    element.textContent = text;
  }

  drawImage(canvas, x, y, width, height) {
    this.add('image', { x, y, width, height, href: canvas.toDataURL(), preserveAspectRatio: 'none', style: 'image-rendering:pixelated' });
  }

  // ---- states ----

  save() {
    const { layer, fillStyle, strokeStyle, lineWidth, globalAlpha, font, dash } = this;
    this.kept.push({ layer, fillStyle, strokeStyle, lineWidth, globalAlpha, font, dash });
  }

  restore() {
    Object.assign(this, this.kept.pop());
  }

  clip() {
    const id = `clip${++this.clips}`;
    const hole = this.add('clipPath', { id });
    hole.append(this.element('path', { d: this.path.d }));
    this.layer = this.add('g', { 'clip-path': `url(#${id})` });
  }

  toString() {
    return new XMLSerializer().serializeToString(this.root);
  }
}
