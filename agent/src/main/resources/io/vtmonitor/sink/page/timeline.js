// Carriers pinned over time. Bins of all JVMs nest (their lengths are a power of two of each other), so that several
// timelines add up exactly on the coarsest grid.

class Grid {
  /** Of one JVM, or of all where jvm is null; at most 512 bins. */
  constructor(data, jvm) {
    const chosen = data.timelines.map((timeline, i) => ({ timeline, i })).filter(({ timeline, i }) => (jvm == null || jvm === i) && timeline.held.length > 0);
    this.empty = chosen.length === 0;
    this.several = jvm == null && data.jvms.length > 1;
    this.carriers = data.jvms.reduce((sum, each, i) => sum + (jvm == null || jvm === i ? each.parallelism : 0), 0);
    if (this.empty) return;
    this.bin = Math.max(...chosen.map(({ timeline }) => timeline.binSeconds));
    const begin = Math.min(...chosen.map(({ timeline }) => timeline.firstBin * timeline.binSeconds));
    const end = Math.max(...chosen.map(({ timeline }) => (timeline.firstBin + timeline.held.length) * timeline.binSeconds));
    while ((end - begin) / this.bin > 512) this.bin *= 2;
    this.first = Math.floor(begin / this.bin);
    this.size = Math.ceil(end / this.bin) - this.first;
    this.held = new Float64Array(this.size);
    this.most = new Float64Array(this.size);
    this.starved = new Float64Array(this.size);
    this.gaps = this.several ? [] : this.within(data.jvms[jvm == null ? 0 : jvm].gaps);
    for (const { timeline } of chosen) this.add(timeline);
  }

  add(timeline) {
    const most = new Float64Array(this.size);
    for (let i = 0; i < timeline.held.length; i++) {
      const at = Math.floor(((timeline.firstBin + i) * timeline.binSeconds) / this.bin) - this.first;
      this.held[at] += timeline.held[i];
      this.starved[at] = Math.min(this.bin, this.starved[at] + timeline.starved[i]);
      most[at] = Math.max(most[at], timeline.most[i]);
    }
    for (let at = 0; at < this.size; at++) this.most[at] += most[at];
  }

  /** Stretches in which nothing was recorded, as places in the grid. */
  within(gaps) {
    const place = time => Math.max(0, Math.min(this.size, time / this.bin - this.first));
    return (gaps ? gaps.longest : [])
      .map(({ begin, seconds }) => [place(Date.parse(begin) / 1000), place(Date.parse(begin) / 1000 + seconds)])
      .filter(([from, to]) => to > from);
  }

  time(at) {
    return (this.first + at) * this.bin;
  }

  /** Number of the bin that a time lies in, within the grid. */
  at(time) {
    return Math.max(0, Math.min(this.size, Math.floor(time / this.bin) - this.first));
  }
}

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
    byId('time-clear').addEventListener('click', () => this.choose(null, null));
    byId('jvm').addEventListener('change', event => this.page.filter({ jvm: event.target.value === '' ? null : +event.target.value, from: null, to: null }));
    this.canvas.addEventListener('pointerdown', event => this.drag(event));
    this.canvas.addEventListener('dblclick', () => this.choose(null, null));
  }

  show(model, state) {
    this.model = model;
    this.grid = new Grid(model.data, state.jvm);
    for (const part of [this.canvas, document.querySelector('.sliders'), byId('time-legend')]) part.hidden = this.grid.empty;
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
    [this.chosenFrom, this.chosenTo] = state.from == null ? [0, grid.size] : [grid.at(state.from), Math.max(grid.at(state.from) + 1, grid.at(state.to))];
    for (const [id, value] of [['time-from', this.chosenFrom], ['time-to', this.chosenTo]]) {
      byId(id).max = grid.size;
      byId(id).value = value;
      byId(id).setAttribute('aria-valuetext', `${clock(grid.time(value))} UTC`);
    }
    byId('time-clear').disabled = state.from == null;
    byId('time-range').textContent = `${day(grid.time(this.chosenFrom))} ${clock(grid.time(this.chosenFrom))} to ${clock(grid.time(this.chosenTo))} UTC, ${duration((this.chosenTo - this.chosenFrom) * grid.bin)}`;
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

  /** The whole bins that a stretch lies in, as a filter; of the JVM shown. */
  around(begin, end) {
    const { grid } = this;
    if (grid.empty) return {};
    const first = Math.min(grid.at(begin), grid.size - 1);
    return { from: grid.time(first), to: grid.time(Math.max(first + 1, Math.min(grid.size, grid.at(end) + 1))) };
  }

  words() {
    const { grid } = this;
    if (grid.empty) {
      fill(byId('time-words'), 'No pin has a time here.');
      return;
    }
    const held = grid.held.reduce((sum, value) => sum + value, 0);
    const starved = grid.starved.reduce((sum, value) => sum + value, 0);
    const missing = grid.gaps.reduce((sum, [from, to]) => sum + (to - from) * grid.bin, 0);
    const span = grid.size * grid.bin - missing;
    fill(byId('time-words'), `From ${clock(grid.time(0))} to ${clock(grid.time(grid.size))} UTC on ${day(grid.time(0))}, ${(held / span).toFixed(2)} of ${grid.carriers} carriers were pinned on average; `
      + `${starved > 0 ? `none was free for ${duration(starved)}` : 'one was always free'}. A bar is ${duration(grid.bin)}.`
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
    const { colours } = Paint;
    const floor = height - bottom;
    const top = Math.max(grid.carriers, ...grid.most, 1);
    const x = at => left + ((width - left) * at) / grid.size;
    const y = carriers => floor - (carriers / top) * (floor - this.strip - 3);
    const bar = Math.max(1, (width - left) / grid.size);
    this.axes(context, width, floor, y, x);
    context.fillStyle = Paint.hatch(context, colours.muted, true);
    for (const [begin, end] of grid.gaps) context.fillRect(x(begin), this.strip, Math.max(1, x(end) - x(begin)), floor - this.strip);
    const [from, to] = dragged || [this.chosenFrom, this.chosenTo];
    for (let at = 0; at < grid.size; at++) {
      context.globalAlpha = at >= from && at < to ? 1 : 0.25;
      context.fillStyle = colours.mean;
      const mean = grid.held[at] / grid.bin;
      context.fillRect(x(at), y(mean), bar + 0.3, floor - y(mean));
      if (grid.starved[at] > 0) this.starvedMark(context, x(at), bar, grid.starved[at] / grid.bin);
    }
    context.globalAlpha = 1;
    this.mostMarks(context, x, y, bar);
    context.setLineDash([5, 4]);
    this.line(context, colours.ink, 1.2, [[left, y(grid.carriers)], [width, y(grid.carriers)]]);
    context.setLineDash([]);
    if (from > 0 || to < grid.size) {
      context.strokeStyle = colours.accent;
      context.lineWidth = 2;
      context.strokeRect(x(from) + 1, 2, Math.max(2, x(to) - x(from) - 2), floor - 2);
    }
  }

  /** In a strip of its own above the bars, the fuller the longer no carrier was free. */
  starvedMark(context, x, bar, part) {
    const alpha = context.globalAlpha;
    context.globalAlpha = alpha * (0.35 + 0.65 * part);
    context.fillStyle = Paint.colours.starved;
    context.fillRect(x, 1, bar + 0.3, this.strip - 3);
    context.globalAlpha = alpha;
    context.fillStyle = Paint.hatch(context, Paint.colours.panel, true);
    context.fillRect(x, 1, bar + 0.3, this.strip - 3);
  }

  /** A short stroke to a bin: a line through all of them would hide the bars. */
  mostMarks(context, x, y, bar) {
    context.fillStyle = Paint.colours['holder-line'];
    for (let at = 0; at < this.grid.size; at++) if (this.grid.most[at] > 0) context.fillRect(x(at), y(this.grid.most[at]) - 1, Math.max(bar, 1), 2);
  }

  line(context, colour, width, points) {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.beginPath();
    points.forEach(([x, y], i) => (i === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
    context.stroke();
  }

  axes(context, width, floor, y, x) {
    const { colours } = Paint;
    const { grid, left } = this;
    context.font = '11px system-ui, sans-serif';
    context.fillStyle = colours.muted;
    context.textBaseline = 'middle';
    context.textAlign = 'right';
    for (const carriers of new Set([0, grid.carriers])) context.fillText(String(carriers), left - 6, y(carriers));
    context.textBaseline = 'alphabetic';
    for (const time of ticks(grid.time(0), grid.time(grid.size), width / 110)) {
      const place = x((time - grid.time(0)) / grid.bin);
      context.textAlign = place < left + 20 ? 'left' : place > width - 30 ? 'right' : 'center';
      context.fillText(clock(time), place, this.height - 4);
      context.fillRect(Math.min(place, width - 1), floor, 1, 4);
    }
    this.line(context, colours.line, 1, [[left, floor + 0.5], [width, floor + 0.5]]);
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
