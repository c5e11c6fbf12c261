// An SVG drawing with the interface of a canvas context, as much of it as the charts use.

const short = (value) => Number(value.toFixed(2));

class SvgPath {
  constructor() { this.d = ''; }

  moveTo(x, y) { this.d += `M${short(x)} ${short(y)}`; }

  lineTo(x, y) { this.d += `${this.d ? 'L' : 'M'}${short(x)} ${short(y)}`; }

  rect(x, y, width, height) {
    this.d += `M${short(x)} ${short(y)}h${short(width)}v${short(height)}h${short(-width)}Z`;
  }

  // Whole circles only.
  arc(x, y, radius) {
    const r = short(radius), [left, right] = [short(x - radius), short(x + radius)], middle = short(y);
    this.d += `M${right} ${middle}A${r} ${r} 0 1 1 ${left} ${middle}A${r} ${r} 0 1 1 ${right} ${middle}`;
  }

  closePath() { this.d += 'Z'; }
}

/** Return an empty path for a context. */
export const newPath = (context) => (context instanceof SvgContext ? new SvgPath() : new Path2D());

// Any color of a style sheet as plain numbers, which every program that reads SVG knows.
const plainColors = new Map();

function plainColor(color) {
  if (!plainColors.has(color)) {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 1;
    const context = canvas.getContext('2d');
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    const [r, g, b, alpha] = context.getImageData(0, 0, 1, 1).data;
    plainColors.set(color, [`rgb(${r},${g},${b})`, alpha / 255]);
  }
  return plainColors.get(color);
}

const SPACE = new URL('http://www.w3.org/2000/svg').href;
const STATE = ['layer', 'fillStyle', 'strokeStyle', 'lineWidth', 'globalAlpha', 'font', 'dash'];

/** Draws SVG elements instead of pixels. */
export class SvgContext {
  constructor(width, height) {
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
    const element = document.createElementNS(SPACE, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  }

  add(name, attributes) {
    return this.layer.appendChild(this.element(name, attributes));
  }

  inked(kind, color) {
    const [plain, alpha] = plainColor(color), opacity = short(alpha * this.globalAlpha);
    return { [kind]: plain, ...opacity < 1 ? { [`${kind}-opacity`]: opacity } : {} };
  }

  beginPath() { this.path = new SvgPath(); }

  moveTo(x, y) { this.path.moveTo(x, y); }

  lineTo(x, y) { this.path.lineTo(x, y); }

  rect(x, y, width, height) { this.path.rect(x, y, width, height); }

  arc(x, y, radius) { this.path.arc(x, y, radius); }

  closePath() { this.path.closePath(); }

  setLineDash(dash) { this.dash = dash; }

  stroke(path = this.path) {
    if (!path.d) return;
    this.add('path', {
      d: path.d, fill: 'none', 'stroke-width': this.lineWidth, 'stroke-linejoin': this.lineJoin,
      ...this.dash.length ? { 'stroke-dasharray': this.dash.join(' ') } : {}, ...this.inked('stroke', this.strokeStyle),
    });
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

  measureText(text) {
    return { width: text.length * 6.2 };
  }

  fillText(text, x, y) {
    const [, weight, size, family] = this.font.match(/^(?:(\d+) )?([\d.]+)px (.*)/);
    const element = this.add('text', {
      x: short(x), y: short(y), 'font-size': size, 'font-family': family, ...this.inked('fill', this.fillStyle),
      'text-anchor': { right: 'end', center: 'middle' }[this.textAlign] ?? 'start',
      ...weight ? { 'font-weight': weight } : {},
      ...this.textBaseline === 'middle' ? { 'dominant-baseline': 'central' } : {},
    });
    element.textContent = text;
  }

  drawImage(canvas, x, y, width, height) {
    this.add('image', {
      x, y, width, height, href: canvas.toDataURL(), preserveAspectRatio: 'none', style: 'image-rendering:pixelated',
    });
  }

  save() {
    this.kept.push(Object.fromEntries(STATE.map((name) => [name, this[name]])));
  }

  restore() {
    Object.assign(this, this.kept.pop());
  }

  clip() {
    const id = `clip${++this.clips}`;
    this.add('clipPath', { id }).append(this.element('path', { d: this.path.d }));
    this.layer = this.add('g', { 'clip-path': `url(#${id})` });
  }

  toString() {
    return new XMLSerializer().serializeToString(this.root);
  }
}
