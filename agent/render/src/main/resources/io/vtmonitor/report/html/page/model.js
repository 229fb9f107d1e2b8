// The data in typed arrays, and what is left of it under a filter. Stacks are the leaves of one tree, its nodes in
// preorder, so that a subtree is a range and sums go up in one sweep.

/** Set in a way of holding where the frame is the holder nearest to the block; the rest counts the ways, from 1 on. */
const CULPRIT = 64;

class Model {
  constructor(data) {
    this.data = data;
    this.diff = data.kind === 'diff';
    this.waits = data.kind === 'waits';
    this.readFrames(data.frames);
    this.readNodes(data.nodes);
    this.readStacks(data.stacks, data.times);
    this.all = this.weigh({});
    this.now = this.all;
  }

  /** A method is a frame without its line; the JDK's have origin j, those of frameworks f, others a. */
  readFrames(frames) {
    const ids = new Map();
    this.frames = frames;
    this.methods = [];
    this.methodOrigin = [];
    this.methodOf = new Int32Array(frames.length);
    frames.forEach((frame, i) => {
      const method = frame.replace(/:\d+$/, '');
      let id = ids.get(method);
      if (id === undefined) {
        id = this.methods.push(method) - 1;
        ids.set(method, id);
        this.methodOrigin.push(this.data.origins[i]);
      }
      this.methodOf[i] = id;
    });
  }

  readNodes(nodes) {
    const size = nodes.depth.length;
    this.frame = Int32Array.from(nodes.frame);
    this.parent = new Int32Array(size);
    this.end = new Int32Array(size).fill(size);
    const path = [];
    for (let n = 0; n < size; n++) {
      const depth = nodes.depth[n];
      while (path.length > depth) this.end[path.pop()] = n;
      this.parent[n] = depth === 0 ? -1 : path[depth - 1];
      path.push(n);
    }
  }

  readStacks(stacks, times) {
    this.leaf = Int32Array.from(stacks.node);
    this.site = Int32Array.from(stacks.site);
    this.seconds = Float64Array.from(stacks.seconds);
    this.pins = Float64Array.from(stacks.pins);
    this.before = stacks.before ? Float64Array.from(stacks.before) : new Float64Array(this.leaf.length);
    this.truncated = new Set(stacks.truncated);
    this.readHolds(stacks);
    this.times = times;
    this.timesFrom = new Int32Array(this.leaf.length + 1);
    for (let s = 0; s < this.leaf.length; s++) this.timesFrom[s + 1] = this.timesFrom[s] + (times.count[s] || 0);
    this.siteIndex = new Map(this.data.sites.map((site, i) => [site.id, i]));
  }

  /** What a stack's frames hold is the stack's: others share its nodes and hold nothing there. */
  readHolds({ holders, holds }) {
    this.holdsFrom = new Int32Array(this.leaf.length + 1);
    this.holdNode = new Int32Array(holds.length / 2);
    this.holdCode = new Uint8Array(holds.length / 2);
    for (let s = 0; s < this.leaf.length; s++) {
      this.holdsFrom[s + 1] = this.holdsFrom[s] + holders[s];
      for (let i = this.holdsFrom[s]; i < this.holdsFrom[s + 1]; i++) {
        let node = this.leaf[s];
        for (let up = holds[2 * i]; up > 0; up--) node = this.parent[node];
        this.holdNode[i] = node;
        this.holdCode[i] = holds[2 * i + 1];
      }
    }
  }

  /** How a stack's frame holds the carrier; 0 if it does not. */
  holdAt(stack, node) {
    for (let i = this.holdsFrom[stack]; i < this.holdsFrom[stack + 1]; i++) if (this.holdNode[i] === node) return this.holdCode[i];
    return 0;
  }

  /**
   * Figures under a filter: {site, jvm, from, to, width}; times are seconds since the epoch, in whole bins. What a
   * report keeps no stack or time of is counted only where nothing is filtered.
   */
  weigh(filter) {
    const stacks = this.leaf.length;
    const timed = filter.jvm != null || filter.from != null;
    const figures = {
      filter,
      timed,
      filtered: timed || filter.site != null,
      stackSeconds: this.seconds.slice(),
      stackPins: this.pins.slice(),
      stackBefore: this.before.slice(),
    };
    for (let s = 0; s < stacks; s++) {
      if (filter.site != null && this.site[s] !== filter.site) {
        figures.stackSeconds[s] = figures.stackPins[s] = figures.stackBefore[s] = 0;
      } else if (timed) {
        [figures.stackSeconds[s], figures.stackPins[s]] = this.during(s, filter);
      }
    }
    this.sumUp(figures);
    return figures;
  }

  during(stack, filter) {
    const { jvm, bin, pins, seconds: spent } = this.times;
    let secondsThen = 0;
    let pinsThen = 0;
    for (let i = this.timesFrom[stack]; i < this.timesFrom[stack + 1]; i++) {
      if (filter.jvm != null && jvm[i] !== filter.jvm) continue;
      if (filter.from != null) {
        const timeline = this.data.timelines[jvm[i]];
        const begin = (timeline.firstBin + bin[i]) * timeline.binSeconds;
        if (begin < filter.from || begin >= filter.to) continue;
      }
      secondsThen += spent[i];
      pinsThen += pins[i];
    }
    return [secondsThen, pinsThen];
  }

  sumUp(figures) {
    const nodes = this.frame.length;
    const { stackSeconds, stackPins, stackBefore } = figures;
    figures.stackWidth = this.diff ? this.widths(figures) : stackSeconds;
    figures.stackShift = stackSeconds.map((after, s) => (this.isNoise(s) ? 0 : after - stackBefore[s]));
    for (const name of ['Seconds', 'Pins', 'Before', 'Width', 'Shift']) {
      const sums = new Float64Array(nodes);
      const own = figures['stack' + name];
      for (let s = 0; s < own.length; s++) sums[this.leaf[s]] += own[s];
      for (let n = nodes - 1; n > 0; n--) if (this.parent[n] >= 0) sums[this.parent[n]] += sums[n];
      figures['node' + name] = sums;
    }
    figures.nodeHolds = new Float64Array(nodes);
    figures.nodeCulprit = new Float64Array(nodes);
    for (let s = 0; s < stackSeconds.length; s++) {
      for (let i = this.holdsFrom[s]; i < this.holdsFrom[s + 1]; i++) {
        figures.nodeHolds[this.holdNode[i]] += figures.stackWidth[s];
        if (this.holdCode[i] & CULPRIT) figures.nodeCulprit[this.holdNode[i]] += figures.stackWidth[s];
      }
    }
    figures.siteSeconds = new Float64Array(this.data.sites.length);
    figures.sitePins = new Float64Array(this.data.sites.length);
    figures.siteWidth = new Float64Array(this.data.sites.length);
    for (let s = 0; s < stackSeconds.length; s++) {
      figures.siteSeconds[this.site[s]] += stackSeconds[s];
      figures.sitePins[this.site[s]] += stackPins[s];
      figures.siteWidth[this.site[s]] += figures.stackWidth[s];
    }
    figures.seconds = stackSeconds.reduce((sum, value) => sum + value, 0);
    figures.pins = stackPins.reduce((sum, value) => sum + value, 0);
    figures.before = stackBefore.reduce((sum, value) => sum + value, 0);
    figures.width = this.diff ? figures.stackWidth.reduce((sum, value) => sum + value, 0) : figures.seconds;
    if (!figures.filtered) this.asReported(figures);
  }

  /** Of a comparison: whether what changed at the stack's site is no more than noise. */
  isNoise(stack) {
    return this.diff && this.data.changes[this.site[stack]].kind === 'same';
  }

  /** Unfiltered, the report's own sums are shown: adding up in another order would change their last digits. */
  asReported(figures) {
    const { totals, sites } = this.data;
    if (this.diff) return;
    figures.seconds = totals.pinnedSeconds;
    figures.pins = totals.pins;
    sites.forEach((site, i) => {
      figures.siteSeconds[i] = site.pinnedSeconds;
      figures.sitePins[i] = site.pins;
    });
  }

  widths({ filter, stackSeconds, stackBefore }) {
    if (filter.width === 'before') return stackBefore;
    if (filter.width === 'after') return stackSeconds;
    return stackSeconds.map((after, s) => Math.max(after, stackBefore[s]));
  }

  apply(filter) {
    this.now = this.weigh(filter);
  }

  /** Stacks whose leaf lies under a node: leaves come in preorder. */
  stacksUnder(node) {
    return [this.firstStack(node), this.firstStack(this.end[node])];
  }

  firstStack(node) {
    let low = 0;
    let high = this.leaf.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.leaf[middle] < node) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Node by node from the blocking frame out. */
  pathOf(stack) {
    const path = [];
    for (let n = this.leaf[stack]; n >= 0; n = this.parent[n]) path.push(n);
    return path;
  }

  /** A weight as it is read: pinned time, or how long virtual threads waited, or how many. */
  weight(value) {
    return this.data.threads ? count(Math.round(value), 'thread') : duration(value);
  }

  /** The model of what virtual threads waited for, which no filter changes. */
  static ofWaits(graph) {
    const sum = values => values.reduce((all, value) => all + value, 0);
    const totals = { pinnedSeconds: sum(graph.stacks.seconds), pins: sum(graph.stacks.pins) };
    const sites = graph.sites.map(id => ({ id, pinnedSeconds: 0, pins: 0 }));
    return new Model({ ...graph, kind: 'waits', sites, totals, holds: [], timelines: [], times: { count: [] } });
  }

  holdName(code) {
    return words(this.data.holds[(code & ~CULPRIT) - 1] || '');
  }
}
