// The plot: hovering names the values and the text at a place, dragging zooms, a click goes to the text.

'use strict';
(() => {
  const CHARACTERS = [60, 110]; // shown before and after a place
  const NEAR = 5, DRAG = 5; // pixels: to a boundary that is meant, and of a drag that is no click
  const TICKS = 8;
  const plot = document.querySelector('.plot'), svgs = [...plot.querySelectorAll('svg')];
  const length = Math.max(1, Number(plot.dataset.length)), [low, high] = plot.dataset.extent.split(' ').map(Number);
  const lineEnd = Number(plot.dataset.lineEnd); // characters of a line end in the document
  const readout = document.querySelector('.readout'), whole = document.querySelector('.whole');
  const axis = plot.querySelector('.axis'), firstTicks = [...axis.children], title = axis.querySelector('em');
  const number = new Intl.NumberFormat('en');
  const curves = [...plot.querySelectorAll('polyline')].map((line) => ({
    name: line.dataset.name,
    offsets: line.dataset.offsets.split(' ').map(Number),
    values: line.getAttribute('points').split(' ').map((point) => high - (Number(point.split(',')[1]) / 100) * (high - low)),
  }));
  const rows = [...document.querySelectorAll('.text .words')].map((element) => ({ element, at: 0 }));
  let next = 0;
  for (const row of rows) {
    row.at = Number(row.element.dataset.at ?? next);
    next = row.at;
    for (const character of row.element.textContent) next += character === '\n' ? lineEnd : 1;
  }
  const boundaries = rows.filter(({ element }) => element.parentElement.classList.contains('begin')).map(({ at }) => at);
  const mark = (name) => plot.appendChild(Object.assign(document.createElement('i'), { className: name, hidden: true }));
  const cursor = mark('cursor'), brush = mark('brush');
  let view = [0, length], place = 0, pressed = null;

  const lastUpTo = (values, value) => {
    let from = 0, to = values.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (values[middle] <= value) from = middle + 1; else to = middle;
    }
    return from - 1;
  };
  const nearest = (values, value) => {
    const at = Math.max(0, lastUpTo(values, value));
    return at + 1 < values.length && values[at + 1] - value < value - values[at] ? at + 1 : at;
  };
  const box = () => svgs[0].getBoundingClientRect();
  const offsetAt = (x) => view[0] + Math.min(1, Math.max(0, (x - box().left) / box().width)) * (view[1] - view[0]);
  const shareOf = (offset) => (100 * (offset - view[0])) / (view[1] - view[0]); // of the width, in percent
  const rowAt = (offset) => rows[Math.max(0, lastUpTo(rows.map(({ at }) => at), offset))];

  // The text around an offset.
  function around(offset) {
    const index = rows.indexOf(rowAt(offset)), own = [...rows[index].element.textContent];
    let at = rows[index].at, inside = 0;
    while (inside < own.length && at < offset) at += own[inside++] === '\n' ? lineEnd : 1;
    const before = [...rows[index - 1]?.element.textContent ?? '', ...own.slice(0, inside)].slice(-CHARACTERS[0]);
    const after = [...own.slice(inside), ...rows[index + 1]?.element.textContent ?? ''].slice(0, CHARACTERS[1]);
    return [before, after].map((part) => part.join('').replace(/\s+/g, ' ').trim());
  }

  function show(offset) {
    place = Math.min(length - 1, Math.max(0, Math.round(offset)));
    const values = curves.map(({ name, offsets, values: all }) => `${name} ${all[nearest(offsets, place)].toFixed(2)}`);
    const { element, at } = rowAt(place);
    const why = at === place ? [...element.parentElement.querySelectorAll('.notes span')].map((each) => each.textContent) : [];
    const [before, after] = around(place);
    readout.replaceChildren(
      [`offset ${number.format(place)}`, ...values, ...why].join(' · '), document.createElement('br'),
      `…${before} `, Object.assign(document.createElement('b'), { textContent: '┃' }), ` ${after}…`);
    cursor.hidden = place < view[0] || place > view[1];
    cursor.style.left = `${shareOf(place)}%`;
  }

  // A boundary near the pointer, else a place of a curve.
  function meant(x) {
    const offset = offsetAt(x), pixel = (view[1] - view[0]) / box().width;
    const boundary = boundaries[nearest(boundaries, offset)];
    if (boundary !== undefined && Math.abs(boundary - offset) < NEAR * pixel) return boundary;
    return curves.length ? curves[0].offsets[nearest(curves[0].offsets, offset)] : boundary ?? offset;
  }

  function zoom(from, to) {
    const least = Math.min(length, 200), span = Math.min(length, Math.max(least, to - from));
    const start = Math.min(length - span, Math.max(0, from));
    view = [start, start + span];
    const isWhole = span === length;
    for (const svg of svgs) svg.setAttribute('viewBox', `${(100 * start) / length} 0 ${(100 * span) / length} 100`);
    plot.classList.toggle('zoomed', !isWhole);
    whole.hidden = isWhole;
    axis.replaceChildren(...isWhole ? firstTicks : [...ticks(), title]);
    cursor.hidden = true;
  }

  function ticks() {
    const raw = (view[1] - view[0]) / TICKS, power = 10 ** Math.floor(Math.log10(raw));
    const step = power * [1, 2, 5, 10].find((factor) => factor * power >= raw), found = [];
    for (let at = Math.ceil(view[0] / step) * step; at <= view[1]; at += step) {
      const tick = Object.assign(document.createElement('span'), { textContent: number.format(at) });
      tick.style.left = `${shareOf(at)}%`;
      found.push(tick);
    }
    return found;
  }

  const scale = (factor, offset) => zoom(offset - (offset - view[0]) * factor, offset + (view[1] - offset) * factor);

  function goToText() {
    const { element } = rowAt(place);
    document.querySelector('.found')?.classList.remove('found');
    element.classList.add('found');
    element.scrollIntoView({ block: 'center' });
  }

  plot.addEventListener('pointermove', ({ clientX }) => {
    if (pressed === null) { show(meant(clientX)); return; }
    const [from, to] = [pressed, clientX].sort((a, b) => a - b).map(offsetAt);
    brush.hidden = false;
    brush.style.left = `${shareOf(from)}%`;
    brush.style.width = `${shareOf(to) - shareOf(from)}%`;
  });
  plot.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    pressed = event.clientX;
    plot.setPointerCapture(event.pointerId);
  });
  plot.addEventListener('pointerup', ({ clientX }) => {
    if (pressed === null) return;
    const [from, to] = [pressed, clientX].sort((a, b) => a - b);
    pressed = null;
    brush.hidden = true;
    if (to - from > DRAG) zoom(offsetAt(from), offsetAt(to));
    else { show(meant(clientX)); goToText(); }
  });
  plot.addEventListener('pointercancel', () => { pressed = null; brush.hidden = true; });
  // With Ctrl, and by pinching: the wheel alone scrolls the page.
  plot.addEventListener('wheel', (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    scale(1.2 ** Math.sign(event.deltaY), offsetAt(event.clientX));
  }, { passive: false });
  plot.addEventListener('keydown', (event) => {
    const places = curves[0]?.offsets ?? boundaries, step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step) show(places[Math.min(places.length - 1, Math.max(0, nearest(places, place) + step))] ?? 0);
    else if (event.key === '+') scale(0.5, place);
    else if (event.key === '-') scale(2, place);
    else if (event.key === 'Escape') zoom(0, length);
    else if (event.key === 'Enter') goToText();
    else return;
    event.preventDefault();
  });
  whole.addEventListener('click', () => zoom(0, length));
})();
