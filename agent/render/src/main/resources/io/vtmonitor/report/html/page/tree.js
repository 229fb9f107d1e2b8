// What the flame graph shows: frames grouped from the entry inwards, or from the blocking call outwards, one group made
// when it is first looked at. Layout asks for groups that are wider than half a pixel and for no others.

class Tree {
  constructor(model, options) {
    this.model = model;
    this.reversed = options.reversed;
    this.byLine = options.lines;
    this.whole = options.whole;
    this.unfolded = options.unfolded;
    this.origin = options.lines ? frame => model.methodOrigin[model.methodOf[frame]] : method => model.methodOrigin[method];
    this.key = options.lines ? frame => frame : frame => model.methodOf[frame];
    this.nameOf = options.lines ? key => model.frames[key] : key => model.methods[key];
    this.root = this.group(null, -1);
    this.root.name = 'all';
    const { now, all } = model;
    Object.assign(this.root, { width: now.width, rank: all.width, seconds: now.seconds, pins: now.pins, before: now.before, shift: now.nodeShift.reduce((sum, value, n) => sum + (model.parent[n] < 0 ? value : 0), 0) });
  }

  group(parent, key) {
    return {
      parent, key, name: key < 0 ? '' : this.nameOf(key), depth: parent ? parent.depth + 1 : 0,
      row: 0, face: null, width: 0, rank: 0, seconds: 0, pins: 0, before: 0, shift: 0, holds: 0, culprit: 0, nodes: [], stacks: [], children: null,
    };
  }

  children(group) {
    if (!group.children) {
      const groups = new Map();
      if (this.reversed) this.callersOf(group, groups);
      else this.calledBy(group, groups);
      // By the unfiltered time, so that nothing jumps when a filter is set.
      group.children = [...groups.values()].sort((a, b) => b.rank - a.rank || (a.name < b.name ? -1 : 1));
    }
    return group.children;
  }

  calledBy(group, groups) {
    const { model } = this;
    const { now, all } = model;
    const ranges = group.parent ? group.nodes.map(node => [node + 1, model.end[node]]) : [[0, model.frame.length]];
    for (const [first, end] of ranges) {
      for (let n = first; n < end; n = model.end[n]) {
        if (now.nodeWidth[n] <= 0) continue;
        const child = this.at(groups, group, model.frame[n]);
        child.nodes.push(n);
        child.width += now.nodeWidth[n];
        child.rank += all.nodeWidth[n];
        child.seconds += now.nodeSeconds[n];
        child.pins += now.nodePins[n];
        child.before += now.nodeBefore[n];
        child.shift += now.nodeShift[n];
        child.holds += now.nodeHolds[n];
        child.culprit += now.nodeCulprit[n];
      }
    }
  }

  /** A group's nodes and stacks stand side by side here: where each stack is at this level. */
  callersOf(group, groups) {
    const { model } = this;
    const { now, all } = model;
    const size = group.parent ? group.stacks.length : model.leaf.length;
    for (let i = 0; i < size; i++) {
      const stack = group.parent ? group.stacks[i] : i;
      const node = group.parent ? model.parent[group.nodes[i]] : model.leaf[i];
      if (node < 0 || now.stackWidth[stack] <= 0) continue;
      const child = this.at(groups, group, model.frame[node]);
      child.nodes.push(node);
      child.stacks.push(stack);
      child.width += now.stackWidth[stack];
      child.rank += all.stackWidth[stack];
      child.seconds += now.stackSeconds[stack];
      child.pins += now.stackPins[stack];
      child.before += now.stackBefore[stack];
      child.shift += now.stackShift[stack];
      const hold = model.holdAt(stack, node);
      if (hold) child.holds += now.stackWidth[stack];
      if (hold & CULPRIT) child.culprit += now.stackWidth[stack];
    }
  }

  at(groups, parent, frame) {
    const key = this.key(frame);
    let child = groups.get(key);
    if (!child) groups.set(key, (child = this.group(parent, key)));
    return child;
  }

  /** As far down a path of names as there is one. */
  find(names) {
    let group = this.root;
    for (const name of names) {
      const next = this.children(group).find(child => child.name === name);
      if (!next) break;
      group = next;
    }
    return group;
  }

  names(group) {
    const names = [];
    for (let at = group; at.parent; at = at.parent) names.unshift(at.name);
    return names;
  }

  /** Adds up, by a key, the stacks that pass through a group, most pinned first: [key, width] each. */
  sums(group, keyOf) {
    const { model } = this;
    const sums = new Map();
    const add = (stack, node) => {
      const width = model.now.stackWidth[stack];
      const key = width > 0 ? keyOf(stack, model.holdAt(stack, node)) : null;
      if (key != null) sums.set(key, (sums.get(key) || 0) + width);
    };
    if (this.reversed && group.parent) group.stacks.forEach((stack, i) => add(stack, group.nodes[i]));
    else {
      for (const node of group.parent ? group.nodes : [-1]) {
        const [first, end] = node < 0 ? [0, model.leaf.length] : model.stacksUnder(node);
        for (let s = first; s < end; s++) add(s, node);
      }
    }
    return [...sums].sort((a, b) => b[1] - a[1]);
  }

  /** Sites of the stacks that pass through a group; if it holds in some of them, of those. */
  sitesOf(group) {
    return this.sums(group, (stack, hold) => (hold || !group.holds ? this.model.site[stack] : null));
  }

  /** The ways in which a group holds. */
  holdsOf(group) {
    return group.holds ? this.sums(group, (stack, hold) => hold || null) : [];
  }

  /** What a run of frames is unfolded by: where it begins. */
  runName(group) {
    return this.names(group).join('\n');
  }

  /**
   * A frame of the JDK or of a framework that holds nothing, and is neither searched for nor where the thread blocks.
   */
  folds(group, search) {
    return group.parent !== null && !group.holds && this.origin(group.key) !== 'a' && this.children(group).length > 0
      && !(search && search.text && (this.byLine ? search.matches : search.methods)[group.key]);
  }

  /** The group, or the last of a run of three or more from it on that is drawn as one, with their number. */
  run(group, zoomed, search) {
    const run = [group];
    if (!this.whole && this.folds(group, search)) {
      for (let at = group; at !== zoomed;) {
        const [next, ...others] = this.children(at);
        if (others.length > 0 || next.width < at.width * 0.999999 || next === zoomed || !this.folds(next, search)) break;
        run.push((at = next));
      }
    }
    if (run.length < 3 || run.includes(zoomed) || this.unfolded.has(this.runName(group))) return { group, first: group };
    return { group: run[run.length - 1], first: group, folded: run };
  }

  /**
   * Rows of {group, x, width} from the root on: the way to the zoomed group in full width, then what is under it. A run
   * of groups that are too narrow to draw is one rectangle of their parent, with their number in narrow; a run of
   * folded frames is one rectangle of its last, with all of them in folded.
   */
  layout(zoomed, pixels, search) {
    const path = [];
    for (let at = zoomed; at; at = at.parent) path.unshift(at);
    const rows = [];
    for (let i = 0; i < path.length; i++) {
      const run = this.run(path[i], zoomed, search);
      const end = run.folded ? path.indexOf(run.group) : i;
      rows.push([this.placed(end < 0 ? { group: path[i], first: path[i] } : run, 0, pixels, rows.length)]);
      i = Math.max(i, end);
    }
    for (let row = rows[rows.length - 1]; row.length > 0;) {
      const next = [];
      for (const rectangle of row) {
        let x = rectangle.x;
        if (rectangle.group.width <= 0) continue;
        const scale = rectangle.width / rectangle.group.width;
        let narrow = null;
        for (const child of rectangle.narrow ? [] : this.children(rectangle.group)) {
          const width = child.width * scale;
          if (width >= 0.5) {
            next.push(this.placed(this.run(child, zoomed, search), x, width, rows.length));
            narrow = null;
          } else if (narrow) {
            narrow.width += width;
            narrow.narrow++;
          } else next.push((narrow = { group: rectangle.group, first: rectangle.group, x, width, narrow: 1 }));
          x += width;
        }
      }
      if (next.length > 0) rows.push(next);
      row = next;
    }
    return rows;
  }

  /** A rectangle; each group in it knows its row, and by which group it is drawn. */
  placed(run, x, width, row) {
    for (const group of run.folded || [run.group]) {
      group.row = row;
      group.face = run.group;
    }
    return { ...run, x, width };
  }
}

/** What a search finds: methods or frames by key, and the share of time with a match anywhere in its stack. */
class Search {
  constructor(model, text) {
    this.text = text.trim();
    const test = Search.test(this.text);
    this.invalid = test === undefined;
    this.matches = new Uint8Array(model.frames.length);
    this.methods = new Uint8Array(model.methods.length);
    this.names = 0;
    if (!test) return;
    model.frames.forEach((frame, i) => {
      // By the name alone, too: an expression that ends in $ does not know of lines.
      if (test(frame) || test(model.methods[model.methodOf[i]])) {
        this.matches[i] = 1;
        if (!this.methods[model.methodOf[i]]) this.names++;
        this.methods[model.methodOf[i]] = 1;
      }
    });
    const above = new Uint8Array(model.frame.length);
    for (let n = 0; n < above.length; n++) {
      above[n] = this.matches[model.frame[n]] || (model.parent[n] >= 0 && above[model.parent[n]]);
    }
    this.width = 0;
    for (let s = 0; s < model.leaf.length; s++) if (above[model.leaf[s]]) this.width += model.now.stackWidth[s];
  }

  /** Null where nothing is searched for, undefined where it is not a regular expression. */
  static test(text) {
    if (!text) return null;
    const pattern = /^\/(.+)\/$/.exec(text);
    if (!pattern) return name => name.toLowerCase().includes(text.toLowerCase());
    try {
      const expression = new RegExp(pattern[1], 'i');
      return name => expression.test(name);
    } catch (e) {
      return undefined;
    }
  }
}
