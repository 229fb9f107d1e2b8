// The flame graph under hand: pointer, keys, zoom, search, and the same in words.

class Flame extends FlameDrawing {
  constructor(page) {
    super();
    this.page = page;
    this.box = byId('graph');
    this.canvas = byId('flames');
    this.space = byId('graph-space');
    this.tip = byId('tip');
    this.rows = [];
    this.rowHeight = 19;
    this.focused = null;
    this.unfolded = new Set();
    this.home();
    this.listen();
  }

  listen() {
    const { box } = this;
    box.addEventListener('scroll', () => this.draw());
    box.addEventListener('pointermove', event => this.hover(this.under(event), event));
    box.addEventListener('pointerleave', () => this.hover(null));
    box.addEventListener('click', event => {
      const hit = this.under(event);
      if (hit && hit.folded) this.unfold(hit);
      else if (hit && !hit.narrow) this.zoom(hit.group);
    });
    box.addEventListener('keydown', event => this.keyed(event));
    box.addEventListener('focus', () => this.focus(this.focused || this.zoomed));
    box.addEventListener('blur', () => this.draw());
    byId('zoom-out').addEventListener('click', () => this.zoom(this.zoomed.parent || this.tree.root));
    byId('graph-text').addEventListener('toggle', () => this.asText());
  }

  /** Builds the tree again after a change of data, filter or view. Where it stood is found again by name. */
  show(model, state) {
    this.model = model;
    const focused = this.focused && this.tree ? this.tree.names(this.focused) : null;
    this.tree = new Tree(model, { ...state, unfolded: this.unfolded });
    this.zoomed = this.tree.find(state.zoom);
    this.focused = focused ? this.tree.find(focused) : null;
    this.searched(state.search);
    this.arrange();
  }

  searched(text) {
    this.search = new Search(this.model, text);
    const { width } = this.model.now;
    const { search } = this;
    byId('search').setAttribute('aria-invalid', search.invalid ? 'true' : 'false');
    const found = search.invalid ? 'not a regular expression' : !search.text ? ''
      : search.names === 0 ? 'No frame matches.'
        : `${search.names === 1 ? '1 frame matches' : `${search.names} frames match`}: ${percent(width > 0 ? search.width / width : 0)} (${this.model.weight(search.width)})`;
    if (byId('matched').textContent !== found) byId('matched').textContent = found;
    byId('matched').dataset.width = search.text && !search.invalid ? search.width : '';
  }

  /** Back to the entry. */
  home() {
    this.fromEntry = 0;
    this.full = 0;
  }

  arrange() {
    if (!this.tree) return;
    const { icicle } = this.page.state;
    if (this.full) this.fromEntry = icicle ? this.box.scrollTop : this.full - this.height - this.box.scrollTop;
    if (this.page.printing) {
      this.full = 0;
      this.paper();
      return;
    }
    fill(byId('graph-paper'));
    const pixels = this.box.clientWidth;
    if (pixels === 0) return;
    this.pixels = pixels;
    this.rows = this.tree.layout(this.zoomed, pixels, this.search);
    const height = this.rows.length * this.rowHeight + 2;
    // The page scrolls, not the graph, unless a canvas of that height can't be had.
    this.height = Math.min(height, 8000);
    this.box.style.height = this.height + 2 + 'px';
    this.space.style.height = height + 'px';
    this.full = height;
    this.box.scrollTop = icicle ? this.fromEntry : height - this.height - this.fromEntry;
    this.crumbs();
    this.asText();
    this.draw();
  }

  under(event) {
    const bounds = this.box.getBoundingClientRect();
    const y = event.clientY - bounds.top + this.box.scrollTop - 1 - this.box.clientTop;
    const x = event.clientX - bounds.left - this.box.clientLeft;
    const line = Math.floor(y / this.rowHeight);
    const row = this.rows[this.page.state.icicle ? line : this.rows.length - 1 - line];
    return row ? row.find(rectangle => x >= rectangle.x && x < rectangle.x + Math.max(rectangle.width, 1)) || null : null;
  }

  hover(hit, event) {
    if (!hit) {
      this.tip.hidden = true;
      return;
    }
    if (this.tipped !== hit || this.tip.hidden) {
      this.tipped = hit;
      fill(this.tip, ...(hit.narrow ? [`${count(hit.narrow, 'frame')} under ${hit.group.name}, each narrower than half a pixel. Zoom in, search, or invert the graph.`] : hit.folded ? this.describeRun(hit) : this.describe(hit.group)));
      this.tip.hidden = false;
    }
    const size = this.tip.getBoundingClientRect();
    const left = Math.min(event.clientX + 14, window.innerWidth - size.width - 8);
    const below = event.clientY + 18 + size.height < window.innerHeight;
    this.tip.style.left = Math.max(8, left) + 'px';
    this.tip.style.top = (below ? event.clientY + 18 : Math.max(8, event.clientY - size.height - 12)) + 'px';
  }

  describeRun({ folded, group }) {
    return [el('b', {}, this.runText(folded)), el('div', {}, `${this.amount(group)}, ${this.share(group)} of what is shown. Click to unfold.`),
      ...folded.slice(0, 5).map(each => el('div', {}, each.name)), folded.length > 5 ? el('div', {}, '…') : null].filter(line => line !== null);
  }

  unfold({ first, folded }) {
    this.hover(null);
    for (const group of folded) this.unfolded.add(this.tree.runName(group));
    this.arrange();
    this.focus(first);
  }

  describe(group) {
    const lines = [el('b', {}, group.parent ? group.name : 'all'), el('div', {}, `${this.amount(group)}, ${this.share(group)} of what is shown`)];
    if (group.holds) lines.push(el('div', { class: 'holds' }, this.holds(group)));
    const sites = this.tree.sitesOf(group);
    if (sites.length > 0) {
      const site = this.model.data.sites[sites[0][0]];
      const more = sites.length > 1 ? `, and ${count(sites.length - 1, 'more site')}` : '';
      lines.push(el('div', {}, `Site: ${site.id}${more}`));
      if (site.advice) lines.push(el('div', {}, `What to do: ${site.advice.action}`));
    }
    return lines;
  }

  zoom(group) {
    this.hover(null);
    this.zoomed = group;
    this.focused = group;
    this.page.remember({ zoom: this.tree.names(group) });
    this.arrange();
    this.reveal(group);
    this.focus(group);
  }

  crumbs() {
    const path = [];
    for (let at = this.zoomed; at; at = at.parent) path.unshift(at);
    byId('zoom-out').disabled = !this.zoomed.parent;
    const shown = path.length > 6 ? [path[0], null, ...path.slice(-4)] : path;
    fill(byId('crumbs'), ...(path.length < 2 ? [] : shown.map(group => el('li', {}, group === null ? '…'
      : button(group.parent ? shortName(group.name) : 'all', { title: group.name, 'aria-current': group === this.zoomed ? 'true' : null }, () => this.zoom(group))))));
  }

  keyed(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const at = this.focused || this.zoomed;
    const up = this.page.state.icicle ? -1 : 1;
    const moves = {
      ArrowUp: () => this.vertical(at, up),
      ArrowDown: () => this.vertical(at, -up),
      ArrowLeft: () => this.beside(at, -1),
      ArrowRight: () => this.beside(at, 1),
      Home: () => this.tree.root,
      Enter: () => this.enter(at),
      ' ': () => this.enter(at),
      Escape: () => this.zoom(this.zoomed.parent || this.tree.root),
      Backspace: () => this.zoom(this.zoomed.parent || this.tree.root),
      n: () => this.match(1),
      p: () => this.match(-1),
    };
    if (!moves[event.key]) return;
    event.preventDefault();
    const next = moves[event.key]();
    if (next) {
      this.focus(next);
      this.reveal(next);
    }
  }

  enter(group) {
    const at = this.drawn(group);
    if (at.folded) this.unfold(at);
    else this.zoom(group);
  }

  row(group) {
    return (this.rows[group.row] || []).filter(rectangle => !rectangle.narrow);
  }

  /** The rectangle that shows a group. */
  drawn(group) {
    return this.row(group).find(rectangle => rectangle.group === group) || { group, first: group };
  }

  vertical(group, inwards) {
    const at = this.drawn(group);
    if (inwards < 0) return at.first.parent ? at.first.parent.face : null;
    const row = this.rows[group.row + 1] || [];
    const inside = row.find(rectangle => !rectangle.narrow && rectangle.first.parent === group);
    return inside ? inside.group : null;
  }

  beside(group, step) {
    const row = this.row(group);
    const place = row.findIndex(rectangle => rectangle.group === group);
    return row[place + step] ? row[place + step].group : null;
  }

  match(step) {
    const all = this.rows.flat().filter(rectangle => !rectangle.narrow).map(rectangle => rectangle.group).filter(group => this.isMatch(group));
    if (all.length === 0) return null;
    const place = all.indexOf(this.focused);
    return all[(place < 0 ? (step > 0 ? 0 : all.length - 1) : place + step + all.length) % all.length];
  }

  focus(chosen) {
    const group = chosen.face || chosen;
    this.focused = group;
    const row = this.row(group);
    const place = row.findIndex(rectangle => rectangle.group === group);
    const { folded } = this.drawn(group);
    const parts = [folded ? this.runText(folded) : group.parent ? group.name : 'all', this.amount(group), `${this.share(group)} of what is shown`, this.holds(group),
      this.isMatch(group) ? 'matches the search' : '', `level ${group.row + 1}, ${place + 1} of ${row.length}`];
    byId('graph-focus').textContent = parts.filter(part => part).join('; ');
    this.draw();
  }

  /** From the search field to the first match. */
  toMatch() {
    const first = this.match(1);
    if (!first) return;
    this.box.focus({ preventScroll: true });
    this.focus(first);
    this.reveal(first);
  }

  reveal(group) {
    const top = this.top(group.row);
    if (top < this.box.scrollTop) this.box.scrollTop = top - this.rowHeight;
    else if (top + this.rowHeight > this.box.scrollTop + this.height) this.box.scrollTop = top + 2 * this.rowHeight - this.height;
    const inWindow = this.box.getBoundingClientRect().top + top - this.box.scrollTop;
    if (inWindow < 0 || inWindow + this.rowHeight > window.innerHeight) window.scrollBy({ top: inWindow - window.innerHeight / 2 });
  }

  asText() {
    const details = byId('graph-text');
    if (!details.open || !this.tree) return;
    const { diff, waits } = this.model;
    const columns = diff ? ['Before, per hour', 'After, per hour'] : waits ? [this.model.data.threads ? 'Threads' : 'Waited'] : ['Pinned', 'Pins'];
    const cells = child => diff ? [seconds(child.before), seconds(child.seconds)] : waits ? [figure(child.seconds, this.model.weight(child.seconds))]
      : [seconds(child.seconds), figure(child.pins, String(child.pins))];
    const children = this.tree.children(this.zoomed).slice(0, 50);
    fill(details.lastElementChild, table('Frames under the one zoomed to',
      [{ text: 'Frame' }, { text: 'Holds the carrier' }, { text: 'Share', class: 'number' },
        ...columns.map(text => ({ text, class: 'number' }))],
      children.map(child => [
        button(child.name, { class: 'link', 'data-focus': 'text:' + child.name }, () => this.zoom(child)),
        this.holds(child), this.share(child),
        ...cells(child),
      ])));
  }
}
