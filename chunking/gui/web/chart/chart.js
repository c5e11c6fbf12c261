// What all charts share: a canvas that fills its field, margins, axes, hover, resizing, colors, files.

import { clamp } from '../core/arrays.js';
import { make, setText, whenResized } from '../core/dom.js';
import { rounded } from '../core/format.js';
import { colorsOf } from '../core/theme.js';
import { Tip } from '../core/tip.js';
import { View } from '../core/view.js';
import { saveMenu } from './save_menu.js';

/** Pixels from which a press is a drag and not a click. */
export const DRAGGED = 5;

/**
 * Base class of charts.
 *
 * A subclass sets `margins`, overrides `paint()`, which draws with `this.context` in `this.colors`, and may
 * override `point(x, y)` (the pointer moved), `leave()`, `press(x, y)` (returns whether it takes a drag),
 * `drag(x, y)`, `drop(x, y)`, `click(x, y)`, `key(event)` (returns whether it used the key) and `summary()`.
 */
export class Chart extends View {
  /**
   * @param {HTMLElement} root
   * @param {string} name
   * @param {{margins?: {top: number, right: number, bottom: number, left: number}, file?: string,
   *   kinds?: string[], hair?: boolean, size?: number}} [options]  `size`: of the font
   */
  constructor(root, name, { margins, file = name, kinds, hair = false, size = 11 } = {}) {
    super(root, name, kinds);
    this.margins = margins ?? { top: 8, right: 12, bottom: 20, left: 46 };
    this.file = file;
    this.fontSize = size;
    this.width = this.height = 0;
    root.classList.add('chart');
    this.canvas = make('canvas', { tabindex: '0', role: 'application' });
    this.message = make('div', { class: 'message' });
    this.field = make('div', { class: 'field' }, this.canvas, this.message);
    this.tip = new Tip(this.field, hair);
    this.tools = make('div', { class: 'tools' }, saveMenu(this));
    root.replaceChildren(this.field, this.tools);
    this.context = this.canvas.getContext('2d');
    this.listenToPointer();
    whenResized(this.field, () => this.redraw(), this.ending.signal);
    this.ending.signal.addEventListener('abort', () => cancelAnimationFrame(this.frame));
  }

  // ---- drawing ----

  get left() { return this.margins.left; }

  get right() { return this.width - this.margins.right; }

  get top() { return this.margins.top; }

  get bottom() { return this.height - this.margins.bottom; }

  /** Draw in the next frame; several calls draw once. */
  redraw() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = undefined;
      this.draw();
    });
  }

  draw() {
    const { clientWidth, clientHeight } = this.field;
    if (!clientWidth || !clientHeight || this.ending.signal.aborted) return;
    const dense = window.devicePixelRatio || 1;
    [this.width, this.height] = [clientWidth, clientHeight];
    const [width, height] = [Math.round(clientWidth * dense), Math.round(clientHeight * dense)];
    if (this.canvas.width !== width) this.canvas.width = width;
    if (this.canvas.height !== height) this.canvas.height = height;
    this.context.setTransform(dense, 0, 0, dense, 0, 0);
    this.colors = colorsOf(this.root);
    this.paintOn(this.context);
  }

  /** Draw with another context of the same size: a file. */
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

  /** Show a message in place of the chart; '' for none. */
  showMessage(text) {
    setText(this.message, text);
  }

  /** Draw with everything outside the plot cut off, `air` pixels around it kept. */
  clipped(act, air = 5) {
    const { context } = this;
    context.save();
    context.beginPath();
    context.rect(this.left - air, 0, this.right - this.left + 2 * air, this.height);
    context.clip();
    act();
    context.restore();
  }

  /** Draw a straight line on whole pixels. */
  line(x1, y1, x2, y2, color, { dash = [], width = 1 } = {}) {
    const { context } = this, sharp = (value) => Math.round(value) + (width % 2 ? 0.5 : 0);
    context.beginPath();
    context.setLineDash(dash);
    [context.strokeStyle, context.lineWidth] = [color, width];
    context.moveTo(sharp(x1), sharp(y1));
    context.lineTo(sharp(x2), sharp(y2));
    context.stroke();
    context.setLineDash([]);
  }

  /** Write a text; `weight` is a number. */
  write(text, x, y, { align = 'left', color = this.colors.muted, weight } = {}) {
    const { context } = this;
    context.font = `${weight ? `${weight} ` : ''}${this.fontSize}px ${this.colors.font}`;
    [context.fillStyle, context.textAlign, context.textBaseline] = [color, align, 'middle'];
    context.fillText(text, x, y);
  }

  /**
   * Draw the horizontal axis below the plot: tick labels that stay within it.
   *
   * @param {import('./scales.js').Scale} scale
   * @param {{y?: number, format?: (value: number) => string, room?: number, integer?: boolean,
   *   label?: string}} [options]
   */
  axisX(scale, { y = this.bottom + 12, format = String, room = 90, integer = false, label = '' } = {}) {
    for (const tick of scale.ticks(Math.max(2, Math.floor((this.right - this.left) / room)), integer)) {
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
   * @param {import('./scales.js').Scale} scale
   * @param {{top?: number, bottom?: number, format?: (value: number) => string, room?: number, integer?: boolean,
   *   clear?: (y: number) => boolean}} [options]
   */
  axisY(scale, { top = this.top, bottom = this.bottom, format, room = 30, integer = false, clear = () => true } = {}) {
    const found = scale.ticks(Math.max(2, Math.floor((bottom - top) / room)), integer);
    const decimals = found.some((tick) => Math.abs(tick * 10 - Math.round(tick * 10)) > 1e-6) ? 2 : 1;
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
    canvas.onpointerdown = (event) => {
      if (event.button !== 0) return;
      this.pressed = { x: event.offsetX, y: event.offsetY, taken: Boolean(this.press(event.offsetX, event.offsetY)) };
      canvas.setPointerCapture(event.pointerId);
    };
    canvas.onpointermove = (event) => {
      this.pointer = [event.offsetX, event.offsetY];
      if (this.pressed?.taken) this.drag(event.offsetX, event.offsetY, this.pressed);
      else this.hover(event.offsetX, event.offsetY);
    };
    canvas.onpointerup = (event) => {
      const { pressed } = this;
      this.pressed = undefined;
      if (!pressed) return;
      const still = Math.hypot(event.offsetX - pressed.x, event.offsetY - pressed.y) < DRAGGED;
      const used = pressed.taken && this.drop(event.offsetX, event.offsetY, pressed);
      if (!used && still) this.click(event.offsetX, event.offsetY);
    };
    canvas.onpointercancel = () => {
      if (this.pressed?.taken) this.drop(NaN, NaN, this.pressed);
      this.pressed = undefined;
    };
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

  /** The pointer moved over the chart. */
  hover() {}

  /** The pointer left the chart. */
  leave() { this.tip.hide(); }

  /** A press; return whether the drag that follows belongs to the chart. */
  press() { return false; }

  /** A drag that was taken. */
  drag() {}

  /** The end of a drag; return whether it was one, and no click. */
  drop() { return false; }

  click() {}

  /** A key; return whether it was used. */
  key() { return false; }

  /** Return the nearest place of the plot to a pixel. */
  clampX(x) { return clamp(x, this.left, this.right); }
}
