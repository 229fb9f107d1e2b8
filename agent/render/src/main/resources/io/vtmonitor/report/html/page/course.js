// How many virtual threads waited for what over time: bars stacked by what they waited for, and the same as a table.

class CourseChart {
  constructor() {
    this.canvas = byId('course-chart');
    this.height = 170;
    this.left = 52;
    this.bottom = 18;
  }

  show({ data }) {
    this.course = data.course;
    byId('course').hidden = !this.course;
    if (!this.course) return;
    const { binSeconds, firstBin, looks, series } = this.course;
    this.begin = firstBin * binSeconds;
    this.end = (firstBin + looks.length) * binSeconds;
    const all = looks.reduce((sum, some) => sum + some, 0);
    const means = series.map(({ threads }) => threads.reduce((sum, some) => sum + some, 0) / Math.max(1, looks.filter(some => some > 0).length));
    fill(byId('course-words'), `From ${clock(this.begin)} to ${clock(this.end)} UTC on ${day(this.begin)}, pinned or not; means of ${count(all, 'look')}. A bar is ${duration(binSeconds)}.`
      + (looks.includes(0) ? ' In hatched bars, nobody looked.' : '')
      + (series.length === 0 ? ' No virtual thread waited.' : ''));
    fill(byId('course-legend'), ...series.map(({ name }, i) => el('span', {}, el('i', { class: `key wait-${i}` }), ' ' + name)).reverse());
    fill(byId('course-table'), table('Virtual threads by what they waited for', [{ text: 'Wait for' }, { text: 'On average', class: 'number' }, { text: 'At most in a bar', class: 'number' }],
      series.map(({ name, threads }, i) => [name, figure(means[i], threadCount(means[i])), figure(Math.max(...threads), threadCount(Math.max(...threads)))])));
    this.draw();
  }

  draw() {
    const { course, canvas, height, left, bottom } = this;
    const width = canvas.clientWidth;
    if (!course || width === 0) return;
    const context = Paint.begin(canvas, width, height);
    const { looks, series } = course;
    const floor = height - bottom;
    const sums = looks.map((_, at) => series.reduce((sum, { threads }) => sum + threads[at], 0));
    const top = Math.max(1, ...sums);
    const bar = (width - left) / looks.length;
    const size = threads => (threads / top) * (floor - 8);
    looks.forEach((some, at) => {
      const x = left + at * bar;
      if (some === 0) {
        context.fillStyle = Paint.hatch(context, Paint.colors.muted, true);
        context.fillRect(x, 8, bar, floor - 8);
      }
      let y = floor;
      series.forEach(({ threads }, i) => {
        y -= size(threads[at]);
        context.fillStyle = Paint.waits[i];
        context.fillRect(x, y, bar + 0.3, size(threads[at]));
      });
    });
    this.axes(context, width, floor, top);
  }

  axes(context, width, floor, top) {
    const { left, height, begin, end } = this;
    context.font = '11px system-ui, sans-serif';
    context.fillStyle = Paint.colors.muted;
    context.textBaseline = 'middle';
    context.textAlign = 'right';
    context.fillText('0', left - 6, floor - 2);
    context.fillText(threadCount(top), left - 6, 10);
    context.textBaseline = 'alphabetic';
    for (const time of ticks(begin, end, width / 110)) {
      const place = left + ((width - left) * (time - begin)) / (end - begin);
      context.textAlign = place < left + 20 ? 'left' : place > width - 30 ? 'right' : 'center';
      context.fillText(clock(time), place, height - 4);
      context.fillRect(Math.min(place, width - 1), floor, 1, 4);
    }
    context.fillStyle = Paint.colors.line;
    context.fillRect(left, floor, width - left, 1);
  }
}

const threadCount = threads => (threads >= 10 || Number.isInteger(threads) ? Math.round(threads).toLocaleString('en') : threads.toFixed(1));
