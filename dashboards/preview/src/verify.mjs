// verify: whether the collected answers say what the scene made true: the driver's site and how much it costs, nothing
// at the same application with unpin=, and no query without an answer unless for a reason that is named here.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { CARRIERS } from './scene.mjs';

const target = resolve(import.meta.dirname, '../target');
const wrong = [];
// Nothing in the scene mounts threads often enough to be measured.
const UNMEASURED = 'Processor time per mount';
const SITE = 'com.mysql.cj.protocol.ReadAheadInputStream.read < com.mysql.cj.jdbc.StatementImpl.executeQuery [socket_read]';

function read(uid) {
  const { dashboard, answers, jvms } = JSON.parse(readFileSync(resolve(target, `${uid}.data.json`), 'utf8'));
  for (const panel of dashboard.panels) {
    for (const [letter, series] of Object.entries(answers[panel.id])) {
      if (series.length === 0 && panel.title !== UNMEASURED) {
        wrong.push(`${dashboard.title}, ${panel.title} ${letter}: no answer`);
      }
    }
  }
  const of = (title, letter) => answers[dashboard.panels.find((panel) => panel.title === title).id][letter];
  return { of, jvms };
}

/** A series' value now, a number; of a range the last. */
const value = (series) => Number((series.value ?? series.values.at(-1))[1]);

function within(what, series, matches, from, to) {
  const found = series.filter(({ metric }) => matches(metric));
  const values = found.map(value);
  if (values.length !== 1 || !(values[0] >= from && values[0] <= to)) {
    wrong.push(`${what}: ${values.length === 0 ? 'no series' : values.join(', ')}, and it should be one from ${from} to ${to}`);
  } else {
    console.log(`verify: ${what}: ${values[0].toFixed(2)}`);
  }
}

const pinning = read('vt-monitor');
const fleet = read('vt-monitor-fleet');
const at = (name) => (metric) => metric.instance === pinning.jvms[name];
const driver = (metric) => metric.site === SITE && metric.library === 'mysql-connector-j' && metric.reason === 'monitor';

within('carriers that MySQL\'s driver pins', pinning.of('Top sites', 'C'), driver, 0.6 * CARRIERS, 1.1 * CARRIERS);
within('carriers pinned, by library mysql-connector-j', pinning.of('Carriers pinned by library', 'A'), (metric) => metric.library === 'mysql-connector-j', 0.6 * CARRIERS, 1.1 * CARRIERS);
within('capacity lost where the driver pins', pinning.of('Capacity lost by JVM', 'A'), at('driver'), 0.6, 1.1);
within('capacity lost where it is unpinned', pinning.of('Capacity lost by JVM', 'A'), at('unpinned'), 0, 0.05);
within('places rewritten there', pinning.of('What unpin= removed', 'A'), at('unpinned'), 1, 10_000);
within('capacity lost where one carrier of four is in native code', pinning.of('Capacity lost by JVM', 'A'), at('native'), 0.1, 0.3);
within('time stalled where all carriers are pinned for good', pinning.of('Time stalled by JVM', 'A'), at('stalled'), 0.5, 1.1);
within('carriers that the driver pins, over all jobs', fleet.of('Top sites in all jobs', 'A'), driver, 0.5 * CARRIERS, 1.1 * CARRIERS);
within('JVMs watched', fleet.of('JVMs watched', 'A'), () => true, 5, 5);
within('JVMs with unpin', fleet.of('JVMs with unpin', 'A'), () => true, 1, 1);
within('unsound locks', fleet.of('Unsound locks', 'A'), () => true, 0, 0);

wrong.forEach((line) => console.error(`verify: ${line}`));
process.exitCode = wrong.length === 0 ? 0 : 1;
