// The first screen: what is wrong, what that costs, what to do, and the stack in a few frames.

const SEVERITIES = ['critical', 'high', 'moderate', 'low'];

const Lead = {
  show(model, page) {
    const { lead, verdict, findings, waits, requests, lastMinute } = model.data;
    const [first, ...more] = findings;
    const worse = first && (!lead || SEVERITIES.indexOf(first.severity) <= SEVERITIES.indexOf(lead.severity));
    const severity = worse ? first.severity : lead ? lead.severity : 'none';
    byId('summary').dataset.severity = severity;
    const lost = requests && requests.most;
    const title = worse ? first.headline : lead ? lead.culprit : lost || verdict;
    fill(byId('verdict'), title, ...(severity === 'none' ? [] : [' ', el('span', { class: 'severity ' + severity }, severity)]));
    const pins = (lead ? [worse ? lead.culprit : '', lead.cost, verdict] : [verdict]).filter(text => text && text !== title);
    const around = [lastMinute ? el('p', { id: 'last-minute' }, lastMinute) : null, ...pins.map(text => el('p', {}, text)),
      lost ? el('p', {}, lost === title ? '' : lost + ' ', el('a', { href: '#requests' }, 'What each route lost'), '.') : null,
      this.others(worse ? 'Other findings: ' : 'Findings besides pins: ', worse ? more : findings, waits)];
    const fixes = this.fixes(model);
    fill(byId('cost'), ...(worse ? this.finding(first, model.diff) : around));
    fill(byId('evidence'), ...(worse ? [waits && first.chain.length > 0 ? null : el('p', {}, first.evidence), fixes ? null : el('p', {}, first.cure), ...around] : []));
    this.changed(model, page);
    this.path(model);
  },

  /** Of a comparison: what appeared before what grew, is gone, and shrank; the first few, and the others on request. */
  changed({ diff, data }, page) {
    const few = 4;
    const kinds = ['appeared', 'grew', 'vanished', 'shrank'];
    const threads = (value, mean) => figure(value, value === 0 ? 'none' : mean ? `${value.toFixed(1)} threads, mean` : count(value, 'thread'));
    const anHour = value => (value === 0 ? figure(0, 'none') : el('span', {}, seconds(value), el('small', {}, ' per hour')));
    const site = ({ before, after, kind }, i) => ({ kind, before: anHour(before), after: anHour(after), size: Math.abs(after - before),
      what: button(shortName(data.sites[i].id), { class: 'link', title: 'Show only this site: ' + data.sites[i].id, 'data-focus': 'changed:' + i }, () => page.filter({ site: data.sites[i].id })) });
    const other = ({ what, before, after, mean, kind }) => ({ kind, before: threads(before, mean), after: threads(after, mean), size: mean ? -1 : Infinity, what: el('span', {}, ...breakable(what)) });
    const rows = !diff ? [] : [...data.changes.map(site), ...data.otherChanges.map(other)].filter(({ kind }) => kinds.includes(kind))
      .sort((one, two) => kinds.indexOf(one.kind) - kinds.indexOf(two.kind) || (one.size < two.size ? 1 : one.size > two.size ? -1 : 0));
    const show = (caption, some) => table(caption, [{ text: 'Change' }, { text: 'What' }, { text: 'Before', class: 'number' }, { text: 'After', class: 'number' }],
      some.map(({ kind, what, before, after }) => [el('strong', {}, BECAME[kind]), what, before, after]));
    fill(byId('changed'), ...(rows.length === 0 ? [] : [el('h2', {}, 'What changed'), show('What changed, new first', rows.slice(0, few)),
      rows.length > few ? el('details', {}, el('summary', {}, count(rows.length - few, 'more change')), show('More changes', rows.slice(few))) : null]));
  },

  /** Its kind, and who waits for whom, each with a stack to open. */
  finding({ title, when, chain }, isNew) {
    const stack = frames => el('pre', { class: 'stack' }, frames.map(stackLine).join('\n'));
    return [el('p', { class: 'muted' }, `${isNew ? 'New: ' : ''}${title}, ${when}`),
      chain.length === 0 ? null : el('ol', { class: 'chain' }, ...chain.map(({ text, frames }) => el('li', {},
        frames.length === 0 ? el('span', {}, ...breakable(text)) : el('details', {}, el('summary', {}, ...breakable(text)), stack(frames)))))];
  },

  /** The section of the waits tells verdicts in full. */
  others(before, findings, waits) {
    if (findings.length === 0) return null;
    const titles = findings.slice(0, 3).map(({ title }) => title).join(', ') + (findings.length > 3 ? ` and ${findings.length - 3} more` : '');
    return el('p', {}, before, waits ? el('a', { href: '#waits' }, titles) : titles, '.');
  },

  /** The best of each sort; the section below the flame graph has all that ends pins. */
  fixes({ data }) {
    const fixes = data.fixes || [];
    const waits = fixes.some(fix => fix.share == null);
    const timed = fixes.some(fix => fix.savesSeconds > 0);
    const heads = [{ text: 'Fix' }, { text: waits ? 'Gives back' : 'Saves', class: 'number' }, { text: waits ? 'Of' : 'Takes' }, { text: '', label: 'Copy' }].filter((_, i) => i !== 1 || timed);
    const of = fix => (waits ? [fix.of, fix.takes ? 'takes ' + fix.takes : ''].filter(text => text).join('; ') : fix.takes);
    fill(byId('fixes'), ...(fixes.length === 0 ? [] : [el('h2', {}, fixes.length === 1 || waits ? 'Fix' : 'Fix one of'),
      table(waits ? 'What to do, most time first' : 'What to do, cheapest first', heads, fixes.map(fix => [fix.what,
        fix.savesSeconds > 0 ? el('span', {}, seconds(fix.savesSeconds), fix.share == null ? null : el('small', {}, ' ' + percent(fix.share))) : '', of(fix), this.copier(fix.copy)].filter((_, i) => i !== 1 || timed)))]));
    return fixes.length > 0;
  },

  copier(text) {
    const copy = button('Copy', { title: text }, async () => {
      try {
        await navigator.clipboard.writeText(text);
        copy.textContent = 'Copied';
      } catch (e) {
        // A page from a file may not write to the clipboard in every browser: the text can be selected instead.
        copy.replaceWith(el('code', {}, text));
      }
      setTimeout(() => (copy.textContent = 'Copy'), 2000);
    });
    return copy;
  },

  /** Of the site's stack with the most time: its entries, its holders and where it blocks; the others are counted. */
  path(model) {
    const { lead, sites } = model.data;
    const stack = lead ? this.stackOf(model, model.siteIndex.get(lead.site)) : -1;
    if (stack < 0) {
      fill(byId('path'));
      return;
    }
    const nodes = model.pathOf(stack).reverse();
    const { entries } = sites[model.site[stack]];
    const last = nodes.length - 1;
    const items = [];
    let skipped = 0;
    const skip = () => {
      if (skipped > 0) items.push(el('li', { class: 'skipped' }, count(skipped, 'frame')));
      skipped = 0;
    };
    nodes.forEach((node, i) => {
      const text = model.frames[model.frame[node]];
      const hold = model.holdAt(stack, node);
      if (!hold && i !== last && !entries.some(entry => text.replace(/:\d+$/, '') === entry)) {
        skipped++;
        return;
      }
      skip();
      items.push(el('li', { class: hold ? 'holds' : null }, el('code', { title: text }, shortName(text)), hold ? el('small', {}, ` ${hold & CULPRIT ? '\u25c6' : '\u25c7'} ${model.holdName(hold)}`) : null));
    });
    fill(byId('path'), el('h2', {}, 'From the entry to the block'), el('ol', { class: 'path' }, ...items));
  },

  stackOf(model, site) {
    let best = -1;
    for (let s = 0; s < model.leaf.length; s++) {
      if (model.site[s] === site && (best < 0 || model.seconds[s] > model.seconds[best])) best = s;
    }
    return best;
  },
};

const BECAME = { appeared: 'new', grew: 'grew', vanished: 'gone', shrank: 'shrank' };

const remedyText = remedy => (remedy.what.length > 1 ? 'only together: ' : '') + remedy.what.join('; and ') + (remedy.estimate ? ' (an estimate)' : '');
