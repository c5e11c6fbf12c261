// What all charts share: a canvas that fills its field, margins, axes, hover, resizing, colors, files.

import { clamp } from '../core/arrays.js';
import { inNextFrame, make, setText, whenResized } from '../core/dom.js';
import { rounded } from '../core/format.js';
import { colorsOf } from '../core/theme.js';
import { Tip } from '../core/tip.js';
import { View } from '../core/view.js';
import { makeSaveMenu } from './save_menu.js';

/** @import { Colors } from '../core/theme.js' */
/** @import { Scale } from './scales.js' */

/** Pixels from which a press is a drag and not a click. */
export const DRAGGED = 5;
const GRIP_MOVED = 3; // pixels from which a press on a handle drags it

/** @typedef {{top: number, right: number, bottom: number, left: number}} Margins  pixels around the plot */

/**
 * @typedef {object} Press  of the pointer on a chart
 * @property {number} x
 * @property {number} y
 * @property {any} grip  what it grips
 * @property {boolean} taken  whether the drag that follows belongs to the chart
 * @property {boolean} [moved]
 */

/**
 * Base class of charts.
 *
 * A subclass overrides `paint()`, which draws on `this.context` in `this.colors`, and what the pointer and the keys
 * do. What `gripAt(x, y)` returns is dragged: `moveGrip` follows the pointer, and `releaseGrip` ends it.
 */
export class Chart extends View {
  /**
   * @param {HTMLElement} root
   * @param {string} name
   * @param {{margins?: Margins, file?: string, kinds?: string[], hair?: boolean, size?: number}} [options]
   *   `file`: name of a saved figure; `hair`: a line through the pointer; `size`: of the font
   */
  constructor(root, name, { margins, file = name, kinds, hair = false, size = 11 } = {}) {
    super(root, name, kinds);
    this.margins = { top: 0, right: 0, bottom: 0, left: 0, ...margins };
    this.file = file;
    this.fontSize = size;
    this.width = this.height = 0;
    this.dragged = false; // whether a handle is dragged
    /** @type {[number, number]|undefined} */
    this.pointer = undefined;
    this.press = /** @type {Press|undefined} */ (undefined);
    root.classList.add('chart');
    this.canvas = make('canvas', { tabindex: '0', role: 'application' });
    this.message = make('div', { class: 'message' });
    this.field = make('div', { class: 'field' }, this.canvas, this.message);
    this.tip = new Tip(this.field, hair);
    this.tools = make('div', { class: 'tools' }, makeSaveMenu(this));
    root.replaceChildren(this.field, this.tools);
    this.context = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext('2d'));
    this.colors = /** @type {Colors} */ ({}); // of the last drawing
    this.listenToPointer();
    this.drawSoon = inNextFrame(this.ending.signal, () => this.draw());
    whenResized(this.field, this.drawSoon, this.ending.signal);
  }

  // ---- drawing ----

  get left() { return this.margins.left; }

  get right() { return this.width - this.margins.right; }

  get top() { return this.margins.top; }

  get bottom() { return this.height - this.margins.bottom; }

  redraw() { this.drawSoon(); }

  draw() {
    const { clientWidth, clientHeight } = this.field;
    if (!clientWidth || !clientHeight || this.ending.signal.aborted) return;
    const density = window.devicePixelRatio || 1;
    [this.width, this.height] = [clientWidth, clientHeight];
    const [width, height] = [Math.round(clientWidth * density), Math.round(clientHeight * density)];
    if (this.canvas.width !== width) this.canvas.width = width;
    if (this.canvas.height !== height) this.canvas.height = height;
    this.context.setTransform(density, 0, 0, density, 0, 0);
    this.colors = colorsOf(this.root);
    this.paintOn(this.context);
  }

  /** Draw on another context of the same size: a file. @param {CanvasRenderingContext2D} context */
  paintOn(context) {
    const own = this.context;
    this.context = context;
    try {
      context.clearRect(0, 0, this.width, this.height);
      context.font = `${this.fontSize}px ${this.colors.font}`;
      context.textBaseline = 'middle';
      this.paint();
    } finally {
      this.context = own;
    }
  }

  paint() {}

  /** Show a message in place of the chart; '' for none. @param {string} text */
  showMessage(text) {
    setText(this.message, text);
  }

  /** Draw with everything cut off that is left or right of the plot, a few pixels kept. @param {() => void} act */
  clipped(act) {
    const { context } = this;
    context.save();
    context.beginPath();
    context.rect(this.left - 5, 0, this.right - this.left + 10, this.height);
    context.clip();
    act();
    context.restore();
  }

  /**
   * Draw a straight line on whole pixels.
   *
   * @param {number} x1
   * @param {number} y1
   * @param {number} x2
   * @param {number} y2
   * @param {string} color
   * @param {number[]} [dash]
   */
  line(x1, y1, x2, y2, color, dash = []) {
    const { context } = this, sharp = (/** @type {number} */ value) => Math.round(value) + 0.5;
    context.beginPath();
    context.setLineDash(dash);
    [context.strokeStyle, context.lineWidth] = [color, 1];
    context.moveTo(sharp(x1), sharp(y1));
    context.lineTo(sharp(x2), sharp(y2));
    context.stroke();
    context.setLineDash([]);
  }

  /**
   * Fill a rectangle.
   *
   * @param {string} color
   * @param {number} x
   * @param {number} y
   * @param {number} width
   * @param {number} height
   * @param {number} [opacity]
   */
  fillRect(color, x, y, width, height, opacity = 1) {
    this.fillRects(color, [[x, y, width, height]], opacity);
  }

  /**
   * Fill many rectangles: one by one, since a path of all of them takes seven times as long.
   *
   * @param {string} color
   * @param {Iterable<[x: number, y: number, width: number, height: number]>} boxes
   * @param {number} [opacity]
   */
  fillRects(color, boxes, opacity = 1) {
    const { context } = this;
    [context.fillStyle, context.globalAlpha] = [color, opacity];
    for (const [x, y, width, height] of boxes) context.fillRect(x, y, width, height);
    context.globalAlpha = 1;
  }

  /** Begin a path along points. @param {Iterable<[number, number]>} points */
  trace(points) {
    const { context } = this;
    context.beginPath();
    let first = true;
    for (const [x, y] of points) {
      context[first ? 'moveTo' : 'lineTo'](x, y);
      first = false;
    }
  }

  /** Draw a line through points. @param {Iterable<[number, number]>} points  @param {string} color */
  polyline(points, color) {
    const { context } = this;
    this.trace(points);
    [context.strokeStyle, context.lineWidth, context.lineJoin] = [color, 1.8, 'round'];
    context.stroke();
  }

  /** Fill the area between points. @param {Iterable<[number, number]>} points  @param {string} color */
  fillPolygon(points, color) {
    this.trace(points);
    this.context.closePath();
    this.context.fillStyle = color;
    this.context.fill();
  }

  /** Mark a point of a line. @param {number} x  @param {number} y */
  dot(x, y) {
    const { context } = this;
    context.beginPath();
    context.arc(x, y, 4, 0, 2 * Math.PI);
    context.fillStyle = this.colors.accent;
    context.fill();
  }

  /** Draw the ridges of a handle that can be dragged. @param {number} x  @param {number} y */
  ridges(x, y) {
    for (const dy of [-3, 0, 3]) this.fillRect(this.colors.ground, x, y + dy - 0.5, 5, 1);
  }

  /**
   * Write a text.
   *
   * @param {string} text
   * @param {number} x
   * @param {number} y
   * @param {{align?: CanvasTextAlign, color?: string, weight?: number}} [options]
   */
  write(text, x, y, { align = 'left', color = this.colors.muted, weight } = {}) {
    const { context } = this;
    context.font = `${weight ? `${weight} ` : ''}${this.fontSize}px ${this.colors.font}`;
    [context.fillStyle, context.textAlign, context.textBaseline] = [color, align, 'middle'];
    context.fillText(text, x, y);
  }

  /** Return the width of a text in pixels. @param {string} text  @param {number} [weight] */
  widthOf(text, weight) {
    const context = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext('2d'));
    context.font = `${weight ? `${weight} ` : ''}${this.fontSize}px ${this.colors.font}`;
    return context.measureText(text).width;
  }

  /** Return a text cut to a width in pixels. @param {string} text  @param {number} width */
  fitted(text, width) {
    let length = text.length;
    while (length > 1 && this.widthOf(`${text.slice(0, length)}…`) > width) length--;
    return this.widthOf(text) <= width ? text : `${text.slice(0, length)}…`;
  }

  /**
   * Draw the horizontal axis below the plot: tick labels that stay within it.
   *
   * @param {Scale} scale
   * @param {{y?: number, format?: (value: number) => string, room?: number, label?: string}} [options]
   */
  axisX(scale, { y = this.bottom + 12, format = String, room = 90, label = '' } = {}) {
    for (const tick of scale.ticks(Math.max(2, Math.floor((this.right - this.left) / room)))) {
      const x = scale.at(tick);
      if (x < this.left - 1 || x > this.right + 1) continue;
      this.line(x, y - 10, x, y - 7, this.colors.muted);
      const align = x - this.left < 18 ? 'left' : this.right - x < 18 ? 'right' : 'center';
      this.write(format(tick), x, y, { align });
    }
    if (label) this.write(label, this.left - 8, y, { align: 'right' });
  }

  /**
   * Draw the vertical axis: grid lines and their labels, none where `clear(y)` is false.
   *
   * @param {Scale} scale
   * @param {{top?: number, bottom?: number, format?: (value: number) => string, room?: number, integer?: boolean,
   *   clear?: (y: number) => boolean}} [options]
   */
  axisY(scale, { top = this.top, bottom = this.bottom, format, room = 30, integer = false, clear = () => true } = {}) {
    const found = scale.ticks(Math.max(2, Math.floor((bottom - top) / room)), integer);
    const decimals = decimalsOf(found);
    for (const tick of found) {
      const y = scale.at(tick);
      if (y < top - 1 || y > bottom + 1) continue;
      this.line(this.left, y, this.right, y, this.colors.grid);
      if (clear(y)) this.write(format?.(tick) ?? rounded(tick, decimals), this.left - 8, y, { align: 'right' });
    }
  }

  // ---- pointer and keys ----

  listenToPointer() {
    const { canvas } = this;
    canvas.onpointerdown = ({ button, offsetX: x, offsetY: y, pointerId }) => {
      if (button !== 0) return;
      const grip = this.gripAt(x, y);
      this.press = { x, y, grip, taken: grip !== undefined || this.takesDrag() };
      canvas.setPointerCapture(pointerId);
    };
    canvas.onpointermove = ({ offsetX: x, offsetY: y }) => {
      this.pointer = [x, y];
      if (!this.press) canvas.classList.toggle('grip', this.gripAt(x, y) !== undefined);
      if (!this.press?.taken) { this.hover(x, y); return; }
      this.tip.hide();
      if (this.press.grip === undefined) this.drag(x, y, this.press);
      else this.dragGrip(x, y, this.press);
    };
    canvas.onpointerup = ({ offsetX: x, offsetY: y }) => this.release(x, y);
    canvas.onpointercancel = () => this.release(NaN, NaN);
    canvas.onpointerleave = () => {
      this.pointer = undefined;
      this.leave();
    };
    canvas.onblur = () => this.leave();
    canvas.onkeydown = (event) => {
      if (event.altKey || event.metaKey || event.ctrlKey || !this.key(event)) return;
      event.preventDefault();
      event.stopPropagation();
    };
  }

  /** @param {number} x  @param {number} y  @param {Press} press */
  dragGrip(x, y, press) {
    if (!this.dragged && Math.hypot(x - press.x, y - press.y) < GRIP_MOVED) return;
    this.dragged = true;
    this.moveGrip(press.grip, x, y);
    this.redraw();
  }

  /** End a press; of one that is canceled, the coordinates are NaN. @param {number} x  @param {number} y */
  release(x, y) {
    const { press, dragged } = this;
    this.press = undefined;
    this.dragged = false;
    if (!press) return;
    if (dragged) {
      this.releaseGrip();
      this.redraw();
    } else if (!(press.taken && press.grip === undefined && this.drop(x, y, press))) {
      if (Math.hypot(x - press.x, y - press.y) < DRAGGED) this.click(x, y);
    }
  }

  /** Return what a press grips; undefined for nothing. @param {number} _x  @param {number} _y  @returns {any} */
  gripAt(_x, _y) { return undefined; }

  /** What is gripped follows the pointer. @param {any} _grip  @param {number} _x  @param {number} _y */
  moveGrip(_grip, _x, _y) {}

  /** The drag of a handle ends. */
  releaseGrip() {}

  /** Tell whether a drag that begins next to a handle belongs to the chart. */
  takesDrag() { return false; }

  /** A drag that was taken. @param {number} _x  @param {number} _y  @param {Press} _press */
  drag(_x, _y, _press) {}

  /** The end of a drag; return whether it was one. @param {number} _x  @param {number} _y  @param {Press} _press */
  drop(_x, _y, _press) { return false; }

  /** The pointer moved over the chart. @param {number} _x  @param {number} _y */
  hover(_x, _y) {}

  /** The pointer left the chart. */
  leave() { this.tip.hide(); }

  /** @param {number} _x  @param {number} _y */
  click(_x, _y) {}

  /** A key; return whether it was used. @param {KeyboardEvent} _event */
  key(_event) { return false; }

  /** Return the nearest place of the plot to a pixel. @param {number} x */
  clampX(x) { return clamp(x, this.left, this.right); }
}

/** Return the decimals of the labels of ticks: one or two. @param {number[]} ticks */
export const decimalsOf = (ticks) => (ticks.some((tick) => Math.abs(tick * 10 - Math.round(tick * 10)) > 1e-6) ? 2 : 1);

/** Return two numbers in ascending order. @type {(one: number, other: number) => [number, number]} */
export const ascending = (one, other) => (one < other ? [one, other] : [other, one]);
