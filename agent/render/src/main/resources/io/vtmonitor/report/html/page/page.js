// The page: its state, which survives a refresh and is kept in the address, and what is drawn again after a change.

class ReportPage {
  constructor(data) {
    this.state = { jvm: null, from: null, to: null, site: null, search: '', reversed: false, icicle: false, lines: false, width: 'larger',
      zoom: [], sitesFilter: '', sitesPage: 0, sortBy: -1, sortUp: false, open: new Set(), theme: '', pinsAlone: false, whole: false, graphOf: '', ide: '', idePlace: '' };
    this.printing = false;
    this.fromAddress();
    this.theme();
    this.flame = new Flame(this);
    this.timeline = new TimelineChart(this);
    this.course = new CourseChart();
    this.sites = new SitesTable(this);
    this.controls();
    this.take(data);
    window.addEventListener('resize', () => this.resized());
    const print = window.matchMedia('print');
    print.addEventListener('change', () => this.print(print.matches));
    window.addEventListener('beforeprint', () => this.print(true));
    window.addEventListener('afterprint', () => this.print(print.matches));
  }

  /** New data, the same view of it. */
  take(data) {
    this.model = new Model(data);
    this.waitModel = data.waitGraph ? Model.ofWaits(data.waitGraph) : null;
    const pins = !ofDumps(data);
    byId('graph-of').parentElement.hidden = !pins || !this.waitModel;
    // A part without data is left out: an empty table says nothing that the head does not say.
    const sites = pins && (data.totals.pins > 0 || data.sites.length > 0);
    const plan = pins && data.totals.pins > 0;
    const graph = sites || this.waitModel;
    const parts = { time: this.timed() && data.totals.pins > 0, pins, sites, plan, graph, diff: data.kind === 'diff', requests: data.requests, waits: data.waits };
    for (const part of document.querySelectorAll('[data-part]')) part.hidden = !parts[part.dataset.part];
    if (this.state.jvm != null && this.state.jvm >= data.jvms.length) this.state.jvm = null;
    if (this.state.site != null && !this.model.siteIndex.has(this.state.site)) this.state.site = null;
    const keep = document.activeElement && document.activeElement.dataset ? document.activeElement.dataset.focus : null;
    Head.show(this.model, this);
    this.course.show(this.model);
    this.filter({});
    refocus(keep);
  }

  /** Whether pins are known by the time at which they began. */
  timed() {
    return this.model.data.kind !== 'diff' && !ofDumps(this.model.data);
  }

  /** Changes what is counted; everything follows. */
  filter(change) {
    this.remember(change);
    const { state, model } = this;
    model.apply({ jvm: state.jvm, from: state.from, to: state.to, site: state.site == null ? null : model.siteIndex.get(state.site), width: state.width });
    const keep = document.activeElement && document.activeElement.dataset ? document.activeElement.dataset.focus : null;
    if (this.timed()) this.timeline.show(model, state);
    this.showFlame();
    this.sites.show(model, state);
    Head.shown(model, this);
    if (Object.keys(change).length > 0) byId('announce').textContent = byId('shown').hidden ? 'Everything is shown.' : `Shown: ${amount(model, model.now)}`;
    refocus(keep);
  }

  /** Of pins, or of waits: where there are waits and no pins, of waits. */
  showFlame() {
    const { model, state } = this;
    const waits = this.waitModel && (state.graphOf || (model.data.totals.pins === 0 ? 'waits' : 'pins')) === 'waits';
    byId('graph-of').value = waits ? 'waits' : 'pins';
    this.flame.show(waits ? this.waitModel : model, state);
    byId('flame-title').textContent = waits ? 'Flame graph of waiting virtual threads' : model.diff ? 'Flame graph of pinned time, before and after' : 'Flame graph of pinned time';
    Head.legend(waits ? this.waitModel : model);
  }

  remember(change) {
    Object.assign(this.state, change);
    this.toAddress();
  }

  controls() {
    const { state } = this;
    for (const name of ['icicle', 'reversed', 'lines', 'whole']) {
      byId(name).checked = state[name];
      byId(name).addEventListener('change', event => {
        this.remember({ [name]: event.target.checked, zoom: name === 'icicle' ? state.zoom : [] });
        this.flame.home();
        this.showFlame();
      });
    }
    byId('graph-of').addEventListener('change', event => {
      this.remember({ graphOf: event.target.value, zoom: [] });
      this.flame.home();
      this.showFlame();
    });
    byId('width').value = state.width;
    byId('width').addEventListener('change', event => this.filter({ width: event.target.value }));
    byId('search').value = state.search;
    byId('search').addEventListener('input', event => {
      this.remember({ search: event.target.value });
      this.flame.searched(state.search);
      this.flame.draw();
    });
    byId('search').addEventListener('keydown', event => {
      if (event.key === 'Enter') this.flame.toMatch();
    });
    byId('sites-filter').value = state.sitesFilter;
    byId('theme').value = state.theme;
    byId('theme').addEventListener('change', event => {
      this.remember({ theme: event.target.value });
      this.theme();
      this.redraw();
    });
    window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
      this.theme();
      this.redraw();
    });
    this.tools();
    document.addEventListener('keydown', event => {
      if (event.key === '/' && !/^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName)) {
        event.preventDefault();
        byId('search').focus();
      }
    });
  }

  /** What opens sources stays out of the address: whoever gets the link has other folders. */
  tools() {
    const { state } = this;
    for (const name of ['ide', 'idePlace']) state[name] = this.kept(name) || '';
    const choose = () => {
      byId('ide').value = state.ide;
      byId('ide-place').value = state.idePlace;
      byId('ide-place').parentElement.hidden = !state.ide;
      byId('ide-asks').textContent = state.ide === 'idea' ? 'the project' : 'the folder of the sources, such as /home/me/shop/src/main/java';
    };
    const change = (name, event) => {
      state[name] = event.target.value;
      this.keep(name, state[name]);
      choose();
      this.sites.show(this.model, state);
    };
    byId('ide').addEventListener('change', event => change('ide', event));
    byId('ide-place').addEventListener('change', event => change('idePlace', event));
    choose();
    byId('save').addEventListener('click', () => {
      const address = URL.createObjectURL(new Blob([JSON.stringify(this.model.data)], { type: 'application/json' }));
      el('a', { href: address, download: 'vt-monitor-page.json' }).click();
      setTimeout(() => URL.revokeObjectURL(address), 60000);
    });
  }

  /** Browsers may refuse to keep anything for a page from a file. */
  kept(name) {
    try {
      return sessionStorage.getItem('vt-monitor.' + name);
    } catch {
      return null;
    }
  }

  keep(name, value) {
    try {
      sessionStorage.setItem('vt-monitor.' + name, value);
    } catch {
      // The choice holds for this page.
    }
  }

  theme() {
    const dark = this.state.theme === 'dark' || (this.state.theme === '' && window.matchMedia('(prefers-color-scheme: dark)').matches);
    document.documentElement.dataset.theme = dark && !this.printing ? 'dark' : 'light';
    Paint.refresh();
  }

  redraw() {
    this.timeline.draw();
    this.course.draw();
    this.flame.arrange();
  }

  resized() {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.redraw());
  }

  /** Paper is light, and nobody scrolls on it. */
  print(printing) {
    if (printing === this.printing) return;
    this.printing = printing;
    this.theme();
    this.redraw();
  }

  /** The view as the address's fragment, so that a link shows what its sender saw. */
  toAddress() {
    const { state } = this;
    const parts = new URLSearchParams();
    for (const name of ['theme', 'search', 'site', 'jvm', 'from', 'to', 'sitesFilter']) if (state[name] != null && state[name] !== '') parts.set(name, state[name]);
    for (const name of ['icicle', 'reversed', 'lines', 'whole', 'pinsAlone']) if (state[name]) parts.set(name, 'on');
    if (state.graphOf) parts.set('graphOf', state.graphOf);
    if (state.width !== 'larger') parts.set('width', state.width);
    if (state.zoom.length > 0) parts.set('zoom', state.zoom.join('\n'));
    if (state.open.size > 0) parts.set('open', [...state.open].join('\n'));
    const text = parts.toString();
    if (text.length > 8000) return;
    clearTimeout(this.later);
    this.later = setTimeout(() => history.replaceState(null, '', text ? '#' + text : location.pathname + location.search), 200);
  }

  fromAddress() {
    const { state } = this;
    const parts = new URLSearchParams(location.hash.includes('=') ? location.hash.slice(1) : '');
    for (const name of ['search', 'site', 'sitesFilter']) if (parts.has(name)) state[name] = parts.get(name);
    if (['light', 'dark'].includes(parts.get('theme'))) state.theme = parts.get('theme');
    if (['pins', 'waits'].includes(parts.get('graphOf'))) state.graphOf = parts.get('graphOf');
    if (['before', 'after'].includes(parts.get('width'))) state.width = parts.get('width');
    if (/^\d{1,6}$/.test(parts.get('jvm') || '')) state.jvm = +parts.get('jvm');
    const [from, to] = [parseFloat(parts.get('from')), parseFloat(parts.get('to'))];
    const latest = 8.64e12; // of a Date, in seconds: beyond it, writing the time throws
    if (-latest <= from && from < to && to <= latest) Object.assign(state, { from, to });
    for (const name of ['icicle', 'reversed', 'lines', 'whole', 'pinsAlone']) state[name] = parts.get(name) === 'on';
    if (parts.has('zoom')) state.zoom = parts.get('zoom').split('\n');
    if (parts.has('open')) state.open = new Set(parts.get('open').split('\n'));
  }
}
