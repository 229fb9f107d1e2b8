// The first screen: what is wrong, what that costs, what to do, and the stack in a few frames.

const SEVERITIES = ['critical', 'high', 'moderate', 'low'];

const Lead = {
  show(model) {
    const { lead, verdict, findings, waits } = model.data;
    const [first, ...more] = findings || [];
    const worse = first && (!lead || SEVERITIES.indexOf(first.severity) <= SEVERITIES.indexOf(lead.severity));
    const severity = worse ? first.severity : lead ? lead.severity : 'none';
    byId('summary').dataset.severity = severity;
    const title = worse ? first.headline : lead ? lead.culprit : verdict;
    fill(byId('verdict'), title, ...(severity === 'none' ? [] : [' ', el('span', { class: 'severity ' + severity }, severity)]));
    const pins = lead ? [...(worse ? [lead.culprit] : []), lead.cost, verdict] : worse ? [verdict] : [];
    const around = [...pins.map(text => el('p', {}, text)),
      this.others(worse ? 'Other findings: ' : 'Findings besides pins: ', worse ? more : findings || [], waits), model.data.lastMinute ? el('p', { id: 'last-minute' }, model.data.lastMinute) : null];
    const fixes = this.fixes(model);
    fill(byId('cost'), ...(worse ? this.finding(first) : around));
    fill(byId('evidence'), ...(worse ? [waits && first.chain.length > 0 ? null : el('p', {}, first.evidence), fixes ? null : el('p', {}, first.cure), ...around] : []));
    this.path(model);
  },

  /** Its kind, and who waits for whom, each with a stack to open. */
  finding({ title, when, chain }) {
    const stack = frames => el('pre', { class: 'stack' }, frames.map(stackLine).join('\n'));
    return [el('p', { class: 'muted' }, `${title}, ${when}`),
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
    const heads = [{ text: 'Fix' }, { text: waits ? 'Gives back' : 'Saves', class: 'number' }, { text: waits ? 'Of' : 'Takes' }, { text: '' }].filter((_, i) => i !== 1 || timed);
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

const remedyText = remedy => (remedy.what.length > 1 ? 'only together: ' : '') + remedy.what.join('; and ') + (remedy.estimate ? ' (an estimate)' : '');
