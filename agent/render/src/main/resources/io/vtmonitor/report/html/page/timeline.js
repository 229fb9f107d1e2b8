// The chart of carriers pinned over time, and the choice of a stretch of it.

class TimelineChart {
  constructor(page) {
    this.page = page;
    this.canvas = byId('timeline');
    this.height = 150;
    this.left = 34;
    this.bottom = 18;
    this.strip = 14;
    this.listen();
  }

  listen() {
    const from = byId('time-from');
    const to = byId('time-to');
    from.addEventListener('input', () => this.slide(Math.min(+from.value, +to.value - 1), +to.value));
    to.addEventListener('input', () => this.slide(+from.value, Math.max(+to.value, +from.value + 1)));
    byId('pins-alone').addEventListener('change', event => this.page.filter({ pinsAlone: event.target.checked }));
    byId('time-clear').addEventListener('click', () => this.choose(null, null));
    byId('jvm').addEventListener('change', event => this.page.filter({ jvm: event.target.value === '' ? null : +event.target.value, from: null, to: null }));
    this.canvas.addEventListener('pointerdown', event => this.drag(event));
    this.canvas.addEventListener('dblclick', () => this.choose(null, null));
  }

  show(model, state) {
    this.model = model;
    this.state = state;
    this.grid = new Grid(model.data, state.jvm, state.pinsAlone);
    for (const part of [this.canvas, document.querySelector('.sliders'), byId('time-legend'), document.querySelector('#time .hint')]) part.hidden = this.grid.empty;
    for (const name of ['carriers', 'starved']) document.querySelector(`#time-legend .${name}`).parentElement.hidden = this.grid.unknown;
    byId('pins-alone').checked = state.pinsAlone;
    byId('pins-alone-choice').hidden = this.grid.empty || !(this.grid.sparse || state.pinsAlone);
    this.jvms(state);
    this.words();
    if (!this.grid.empty) {
      this.sliders(state);
      this.draw();
    }
  }

  jvms(state) {
    const { jvms } = this.model.data;
    byId('jvm-choice').hidden = jvms.length < 2;
    const choices = [el('option', { value: '' }, `all ${jvms.length}`), ...jvms.map((jvm, i) => el('option', { value: String(i) }, `${i + 1}: JDK ${jvm.javaVersion}, ${jvm.start.replace(/\.\d+Z$/, 'Z')}`))];
    if (byId('jvm').options.length !== choices.length) fill(byId('jvm'), ...choices);
    byId('jvm').value = state.jvm == null ? '' : String(state.jvm);
  }

  sliders(state) {
    const { grid } = this;
    [this.chosenFrom, this.chosenTo] = state.from == null ? [0, grid.size] : [grid.at(state.from), Math.max(grid.at(state.from) + 1, grid.at(state.to, Math.ceil))];
    for (const [id, value] of [['time-from', this.chosenFrom], ['time-to', this.chosenTo]]) {
      byId(id).max = grid.size;
      byId(id).value = value;
      byId(id).setAttribute('aria-valuetext', `${clock(grid.time(value))} UTC`);
    }
    byId('time-clear').disabled = state.from == null;
    const [from, to] = state.from == null ? [grid.begin, grid.end] : [state.from, state.to];
    byId('time-range').textContent = `${day(from)} ${clock(from)} to ${clock(to)} UTC, ${duration(to - from)}`;
  }

  slide(from, to) {
    const first = Math.max(0, from);
    const last = Math.min(this.grid.size, Math.max(to, first + 1));
    if (first === 0 && last === this.grid.size) this.choose(null, null);
    else this.choose(this.grid.time(first), this.grid.time(last));
  }

  choose(from, to) {
    this.page.filter({ from, to });
  }

  /** A stretch as a filter, in whole bins of the timelines: those of the axis can be longer. */
  around(begin, end) {
    const { empty, finest } = this.grid;
    return empty ? {} : { from: Math.floor(begin / finest) * finest, to: (Math.floor(end / finest) + 1) * finest };
  }

  words() {
    const { grid } = this;
    if (grid.empty) {
      fill(byId('time-words'), 'No pin has a recorded time.');
      return;
    }
    const { atMost, lostAtMost } = this.model.data;
    const held = grid.held.reduce((sum, value) => sum + value, 0);
    const starved = grid.starvedSeconds;
    const missing = grid.gaps.reduce((sum, [from, to]) => sum + (to - from) * grid.bin, 0);
    const part = grid.capacity > 0 ? held / grid.capacity : 0;
    const mean = (part * grid.carriers).toFixed(2);
    const note = lostAtMost ? ` (${lostAtMost})` : grid.spares ? ', spare ones included' : '';
    const cost = grid.unknown ? `${part.toFixed(2)} carriers${grid.jvms > 1 ? ' of each JVM' : ''} were pinned on average, of an unknown number`
      : grid.jvms > 1 ? `${percent(part)} of the carriers' time was pinned in ${count(grid.jvms, 'JVM')}${note}`
      : grid.changed ? `${mean} of ${grid.carriers.toFixed(1)} carriers were pinned, both on average${note}`
      : `${mean} of ${count(grid.carriers, 'carrier')} ${grid.carriers === 1 ? 'was' : 'were'} pinned on average${note}`;
    const none = grid.unknown ? 'at least one was pinned' : grid.spares || atMost ? 'at least as many as the parallelism were pinned' : 'none was free';
    // Two JVMs without a free carrier at the same time count twice.
    const addedUp = grid.jvms > 1 ? ', added up over the JVMs' : '';
    const free = grid.unknown ? 'how many were free is unknown' : grid.jvms > 1 ? 'in each of them, one was always free' : 'one was always free';
    fill(byId('time-words'), `From ${clock(grid.begin)} to ${clock(grid.end)} UTC on ${day(grid.begin)}, ${cost}; `
      + `${starved > 0 ? `${none} for ${duration(starved)}${addedUp}` : free}. A bar is ${duration(grid.bin)}.`
      + (missing > 0 ? ` Where it is hatched, for ${duration(missing)}, nothing was recorded.` : ''));
  }

  position(event) {
    const bounds = this.canvas.getBoundingClientRect();
    const part = (event.clientX - bounds.left - this.left) / (bounds.width - this.left);
    return Math.max(0, Math.min(this.grid.size, part * this.grid.size));
  }

  drag(event) {
    if (this.grid.empty) return;
    event.preventDefault();
    const begin = this.position(event);
    let range = null;
    const move = moved => {
      const end = this.position(moved);
      range = [Math.floor(Math.min(begin, end)), Math.ceil(Math.max(begin, end))];
      this.draw(range);
    };
    const done = () => {
      this.canvas.removeEventListener('pointermove', move);
      this.canvas.removeEventListener('pointerup', done);
      this.canvas.removeEventListener('pointercancel', done);
      if (range) this.slide(...range);
    };
    this.canvas.setPointerCapture(event.pointerId);
    this.canvas.addEventListener('pointermove', move);
    this.canvas.addEventListener('pointerup', done);
    this.canvas.addEventListener('pointercancel', done);
  }

  draw(dragged) {
    const { grid, height, left, bottom } = this;
    if (!grid || grid.empty || this.canvas.clientWidth === 0) return;
    const width = this.canvas.clientWidth;
    const context = Paint.begin(this.canvas, width, height);
    const { colors } = Paint;
    const floor = height - bottom;
    const top = Math.max(grid.unknown ? 0 : grid.carriers, ...grid.most, 1);
    const x = at => left + ((width - left) * at) / grid.size;
    const y = carriers => floor - (carriers / top) * (floor - this.strip - 3);
    const bar = Math.max(1, (width - left) / grid.size);
    this.axes(context, width, floor, y, x);
    context.fillStyle = Paint.hatch(context, colors.muted, true);
    for (const [begin, end] of grid.gaps) context.fillRect(x(begin), this.strip, Math.max(1, x(end) - x(begin)), floor - this.strip);
    const [from, to] = dragged || [this.chosenFrom, this.chosenTo];
    for (let at = 0; at < grid.size; at++) {
      context.globalAlpha = at >= from && at < to ? 1 : 0.25;
      context.fillStyle = colors.mean;
      const mean = grid.held[at] / grid.bin;
      context.fillRect(x(at), y(mean), bar + 0.3, floor - y(mean));
      if (grid.starved[at] > 0 && !grid.unknown) this.starvedMark(context, x(at), bar, grid.starved[at] / grid.bin);
    }
    context.globalAlpha = 1;
    this.mostMarks(context, x, y, bar);
    if (!grid.unknown) this.carriers(context, x, y);
    if (from > 0 || to < grid.size) {
      context.strokeStyle = colors.accent;
      context.lineWidth = 2;
      context.strokeRect(x(from) + 1, 2, Math.max(2, x(to) - x(from) - 2), floor - 2);
    }
  }

  /** A dashed line of how many carriers there were. */
  carriers(context, x, y) {
    const { grid } = this;
    const place = time => x(Math.max(0, Math.min(grid.size, time / grid.bin - grid.first)));
    let carriers = 0;
    context.setLineDash([5, 4]);
    this.line(context, Paint.colors.ink, 1.2, grid.there.flatMap(([time, then]) => [[place(time), y(carriers)], [place(time), y((carriers = then))]]));
    context.setLineDash([]);
  }

  /** In a strip of its own above the bars, the fuller the longer no carrier was free. */
  starvedMark(context, x, bar, part) {
    const alpha = context.globalAlpha;
    context.globalAlpha = alpha * (0.35 + 0.65 * part);
    context.fillStyle = Paint.colors.starved;
    context.fillRect(x, 1, bar + 0.3, this.strip - 3);
    context.globalAlpha = alpha;
    context.fillStyle = Paint.hatch(context, Paint.colors.panel, true);
    context.fillRect(x, 1, bar + 0.3, this.strip - 3);
  }

  /** A short stroke to a bin: a line through all of them would hide the bars. */
  mostMarks(context, x, y, bar) {
    context.fillStyle = Paint.colors['holder-line'];
    for (let at = 0; at < this.grid.size; at++) if (this.grid.most[at] > 0) context.fillRect(x(at), y(this.grid.most[at]) - 1, Math.max(bar, 1), 2);
  }

  line(context, color, width, points) {
    context.strokeStyle = color;
    context.lineWidth = width;
    context.beginPath();
    points.forEach(([x, y], i) => (i === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
    context.stroke();
  }

  axes(context, width, floor, y, x) {
    const { colors } = Paint;
    const { grid, left } = this;
    context.font = '11px system-ui, sans-serif';
    context.fillStyle = colors.muted;
    context.textBaseline = 'middle';
    context.textAlign = 'right';
    for (const carriers of new Set([0, grid.unknown ? Math.max(...grid.most) : grid.carriers])) context.fillText(Number.isInteger(carriers) ? String(carriers) : carriers.toFixed(1), left - 6, y(carriers));
    context.textBaseline = 'alphabetic';
    for (const time of ticks(grid.time(0), grid.time(grid.size), width / 110)) {
      const place = x((time - grid.time(0)) / grid.bin);
      context.textAlign = place < left + 20 ? 'left' : place > width - 30 ? 'right' : 'center';
      context.fillText(clock(time), place, this.height - 4);
      context.fillRect(Math.min(place, width - 1), floor, 1, 4);
    }
    this.line(context, colors.line, 1, [[left, floor + 0.5], [width, floor + 0.5]]);
  }
}

/** Round times between two, no more than so many. */
function ticks(from, to, most) {
  const steps = [0.125, 0.25, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 21600, 43200, 86400];
  const step = steps.find(each => (to - from) / each <= most) || 86400 * Math.ceil((to - from) / most / 86400);
  const times = [];
  for (let time = Math.ceil(from / step) * step; time <= to; time += step) times.push(time);
  return times;
}
