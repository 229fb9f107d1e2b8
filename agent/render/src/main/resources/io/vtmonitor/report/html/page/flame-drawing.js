// The flame graph's drawing: only the rows that are on the screen.

class FlameDrawing {
  /** Top of a row on the whole drawing. */
  top(depth) {
    return (this.page.state.icicle ? depth : this.rows.length - 1 - depth) * this.rowHeight + 1;
  }

  draw() {
    if (this.rows.length && !this.page.printing) this.paint(this.canvas, this.height, this.box.scrollTop);
  }

  /** On paper nobody scrolls: all rows, in pieces that fit on a page each, of one width whatever the window's is. */
  paper() {
    const [width, most] = [900, 1100];
    this.pixels = width;
    this.rows = this.tree.layout(this.zoomed, width, this.search);
    const rows = Math.floor(most / this.rowHeight);
    const pieces = [];
    for (let from = 0; from < this.rows.length; from += rows) {
      const piece = el('canvas');
      this.paint(piece, Math.min(rows, this.rows.length - from) * this.rowHeight + 1, from * this.rowHeight);
      pieces.push(piece);
    }
    fill(byId('graph-paper'), ...pieces);
  }

  /** The part of the drawing from there on that fits. */
  paint(canvas, height, scrolled) {
    const context = Paint.begin(canvas, this.pixels, height);
    context.font = '12px system-ui, sans-serif';
    context.textBaseline = 'middle';
    let drawn = 0;
    this.rows.forEach((row, depth) => {
      const top = this.top(depth) - scrolled;
      if (top + this.rowHeight <= 1 || top >= height) return;
      for (const rectangle of row) this.rectangle(context, rectangle, top);
      drawn += row.length;
    });
    canvas.dataset.drawn = drawn;
    canvas.dataset.laidOut = this.rows.reduce((sum, row) => sum + row.length, 0);
  }

  rectangle(context, { group, x, width, narrow, folded }, top) {
    if (narrow) {
      this.narrow(context, x, width, narrow, top);
      return;
    }
    const { colors } = Paint;
    const height = this.rowHeight - 1;
    const gap = width > 3 ? 1 : 0;
    const shown = Math.max(width - gap, 0.5);
    const found = this.isMatch(group);
    context.fillStyle = colors.panel;
    context.fillRect(x, top, shown, height);
    context.fillStyle = this.color(context, group, found);
    context.fillRect(x, top, shown, height);
    context.globalAlpha = 1;
    this.marks(context, group, found, x, top, shown, height);
    if (this.model.diff && width > 4 && group.parent && group.shift < -group.before * 0.05) {
      context.globalAlpha = 0.5;
      context.fillStyle = Paint.hatch(context, colors.panel, false);
      context.fillRect(x, top, shown, height);
      context.globalAlpha = 1;
    }
    if (width > 34) this.label(context, group, folded, x, top + height / 2, shown, height);
    if (found && width > 2) this.frame(context, colors['match-line'], x, top, shown, height, 1.5);
    if (group === this.focused && document.activeElement === this.box) {
      this.frame(context, colors.ink, x, top, shown, height, 3);
    }
  }

  /** As wide as the share of its time in which the frame holds the carrier; first as the culprit. */
  marks(context, group, found, x, top, shown, height) {
    const { colors } = Paint;
    let from = x;
    for (const [held, color, rising] of [[group.culprit, colors.culprit, true], [group.holds - group.culprit, colors.holder, false]]) {
      const part = shown * held / group.width;
      if (part > 0.5 && !found && !this.model.diff) {
        context.fillStyle = color;
        context.fillRect(from, top, part, height);
      }
      if (part > 4) {
        context.fillStyle = Paint.hatch(context, colors['holder-line'], rising);
        context.fillRect(from, top, part, height);
      }
      from += part;
    }
  }

  narrow(context, x, width, number, top) {
    const height = this.rowHeight - 1;
    context.fillStyle = Paint.colors.zoomed;
    context.fillRect(x, top, Math.max(width - 1, 0.5), height);
    const text = `${number} too narrow to show`;
    if (context.measureText(text).width > width - 8) return;
    context.fillStyle = Paint.colors.muted;
    context.fillText(text, x + 4, top + height / 2 + 0.5);
  }

  frame(context, color, x, top, width, height, line) {
    context.strokeStyle = color;
    context.lineWidth = line;
    context.strokeRect(x + line / 2, top + line / 2, Math.max(width - line, 0), height - line);
  }

  isMatch(group) {
    if (!this.search.text || !group.parent) return false;
    return (this.page.state.lines ? this.search.matches : this.search.methods)[group.key] === 1;
  }

  color(context, group, found) {
    const { colors } = Paint;
    if (found) return colors.match;
    if (!group.parent) return colors.zoomed;
    if (this.model.diff) return Paint.growth(context, group.before, group.before + group.shift);
    if (this.model.waits && group.name.startsWith(HELD_BY)) return colors.holder;
    return this.tree.origin(group.key) === 'j' ? colors.jdk : Paint.ofPackage(group.name);
  }

  /** The class and method, the package as well where there is room; a holder's begins with a mark. */
  label(context, group, folded, x, middle, width, height) {
    const sign = !this.model.diff || !group.parent ? '' : group.shift > group.before * 0.05 ? '+ ' : group.shift < -group.before * 0.05 ? '− ' : '';
    const mark = sign + this.mark(group, width);
    const room = width - 8;
    let text = mark + (group.parent ? group.name : this.rootName());
    if (folded) text = `${sign}${this.runText(folded)}`;
    else if (context.measureText(text).width > room) text = mark + shortName(group.name || this.rootName());
    const size = context.measureText(text).width;
    if (size > room) {
      const letters = Math.floor(text.length * room / size) - 1;
      if (letters < 3) return;
      text = text.slice(0, letters) + '…';
    }
    const length = context.measureText(text).width;
    if (mark || this.model.diff) {
      // Letters on hatching need ground of their own.
      context.globalAlpha = 0.8;
      context.fillStyle = Paint.colors.panel;
      context.fillRect(x + 2, middle - height / 2 + 2, length + 4, height - 4);
      context.globalAlpha = 1;
    }
    context.fillStyle = Paint.colors.ink;
    context.fillText(text, x + 4, middle + 0.5);
  }

  /** With the share, unless it is all of the frame's; none where the hatching is too narrow to be seen. */
  mark(group, width) {
    const held = group.culprit || group.holds;
    if (width * held / group.width <= 4) return '';
    return `${group.culprit ? '◆' : '◇'} ${isAll(held, group) ? '' : percent(held / group.width) + ' '}`;
  }

  /** What a run of folded frames is called. */
  runText(folded) {
    const jdk = folded.every(group => this.tree.origin(group.key) === 'j');
    return `${folded.length} ${jdk ? 'JDK' : 'framework'} frames`;
  }

  rootName() {
    return `all: ${this.amount(this.tree.root)}`;
  }

  amount(group) {
    return amount(this.model, group);
  }

  holds(group) {
    return this.tree.holdsOf(group).map(([hold, held]) => `${hold & CULPRIT ? 'culprit: ' : ''}holds the carrier${isAll(held, group) ? '' : ` for ${percent(held / group.width)} of its time`} (${this.model.holdName(hold)})`).join('; ');
  }

  share(group) {
    const { now } = this.model;
    return percent(now.width > 0 ? group.width / now.width : 0);
  }
}

/** Sums of the same seconds in another order differ in their last digits. */
const isAll = (part, { width }) => part > width * 0.999999;
