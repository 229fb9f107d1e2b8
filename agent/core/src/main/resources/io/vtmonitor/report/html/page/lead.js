// The first screen: who pins the carriers, what that costs, what to do, and the stack in a few frames.

const Lead = {
  show(model) {
    const { lead, verdict, waits } = model.data;
    const [first, ...more] = waits ? waits.verdicts : [];
    byId('summary').dataset.severity = lead ? lead.severity : 'none';
    fill(byId('verdict'), ...(lead ? [lead.culprit, ' ', el('span', { class: 'severity ' + lead.severity }, lead.severity)] : [first ? first.title : verdict]));
    const cost = lead ? [lead.cost, verdict] : first ? [`${first.when.replace('from', 'From')}: ${first.evidence}`, first.cure, verdict] : [];
    fill(byId('cost'), ...cost.map(text => el('p', {}, text)), this.waits(lead && first ? 'Verdicts on waits: ' : 'Other verdicts: ', lead && first ? [first, ...more] : more), model.data.lastMinute ? el('p', { id: 'last-minute' }, model.data.lastMinute) : null);
    this.fixes(model);
    this.path(model);
  },

  /** Verdicts that the section of the waits tells in full. */
  waits(before, verdicts) {
    if (verdicts.length === 0) return null;
    const titles = verdicts.slice(0, 3).map(({ title }) => title).join(', ') + (verdicts.length > 3 ? ` and ${verdicts.length - 3} more` : '');
    return el('p', {}, before, el('a', { href: '#waits' }, titles), '.');
  },

  /** One of each kind; the section below the flame graph has the whole plan. */
  fixes({ data }) {
    const fixes = (data.plan || []).filter(remedy => remedy.best);
    const heads = [{ text: 'Fix' }, { text: 'Saves', class: 'number' }, { text: 'Takes' }, { text: '' }];
    fill(byId('fixes'), ...(fixes.length === 0 ? [] : [el('h2', {}, fixes.length === 1 ? 'Fix' : 'Fix one of'),
      table('What to do, cheapest first', heads, fixes.map(fix => [remedyText(fix), el('span', {}, seconds(fix.savesSeconds), ' ', el('small', {}, percent(fix.share))), fix.takes, this.copier(fix.copy)]))]));
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
