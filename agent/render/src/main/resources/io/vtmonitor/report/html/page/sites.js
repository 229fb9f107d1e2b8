// The sites as a table: sorted, filtered, fifty to a page; a row opens to its holders, advice and stacks.

class SitesTable {
  constructor(page) {
    this.page = page;
    this.rowsToAPage = 50;
    this.stacksToAPage = 5;
    byId('sites-filter').addEventListener('input', event => {
      this.page.remember({ sitesFilter: event.target.value, sitesPage: 0 });
      this.show(this.model, this.page.state);
    });
  }

  columns() {
    const { model } = this;
    const { data, now } = model;
    const name = { text: 'Site, by its holder', value: site => siteName(site), cell: i => this.opener(i) };
    const waits = { text: 'Waited for', value: site => site.operation, cell: i => words(data.sites[i].operation) };
    const library = { text: 'Library', value: site => siteLibrary(site), cell: i => siteLibrary(data.sites[i]) };
    const newer = { text: 'Newer JDK', value: site => site.verdict, cell: i => el('span', { class: 'verdict ' + data.sites[i].verdict }, SHORT_VERDICTS[data.sites[i].verdict]) };
    const advice = { text: 'What to do', value: site => site.advice.action, cell: i => el('span', { class: 'clipped' }, ...breakable(data.sites[i].advice.action)), class: 'advice' };
    if (model.diff) {
      const side = (text, of) => ({ text, class: 'number', sortable: (site, i) => of(data.changes[i]), cell: i => seconds(of(data.changes[i])) });
      return [name, waits, library, side('Before, per hour', change => change.before), side('After, per hour', change => change.after),
        { text: 'Change, per hour', class: 'number', sortable: (site, i) => Math.abs(data.changes[i].after - data.changes[i].before), cell: i => changeCell(data.changes[i]) }, newer, advice];
    }
    const time = (text, field, least) => ({ text, class: 'number' + (now.timed ? ' whole' : ''), value: site => site[field], cell: i => figure(data.sites[i][field], duration(Math.max(least, data.sites[i][field]))) });
    // Percentiles are told to a microsecond: below, one under it.
    const finest = 1e-6;
    return [name, waits,
      { text: 'Reason', value: site => site.reason, cell: i => words(data.sites[i].reason), class: 'spare' }, { ...library, class: 'spare' },
      { text: 'Pins', class: 'number spare', sortable: (site, i) => now.sitePins[i], cell: i => figure(now.sitePins[i], String(now.sitePins[i])) },
      { text: 'Pinned', class: 'number', sortable: (site, i) => now.siteSeconds[i], cell: i => this.bar(i) },
      time('p50', 'p50Seconds', finest), time('p99', 'p99Seconds', finest), time('Longest', 'maxSeconds', 0), newer, advice];
  }

  bar(i) {
    const { now } = this.model;
    const share = now.seconds > 0 ? now.siteSeconds[i] / now.seconds : 0;
    const meter = el('span', { class: 'part', 'aria-hidden': 'true' }, el('i'));
    meter.firstChild.style.width = Math.min(100, share * 100).toFixed(1) + '%';
    return el('span', {}, seconds(now.siteSeconds[i]), ' ', el('small', {}, percent(share)), meter);
  }

  show(model, state) {
    this.model = model;
    const columns = this.columns();
    const shown = this.chosen(columns, state);
    const pages = Math.max(1, Math.ceil(shown.length / this.rowsToAPage));
    const pageNow = Math.min(state.sitesPage, pages - 1);
    const rows = shown.slice(pageNow * this.rowsToAPage, (pageNow + 1) * this.rowsToAPage);
    const keep = document.activeElement && document.activeElement.dataset ? document.activeElement.dataset.focus : null;
    fill(byId('sites-table'), el('caption', { class: 'hidden' }, 'Sites; buttons in the heads sort'), this.head(columns, state),
      el('tbody', {}, ...rows.flatMap(i => this.row(columns, i, state)), shown.length === 0 ? el('tr', {}, el('td', { colspan: columns.length }, 'No site matches the filter.')) : null, this.others(columns, state)));
    byId('sites-count').textContent = shown.length === model.data.sites.length ? count(shown.length, 'site') : `${shown.length} of ${count(model.data.sites.length, 'site')}`;
    byId('sites-note').hidden = !model.now.timed;
    this.pages(pageNow, pages);
    refocus(keep);
  }

  chosen(columns, state) {
    const { data, now } = this.model;
    const text = state.sitesFilter.trim().toLowerCase();
    const order = columns[state.sortBy] || columns.find(column => column.text === 'Pinned' || column.text.startsWith('Change'));
    const key = i => (order.sortable ? order.sortable(data.sites[i], i) : order.value(data.sites[i]));
    const way = state.sortUp ? 1 : -1;
    return data.sites.map((site, i) => i)
      .filter(i => !now.filtered || now.siteWidth[i] > 0)
      .filter(i => !text || searchable(data.sites[i]).includes(text))
      .map(i => [key(i), i])
      .sort(([a, i], [b, j]) => (a < b ? -way : a > b ? way : i - j))
      .map(([, i]) => i);
  }

  head(columns, state) {
    const now = columns[state.sortBy] ? state.sortBy : columns.findIndex(column => column.text === 'Pinned' || column.text.startsWith('Change'));
    return el('thead', {}, el('tr', {}, ...columns.map((column, i) => el('th', { scope: 'col', class: column.class, 'aria-sort': i !== now ? null : state.sortUp ? 'ascending' : 'descending' },
      button(column.text + (/whole/.test(column.class) ? ' *' : ''), { 'data-focus': 'sort:' + i, title: /whole/.test(column.class) ? 'of all its pins, not only of those shown' : null }, () => {
        const up = i === now ? !state.sortUp : !/number/.test(column.class || '');
        this.page.remember({ sortBy: i, sortUp: up, sitesPage: 0 });
        this.show(this.model, this.page.state);
      })))));
  }

  opener(i) {
    const site = this.model.data.sites[i];
    const open = this.page.state.open.has(site.id);
    const culprit = site.holders[0];
    const text = culprit ? `${culprit.className}.${culprit.methodName}` : site.id;
    const more = site.holders.length === 0 ? 'no holder known'
      : site.holders.slice(1).map(holder => `and by ${shortName(`${holder.className}.${holder.methodName}`)}`).join(' ');
    return el('div', { class: 'opener' }, button(open ? '▾' : '▸', { class: 'fold', 'aria-expanded': String(open), 'aria-controls': 'site-' + i, 'aria-label': `Details of ${text}`, 'data-focus': 'open:' + site.id }, () => this.toggle(site.id)),
      el('span', { class: 'name' }, el('b', {}, shortName(text)), ' ', el('small', {}, text.length > shortName(text).length ? text.slice(0, text.length - shortName(text).length - 1) : ''), more ? el('small', { class: 'more' }, more) : null));
  }

  toggle(id) {
    const open = new Set(this.page.state.open);
    if (!open.delete(id)) open.add(id);
    this.page.remember({ open });
    this.show(this.model, this.page.state);
  }

  row(columns, i, state) {
    const site = this.model.data.sites[i];
    const row = el('tr', { class: 'site', 'data-site': site.id }, ...columns.map(column => el('td', { class: column.class, 'data-label': column.text }, column.cell(i))));
    if (!state.open.has(site.id)) return [row];
    return [row, el('tr', { class: 'detail', id: 'site-' + i }, el('td', { colspan: columns.length }, this.detail(i)))];
  }

  detail(i) {
    const site = this.model.data.sites[i];
    const { state } = this.page;
    const line = (name, ...text) => (text.length === 0 || text[0] == null || text[0] === '' ? [] : [el('dt', {}, name), el('dd', {}, ...text)]);
    const chosen = state.site === site.id;
    return el('div', {},
      el('dl', { class: 'facts' },
        ...site.holders.flatMap((holder, n) => line(n === 0 ? 'held by' : 'and by', el('code', {}, frameLink(holderName(holder), holderName(holder), state)), ` (${holderHow(holder)}) `, el('small', {}, libraryName(holder.library)))),
        ...(site.holders.length === 0 ? line('held by', `${site.reason === 'timed_wait' ? 'a frame of the JVM itself' : 'no frame of the stack is known to hold it'}; it blocked in ${site.id}`) : []),
        ...line('unsure', site.unread.length > 0 ? `no available class file matches ${site.unread.join(', ')}` : null),
        ...line('from', site.entries.join(', ')),
        ...line('when', whenPinned(site)),
        ...line('waits', site.initializer ? `for the initializer of ${site.initializer.className}` : site.monitorClass && site.operation !== 'class_init_wait' ? `for a monitor of class ${site.monitorClass}` : null),
        ...line('counted', site.compensated ? 'not as lost capacity: the JVM may start a spare carrier meanwhile' : null),
        ...line('why', site.advice.summary),
        ...line('cure', site.advice.action, ' ', evidence(site.advice.evidence)),
        ...line('newer', VERDICTS[site.verdict])),
      button(chosen ? 'Show all sites again' : 'Show only this site', { 'data-focus': 'only:' + site.id }, () => this.page.filter({ site: chosen ? null : site.id })),
      this.stacks(i));
  }

  stacks(i) {
    const { model } = this;
    const { now } = model;
    const all = [];
    for (let s = 0; s < model.leaf.length; s++) if (model.site[s] === i && now.stackWidth[s] > 0) all.push(s);
    all.sort((a, b) => now.stackWidth[b] - now.stackWidth[a]);
    const box = el('div', { class: 'stacks' }, el('h3', {}, count(all.length, 'stack')));
    const list = el('div');
    box.append(list);
    let shown = 0;
    const more = button('', { 'data-focus': 'more:' + i }, () => add());
    const add = () => {
      list.append(...all.slice(shown, shown + this.stacksToAPage).map(s => this.stack(s)));
      shown = Math.min(all.length, shown + this.stacksToAPage);
      more.textContent = `${count(Math.min(this.stacksToAPage, all.length - shown), 'more stack')}, ${all.length - shown} left`;
      if (shown === all.length) more.remove();
    };
    box.append(more);
    add();
    return box;
  }

  stack(s) {
    const { model } = this;
    const { now } = model;
    const path = model.pathOf(s);
    const figures = amount(model, { before: now.stackBefore[s], seconds: now.stackSeconds[s], pins: now.stackPins[s] });
    const frames = path.map(node => {
      const hold = model.holdAt(s, node);
      return el('li', { class: hold ? 'holds' : null }, frameLink(stackLine(model.frames[model.frame[node]]), model.frames[model.frame[node]], this.page.state), hold ? el('small', {}, ` holds the carrier: ${model.holdName(hold)}`) : null);
    });
    return el('details', {}, el('summary', {}, figures, model.truncated.has(s) ? ', cut off by the JVM' : ''), el('ol', { class: 'frames' }, ...frames));
  }

  /** What no listed site has. */
  others(columns, state) {
    const { other } = this.model.data;
    if (!other || other.pins === 0 || state.site != null || this.model.now.timed) return null;
    return el('tr', {}, el('td', { colspan: columns.length }, `${count(other.pins, 'pin')} with ${duration(other.pinnedSeconds)} at sites beyond the limit of sites that are kept`));
  }

  pages(now, pages) {
    const go = (text, to, key) => button(text, { disabled: to < 0 || to >= pages, 'data-focus': key }, () => {
      this.page.remember({ sitesPage: to });
      this.show(this.model, this.page.state);
    });
    fill(byId('sites-pages'), ...(pages < 2 ? [] : [go('Earlier', now - 1, 'earlier'), el('span', {}, `page ${now + 1} of ${pages}`), go('Later', now + 1, 'later')]));
  }
}

const siteName = site => (site.holders[0] ? `${site.holders[0].className}.${site.holders[0].methodName}` : site.id);

const siteLibrary = site => libraryName(site.holders[0] && site.holders[0].library);

/** As the text report has it: one pin alone does not recur. */
function whenPinned({ pins, occurrence, firstSeconds, lastSeconds }) {
  const once = occurrence === 'once';
  const first = duration(firstSeconds);
  const last = duration(lastSeconds);
  if (pins === 1 || first === last) return `${once ? 'once, ' : ''}${first} in`;
  return `${once ? 'only ' : 'recurring, '}from ${first} to ${last} in`;
}

function searchable(site) {
  return [site.id, words(site.operation), words(site.reason), ...site.holders.map(holder => libraryName(holder.library)), ...site.entries,
    VERDICTS[site.verdict], site.advice.summary, site.advice.action].join('\n').toLowerCase();
}

/** As the text report has it. */
function relative(was, is) {
  const part = is / was - 1;
  if (is >= was * 10) return `${(is / was).toFixed(0)} times as much`;
  if (Math.abs(part) < 0.005) return 'as much';
  return part < -0.994 ? 'less than a hundredth' : (part > 0 ? '+' : '−') + percent(Math.abs(part));
}

function changeCell({ before, after, kind }) {
  const change = after - before;
  const same = kind === 'same';
  const sign = change > 0 ? '+' : change < 0 ? '−' : '';
  const word = before === 0 ? 'new' : after === 0 ? 'gone' : relative(before, after) + (same ? ', no more than noise' : '');
  return el('span', { class: same ? null : change > 0 ? 'grew' : change < 0 ? 'shrank' : null }, figure(change, `${sign}${duration(Math.abs(change))}`), ' ', el('small', {}, word));
}

/** After a redraw, the keyboard is where it was. */
function refocus(key) {
  if (key == null) return;
  const element = [...document.querySelectorAll('[data-focus]')].find(each => each.dataset.focus === key);
  if (element && element !== document.activeElement) element.focus({ preventScroll: true });
}
