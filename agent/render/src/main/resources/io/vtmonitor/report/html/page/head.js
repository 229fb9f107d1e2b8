// What stands around the graph and the table: verdict, cost, what was read, what to do, what cannot be seen.

const Head = {
  show(model, page) {
    this.subject(model);
    Lead.show(model, page);
    this.tiles(model);
    this.outlook(model);
    this.worst(model, page);
    this.plan(model);
    this.busy(model);
    this.jvms(model);
    this.requests(model, page);
    this.waits(model);
    this.unpin(model);
    this.limits(model);
    byId('made').textContent = `Made by ${model.data.tool}.`;
  },

  subject({ data }) {
    byId('subject').textContent = data.kind === 'diff' ? 'what changed' : data.kind === 'live' ? 'live' : data.files.length === 0 ? count(data.jvms.length, 'JVM') : data.files.length === 1 ? data.files[0].replace(/^.*[/\\]/, '') : count(data.files.length, 'file');
    fill(byId('read'), ...data.read.map(line => el('p', {}, line)));
  },

  tiles(model) {
    const { data } = model;
    const { totals, jvms } = data;
    const tile = (name, value, note, alarm) => el('div', { class: alarm ? 'alarm' : null }, el('dt', {}, name), el('dd', {}, value), note ? el('dd', { class: 'note' }, note) : null);
    if (model.diff) {
      fill(byId('tiles'), ...(model.all.before + model.all.seconds === 0 ? [] : [
        tile('Before, per hour', seconds(model.all.before), 'carrier-seconds pinned'),
        tile('After, per hour', seconds(model.all.seconds), 'carrier-seconds pinned'),
        tile('Change, per hour', changeCell({ before: model.all.before, after: model.all.seconds, kind: model.data.changes.every(change => change.kind === 'same') ? 'same' : null }))]));
      return;
    }
    if (ofDumps(data)) {
      const { looks, most, verdicts } = data.waits || { looks: 0, most: 0, verdicts: [] };
      fill(byId('tiles'),
        tile(data.kind === 'dump' ? 'Thread dumps' : 'Heap dumps', figure(looks, looks.toLocaleString('en'))),
        tile('Virtual threads', figure(most, most.toLocaleString('en')), looks > 1 ? 'at most in a dump' : null),
        tile('Verdicts', figure(verdicts.length, String(verdicts.length)), null, verdicts.length > 0));
      return;
    }
    const { findings } = data;
    if (totals.pins === 0) {
      fill(byId('tiles'),
        findings.length > 0 ? null : tile('Pins that ended', figure(0, '0')),
        data.waits ? tile('Virtual threads', figure(data.waits.most, data.waits.most.toLocaleString('en')), 'at most at a look') : null,
        data.waits || findings.length > 0 ? tile('Findings', figure(findings.length, String(findings.length)), null, findings.length > 0) : null);
      return;
    }
    const open = findings.some(({ severity }) => severity === 'critical') ? 'by pins that ended' : null;
    const most = Math.max(0, ...jvms.map(jvm => jvm.parallelism));
    const spares = sparesPinned(model.data);
    const waited = totals.compensatedSeconds > 0 || (data.carrierBusy || []).some(({ compensated }) => compensated);
    const started = waited ? ' and spares, which Object.wait or file I/O starts' : ' and spares, or carriers of another scheduler';
    const atMost = model.data.atMost || null;
    const lostAtMost = model.data.lostAtMost || null;
    const unknown = jvms.some(assumesCarriers);
    const bound = lostAtMost ? 'at most ' : '';
    const starved = atMost ? 'at most: ' + atMost : spares ? 'at least as many as the parallelism'
      : totals.starvedSeconds === 0 ? open
        : totals.compensatedSeconds > 0 ? 'nothing else ran, unless on spare carriers' : 'nothing else ran on virtual threads';
    const several = jvms.length > 1 && totals.starvedSeconds > 0 ? 'added up over the JVMs; ' : '';
    fill(byId('tiles'),
      tile('Pins', figure(totals.pins, totals.pins.toLocaleString('en')), totals.truncatedStacks > 0 ? `${totals.truncatedStacks} stacks cut off by the JVM` : null),
      tile('Carriers held for', seconds(totals.pinnedSeconds), totals.compensatedSeconds > 0 ? `carrier-seconds, ${duration(totals.compensatedSeconds)} of them Object.wait` : 'carrier-seconds'),
      tile('Capacity lost', figure(totals.capacityLost, bound + percent(totals.capacityLost)), lostAtMost || open || 'of carriers × time', !lostAtMost && totals.capacityLost > 0.2),
      tile(spares || atMost ? 'All carriers pinned for' : 'No carrier free for', seconds(totals.starvedSeconds), starved && several + starved, !atMost && totals.starvedSeconds > 0),
      tile('Most pinned at once', figure(totals.maxCarriersPinned, String(totals.maxCarriersPinned)), (unknown ? 'of an unknown number' : jvms.length === 1 ? `of ${count(most, 'carrier')}` : `of ${most} at most in a JVM`) + (unknown ? '' : atMost ? '; ' + atMost : spares ? started : '')));
  },

  /** What becomes of it, as one bar; each part has a pattern as well as a color, and stands in the list next to it. */
  outlook({ data }) {
    const { outlook } = data;
    const parts = [['gone', 'gone on JDK 24 and later', outlook.goneOn24Seconds], ['eased', 'eased on JDK 26', outlook.easedOn26Seconds], ['stays', 'stays on every JDK', outlook.staysSeconds], ['unknown', 'not known', outlook.unknownSeconds]].filter(([, , value]) => value > 0);
    const all = parts.reduce((sum, [, , value]) => sum + value, 0);
    if (all === 0) {
      fill(byId('outlook'));
      return;
    }
    const bar = el('div', { class: 'outlook', 'aria-hidden': 'true' }, ...parts.map(([name]) => el('i', { class: name })));
    parts.forEach(([, , value], i) => (bar.children[i].style.flexGrow = String(value / all)));
    fill(byId('outlook'), data.kind === 'diff' ? el('p', { class: 'muted' }, 'Outlook for the pinned time after:') : null, bar, el('ul', { class: 'legend' }, ...parts.map(([name, text, value]) => el('li', {}, el('i', { class: 'key ' + name }), ` ${percent(value / all)} ${text}, `, seconds(value)))));
  },

  worst({ data }, page) {
    const { worst, nearMisses } = data;
    const mostSites = 10; // of a stretch, the report has no more sites
    const unknown = data.jvms.some(assumesCarriers);
    fill(byId('worst'), nearMisses ? el('p', {}, ...breakable(nearMisses)) : null, ...(!worst || worst.length === 0 ? [] : [el('h3', {}, 'Worst stretches'), el('ul', { class: 'rows' }, ...worst.map((stretch, i) => {
      const begin = Date.parse(stretch.begin) / 1000;
      const [first, ...more] = stretch.sites;
      const cut = stretch.sites.length >= mostSites;
      const others = more.length > 0 ? `, ${cut ? 'at least ' : ''}${more.reduce((sum, part) => sum + part.pins, 0)} at ${cut ? `${more.length} or more other sites` : count(more.length, 'other site')}` : '';
      const sites = first ? `${count(first.pins, 'pin')} at ${shortName(first.id)}${others}` : '';
      return el('li', {}, button(clock(begin), { title: 'Show only this stretch', 'data-focus': 'worst:' + i }, () => page.filter(page.timeline.around(begin, begin + stretch.seconds))),
        ` ${stretch.starved ? (unknown ? 'at least one carrier was pinned' : sparesPinned(data) || data.atMost ? 'at least as many carriers as the parallelism were pinned' : 'no carrier was free') : (stretch.carriers === 1 ? '1 carrier was pinned' : `${stretch.carriers} carriers were pinned`)} for ${duration(stretch.heldSeconds)} of ${duration(stretch.seconds)}: `, el('span', { class: 'muted' }, sites));
    }))]));
  },

  plan({ data }) {
    const box = byId('plan').lastElementChild;
    const { plan } = data;
    if (plan.length === 0) {
      fill(box, el('p', {}, 'No known fix removes all holders of a site.'));
      return;
    }
    fill(box, el('p', { class: 'muted' }, 'A pin is gone only if all its holders are removed. The parts overlap: do not add them up.'),
      table('Do one of these, cheapest first', [{ text: 'Saves', class: 'number' }, { text: 'Share', class: 'number' }, { text: 'What to do' }, { text: 'Frees', class: 'number' }, { text: 'At other sites it leaves' }],
        plan.map(remedy => [seconds(remedy.savesSeconds), percent(remedy.share), el('span', {}, remedyText(remedy), el('small', {}, ' takes ' + remedy.takes)), count(remedy.sites, 'site'), remedy.leaves.join(', ')])));
  },

  busy({ data }) {
    const box = byId('busy').lastElementChild;
    byId('busy').hidden = !data.carrierBusy || data.carrierBusy.length === 0;
    if (byId('busy').hidden) return;
    fill(box, el('p', { class: 'muted' }, 'Virtual threads that held their carrier in a read, write or force of a file. No JDK unmounts the thread there. No figure above includes this time.'),
      table('File I/O, most time first', [{ text: 'Where' }, { text: 'What' }, { text: 'Times', class: 'number' }, { text: 'In all', class: 'number' }, { text: 'Longest', class: 'number' }],
        data.carrierBusy.slice(0, 50).map(busy => [el('code', {}, busy.site), words(busy.operation) + (busy.compensated ? ' (a spare carrier may replace it)' : ''), figure(busy.count, String(busy.count)), seconds(busy.seconds), seconds(busy.maxSeconds)])));
  },

  jvms({ data }) {
    const many = 100;
    const dumps = data.jvms.every(ofDump);
    const instants = dumps && data.jvms.every(jvm => jvm.wallSeconds === 0);
    const columns = instants ? 2 : dumps ? 3 : undefined;
    const watched = jvm => ofDump(jvm) && jvm.wallSeconds === 0 ? 'one instant' : seconds(jvm.wallSeconds);
    const recorded = jvm => [assumesCarriers(jvm) ? 'unknown' : figure(jvm.parallelism, String(jvm.parallelism)), words(jvm.parallelismFrom), duration(jvm.pinnedThresholdSeconds), jvm.monitorThresholdSeconds == null ? 'with the pins' : duration(jvm.monitorThresholdSeconds)];
    const box = byId('jvms').lastElementChild;
    fill(box, data.files.length > 0 ? el('p', {}, data.files.slice(0, many).join(', ') + (data.files.length > many ? ` and ${data.files.length - many} more` : '')) : null,
      table('JVMs', [{ text: 'JDK' }, { text: instants ? 'Time (UTC)' : 'From (UTC)' }, { text: 'Watched', class: 'number' }, { text: 'Carriers', class: 'number' }, { text: 'Number of carriers from' }, { text: 'Pins recorded from', class: 'number' }, { text: 'Waits for monitors from', class: 'number' }].slice(0, columns),
        data.jvms.slice(0, many).map(jvm => [jvm.javaVersion, jvm.start.replace(/\.\d+Z$/, 'Z'), watched(jvm), ...(ofDump(jvm) ? ['', '', '', ''] : recorded(jvm))].slice(0, columns))),
      data.jvms.length > many ? el('p', {}, `and ${data.jvms.length - many} more JVMs`) : null);
  },

  requests({ data, siteIndex }, page) {
    if (!data.requests) return;
    const { rows, notes } = data.requests;
    const worst = ({ worstSite: worst }, i) => (!worst ? (rows[i].pins === 0 ? 'no pin' : 'not known')
      : el('span', {}, siteIndex.has(worst.site) ? button(shortName(worst.site), { class: 'link', title: 'Show only this site: ' + worst.site, 'data-focus': 'route:' + i }, () => page.filter({ site: worst.site })) : shortName(worst.site),
        ' ', el('small', {}, seconds(worst.pinnedSeconds), ` in ${count(worst.pins, 'pin')}`)));
    fill(byId('requests').lastElementChild, rows.length === 0 ? el('p', {}, 'No route lost time.')
      : el('p', { class: 'muted' }, 'Time that virtual threads lost while they served requests: pins, and waits for locks, queues, and pools as an estimate. The filters above do not change it.'),
      rows.length === 0 ? null : table('Routes, most lost first', [{ text: 'Route' }, { text: 'Requests', class: 'number' }, { text: 'Lost', class: 'number' }, { text: 'Share of lost', class: 'number' }, { text: 'Site with most pinned time' }],
        rows.map((row, i) => [el('code', {}, row.route), figure(row.requests, row.requests.toLocaleString('en')), el('span', {}, row.about ? 'about ' : '', seconds(row.lostSeconds)), percent(row.share), worst(row, i)])),
      ...notes.map(note => el('p', { class: 'muted' }, note)));
  },

  waits({ data }) {
    byId('waits').hidden = !data.waits;
    if (!data.waits) return;
    const { moreRows } = data.waits;
    fill(byId('waits').lastElementChild, el('ul', {},
      ...data.waits.verdicts.map(({ title, when, evidence, cure }) => el('li', {}, el('strong', {}, title), ` ${when}: ${evidence} ${cure}`)),
      ...[...data.waits.pools, ...data.waits.facts].map(line => el('li', {}, line))),
      table('Waits', [{ text: 'Threads', class: 'number' }, { text: 'At most', class: 'number' }, { text: 'Wait for' }, { text: 'In' }, { text: 'Called by' }, { text: 'Turns, holder' }],
        data.waits.rows.map(row => [figure(row.threads, (row.about ? 'about ' : '') + row.threads), figure(row.most, String(row.most)), row.waitsFor, row.site, row.caller, row.holder])),
      moreRows > 0 ? el('p', { class: 'muted' }, moreRows === 1 ? '1 more place is in the JSON report.' : `${moreRows} more places are in the JSON report.`) : null);
  },

  unpin({ data }) {
    byId('unpin').hidden = !data.unpin || data.unpin.length === 0;
    fill(byId('unpin').lastElementChild, el('ul', {}, ...(data.unpin || []).map(line => el('li', {}, line))));
  },

  limits({ data }) {
    fill(byId('limits').lastElementChild, el('ul', {}, ...data.limits.map(limit => el('li', {}, limit))));
  },

  legend(model) {
    const key = (name, text) => el('span', {}, el('i', { class: 'key ' + name }), ' ' + text);
    fill(byId('graph-legend'), ...(model.diff
      ? [key('grew', '+ grew'), key('shrank', '− shrank'), key('same', 'within 5 %'), key('holder', '◆ ◇ holds the carrier')]
      : model.waits ? [...(model.frames.some(frame => frame.startsWith(HELD_BY)) ? [key('held', 'who had what the thread waited for')] : []), key('package-0', 'application and libraries, by package'), key('jdk', 'JDK')]
      : [key('culprit', '◆ culprit: the holder nearest to the block'), key('holder', '◇ another frame that holds the carrier'), key('package-0', 'application and libraries, by package'), key('jdk', 'JDK'), el('span', {}, 'Each mark is as wide as the share of the frame\'s time in which it holds the carrier.')]));
  },

  /** What is left under the filters, and a way out of each. */
  shown(model, page) {
    const { state } = page;
    const { now, data } = model;
    const chip = (text, change, key) => button(`${text} ✕`, { class: 'chip', 'aria-label': `${text}: remove this filter`, 'data-focus': key }, () => page.filter(change));
    const chips = [];
    if (state.from != null) chips.push(chip(`${clock(state.from)} to ${clock(state.to)}`, { from: null, to: null }, 'chip:time'));
    if (state.jvm != null) chips.push(chip(`JVM ${state.jvm + 1}`, { jvm: null, from: null, to: null }, 'chip:jvm'));
    if (state.site != null) chips.push(chip(`site ${shortName(state.site)}`, { site: null }, 'chip:site'));
    byId('shown').hidden = chips.length === 0;
    const of = data.totals && data.totals.pinnedSeconds > 0 && !model.diff ? `, ${percent(now.seconds / data.totals.pinnedSeconds)} of all` : '';
    const shown = model.diff ? [seconds(now.before), ' before, ', seconds(now.seconds), ' after, per hour'] : [seconds(now.seconds), ' in ', figure(now.pins, count(now.pins, 'pin'))];
    fill(byId('shown'), 'Shown: ', ...shown, of, ...chips);
  },
};

/** Whether the page is of thread dumps or heap dumps only. */
const ofDumps = ({ kind }) => kind === 'dump' || kind === 'heap_dump';

/** Whether a JVM was seen in dumps only, which have no events. */
const ofDump = ({ parallelism }) => parallelism === 0;

/** Whether one carrier is assumed since nothing says how many there were. */
const assumesCarriers = ({ parallelism, parallelismFrom }) => parallelism > 0 && parallelismFrom === 'assumed';

/** Whether more carriers were pinned at once than a scheduler aims at. */
const sparesPinned = ({ timelines, jvms }) => timelines.some(({ most }, i) => Math.max(0, ...most) > jvms[i].parallelism);
