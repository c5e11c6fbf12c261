// An SVG drawing with the interface of a canvas context, as much of it as the charts use.

/** @param {number} value */
const short = (value) => Number(value.toFixed(2));

class SvgPath {
  constructor() { this.d = ''; }

  /** @param {number} x  @param {number} y */
  moveTo(x, y) { this.d += `M${short(x)} ${short(y)}`; }

  /** @param {number} x  @param {number} y */
  lineTo(x, y) { this.d += `${this.d ? 'L' : 'M'}${short(x)} ${short(y)}`; }

  /** @param {number} x  @param {number} y  @param {number} width  @param {number} height */
  rect(x, y, width, height) {
    this.d += `M${short(x)} ${short(y)}h${short(width)}v${short(height)}h${short(-width)}Z`;
  }

  /** Whole circles only. @param {number} x  @param {number} y  @param {number} radius */
  arc(x, y, radius) {
    const r = short(radius), [left, right] = [short(x - radius), short(x + radius)], middle = short(y);
    this.d += `M${right} ${middle}A${r} ${r} 0 1 1 ${left} ${middle}A${r} ${r} 0 1 1 ${right} ${middle}`;
  }

  closePath() { this.d += 'Z'; }
}

/** Return an empty path for a context; one of an SVG drawing has what the charts use. @param {any} context  @returns {Path2D} */
export const newPath = (context) => (context instanceof SvgContext ? /** @type {any} */ (new SvgPath()) : new Path2D());

// Any color of a style sheet as plain numbers, which every program that reads SVG knows.
const plainColors = /** @type {Map<string, {plain: string, alpha: number}>} */ (new Map());

/** @param {string} color */
function plainColor(color) {
  const known = plainColors.get(color);
  if (known) return known;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [r, g, b, alpha] = context.getImageData(0, 0, 1, 1).data, found = { plain: `rgb(${r},${g},${b})`, alpha: alpha / 255 };
  plainColors.set(color, found);
  return found;
}

const SPACE = new URL('http://www.w3.org/2000/svg').href;

/** @param {string} name  @param {Record<string, string|number>} attributes */
function makeSvg(name, attributes) {
  const element = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/** Draws SVG elements instead of pixels. */
export class SvgContext extends SvgPath {
  /** @param {number} width  @param {number} height */
  constructor(width, height) {
    super();
    this.root = makeSvg('svg', { width, height, viewBox: `0 0 ${width} ${height}` });
    this.clips = 0;
    this.textAlign = 'left';
    this.textBaseline = 'alphabetic';
    this.lineJoin = 'miter';
    // What `save` and `restore` are about.
    this.layer = this.root;
    this.fillStyle = this.strokeStyle = '#000';
    this.lineWidth = this.globalAlpha = 1;
    this.font = '11px sans-serif';
    this.dash = /** @type {number[]} */ ([]);
    this.saved = /** @type {object[]} */ ([]);
  }

  /** This drawing as what the charts draw on. @returns {CanvasRenderingContext2D} */
  asCanvas() { return /** @type {any} */ (this); }

  /** @param {string} name  @param {Record<string, string|number>} attributes */
  add(name, attributes) {
    return this.layer.appendChild(makeSvg(name, attributes));
  }

  /** @param {'fill'|'stroke'} kind  @param {string} color */
  inked(kind, color) {
    const { plain, alpha } = plainColor(color), opacity = short(alpha * this.globalAlpha);
    return { [kind]: plain, ...opacity < 1 ? { [`${kind}-opacity`]: opacity } : {} };
  }

  beginPath() { this.d = ''; }

  /** @param {number[]} dash */
  setLineDash(dash) { this.dash = dash; }

  /** @param {SvgPath} [path] */
  stroke({ d } = this) {
    if (!d) return;
    this.add('path', {
      d, fill: 'none', 'stroke-width': this.lineWidth, 'stroke-linejoin': this.lineJoin,
      ...this.dash.length ? { 'stroke-dasharray': this.dash.join(' ') } : {}, ...this.inked('stroke', this.strokeStyle),
    });
  }

  /** @param {SvgPath} [path] */
  fill({ d } = this) {
    if (d) this.add('path', { d, ...this.inked('fill', this.fillStyle) });
  }

  /** @param {[number, number, number, number]} box */
  fillRect(...box) {
    const path = new SvgPath();
    path.rect(...box);
    this.fill(path);
  }

  /** @param {[number, number, number, number]} box */
  strokeRect(...box) {
    const path = new SvgPath();
    path.rect(...box);
    this.stroke(path);
  }

  clearRect() {}

  /** @param {string} text  @param {number} x  @param {number} y */
  fillText(text, x, y) {
    const [, weight, size, family] = this.font.match(/^(?:(\d+) )?([\d.]+)px (.*)/) ?? [];
    const element = this.add('text', {
      x: short(x), y: short(y), 'font-size': size, 'font-family': family, ...this.inked('fill', this.fillStyle),
      'text-anchor': { right: 'end', center: 'middle' }[this.textAlign] ?? 'start',
      ...weight ? { 'font-weight': weight } : {},
      ...this.textBaseline === 'middle' ? { 'dominant-baseline': 'central' } : {},
    });
    element.textContent = text;
  }

  /** @param {HTMLCanvasElement} canvas  @param {number} x  @param {number} y  @param {number} width  @param {number} height */
  drawImage(canvas, x, y, width, height) {
    this.add('image', {
      x, y, width, height, href: canvas.toDataURL(), preserveAspectRatio: 'none', style: 'image-rendering:pixelated',
    });
  }

  save() {
    const { layer, fillStyle, strokeStyle, lineWidth, globalAlpha, font, dash } = this;
    this.saved.push({ layer, fillStyle, strokeStyle, lineWidth, globalAlpha, font, dash });
  }

  restore() {
    Object.assign(this, this.saved.pop());
  }

  clip() {
    const id = `clip${++this.clips}`;
    this.add('clipPath', { id }).append(makeSvg('path', { d: this.d }));
    this.layer = this.add('g', { 'clip-path': `url(#${id})` });
  }

  toString() {
    return new XMLSerializer().serializeToString(this.root);
  }
}
