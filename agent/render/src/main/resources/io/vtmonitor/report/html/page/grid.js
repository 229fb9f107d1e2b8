// Carriers pinned over time. Bins of all JVMs nest (their lengths are a power of two of each other), so that several
// timelines add up exactly on the coarsest grid.

class Grid {
  /**
   * Of one JVM, or of all where jvm is null: over all the time they were watched, or from the first pin to the last; at
   * most 512 bins.
   */
  constructor(data, jvm, pinsAlone) {
    const shown = data.jvms.map((watched, i) => new Watch(watched, data.timelines[i])).filter((watch, i) => jvm == null || jvm === i);
    const pinned = shown.filter(watch => watch.pinned);
    this.empty = pinned.length === 0;
    this.jvms = shown.length;
    if (this.empty) return;
    this.finest = Math.max(...pinned.map(({ timeline }) => timeline.binSeconds));
    const spans = pinsAlone ? pinned.map(watch => watch.pinned) : shown;
    this.begin = Math.min(...spans.map(({ begin }) => begin));
    this.end = Math.max(...spans.map(({ end }) => end));
    this.bin = this.finest;
    while ((this.end - this.begin) / this.bin > 510) this.bin *= 2;
    this.first = Math.floor(this.begin / this.bin);
    this.size = Math.ceil(this.end / this.bin) - this.first;
    this.held = new Float64Array(this.size);
    this.most = new Float64Array(this.size);
    this.starved = new Float64Array(this.size);
    this.starvedSeconds = 0;
    this.steps(shown);
    this.capacity = shown.reduce((sum, watch) => sum + watch.carriers * (pinsAlone ? watch.within(this.begin, this.end) : watch.seconds), 0);
    this.spares = pinned.some(watch => Math.max(...watch.timeline.most) > watch.mostCarriers);
    this.changed = shown.some(watch => watch.changed);
    this.unknown = shown.every(watch => watch.assumed);
    this.gaps = shown.length > 1 ? [] : this.within(shown[0].gaps);
    for (const { timeline } of pinned) this.add(timeline);
    const pins = pinned.map(watch => watch.pinned);
    this.sparse = Math.max(...pins.map(({ end }) => end)) - Math.min(...pins.map(({ begin }) => begin)) < (this.end - this.begin) / 2;
  }

  /** How many carriers there were, or their mean: those of JVMs that did not run at the same time do not add up. */
  steps(shown) {
    const changes = shown.flatMap(watch => [[watch.begin, watch.carriers], [watch.end, -watch.carriers]]).sort(([one, up], [other, down]) => one - other || up - down);
    let carriers = 0;
    this.there = changes.map(([time, change]) => [time, (carriers += change)]);
    this.carriers = Math.max(...this.there.map(([, number]) => number));
  }

  add(timeline) {
    const most = new Float64Array(this.size);
    for (let i = 0; i < timeline.held.length; i++) {
      const at = Math.floor(((timeline.firstBin + i) * timeline.binSeconds) / this.bin) - this.first;
      this.held[at] += timeline.held[i];
      this.starvedSeconds += timeline.starved[i];
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
  at(time, round = Math.floor) {
    return Math.max(0, Math.min(this.size, round(time / this.bin) - this.first));
  }
}

/** When a JVM was watched, and when it had pins; seconds since the epoch. */
class Watch {
  constructor(jvm, timeline) {
    this.timeline = timeline;
    this.assumed = assumesCarriers(jvm);
    this.mostCarriers = jvm.parallelism;
    // The mean, as in the report's capacity: a report does not say when the number changed.
    this.carriers = jvm.meanParallelism ?? jvm.parallelism;
    this.changed = jvm.meanParallelism != null;
    this.seconds = jvm.wallSeconds;
    this.begin = Date.parse(jvm.start) / 1000;
    this.gaps = jvm.gaps;
    this.end = this.begin + jvm.wallSeconds + (jvm.gaps ? jvm.gaps.seconds : 0);
    if (timeline.held.length === 0) return;
    const [first, last] = [timeline.firstBin, timeline.firstBin + timeline.held.length - 1].map(bin => bin * timeline.binSeconds);
    this.pinned = { begin: first, end: last + timeline.binSeconds };
    // A clock that was set, or a watch with gaps: no pin lies next to the axis.
    if (this.pinned.begin + timeline.binSeconds <= this.begin) this.begin = this.pinned.begin;
    if (last >= this.end) this.end = this.pinned.end;
  }

  /** Seconds of a stretch in which it was watched. */
  within(begin, end) {
    const common = (from, to) => Math.max(0, Math.min(end, to) - Math.max(begin, from));
    const gaps = this.gaps ? this.gaps.longest.map(gap => [Date.parse(gap.begin) / 1000, gap.seconds]) : [];
    return gaps.reduce((left, [from, seconds]) => left - common(from, from + seconds), common(this.begin, this.end));
  }
}
