// collect SECONDS: starts the scene and a Prometheus that scrapes it with the rules of this project; after so many
// seconds asks it every query of the dashboards, and leaves the answers in target. What it starts it stops.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { client, CLIENTS, database, freePort, JVMS, launch, root, start, stop } from './scene.mjs';

const target = resolve(import.meta.dirname, '../target');
const seconds = Number(process.argv[2] ?? 150);
const scratch = mkdtempSync(join(tmpdir(), 'dashboards-preview.'));
const STEP = 2;

async function ask(port, path, parameters) {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}?${new URLSearchParams(parameters)}`);
  const json = await answer.json();
  if (json.status !== 'success') {
    throw new Error(`${parameters.query}: ${JSON.stringify(json)}`);
  }
  return json.data.result;
}

async function collect(port, from, to) {
  for (const uid of ['vt-monitor', 'vt-monitor-fleet']) {
    const dashboard = JSON.parse(readFileSync(join(root, 'dashboards', `${uid}.json`), 'utf8'));
    const answers = {};
    for (const panel of dashboard.panels) {
      answers[panel.id] = {};
      for (const query of panel.targets ?? []) {
        const promql = query.expr
          .replaceAll('$__rate_interval', `${4 * STEP}s`)
          .replaceAll('$job', '.+')
          .replaceAll('$instance', '.+')
          .replaceAll('$library', '.*');
        answers[panel.id][query.refId] = query.range
          ? await ask(port, 'query_range', { query: promql, start: from, end: to, step: STEP })
          : await ask(port, 'query', { query: promql, time: to });
      }
    }
    const jvms = Object.fromEntries(JVMS.map((jvm) => [jvm.name, `127.0.0.1:${jvm.port}`]));
    writeFileSync(join(target, `${uid}.data.json`), JSON.stringify({ dashboard, answers, jvms, from: from * 1000, to: to * 1000 }));
  }
}

/** The rules with a clock that goes faster, so that a picture does not take an hour. */
function rules() {
  return ['recording.yml', 'alerts.yml'].map((name) => {
    const text = readFileSync(join(root, 'dashboards/prometheus', name), 'utf8')
      .replaceAll(/\[\d+m]/g, '[20s]')
      .replaceAll(/interval: \w+/g, `interval: ${STEP}s`)
      .replaceAll(/ +for: \w+\n/g, '')
      .replaceAll('offset 1h', 'offset 10s');
    writeFileSync(join(scratch, name), text);
    return join(scratch, name);
  });
}

async function prometheus() {
  const port = await freePort();
  const jobs = [...new Set(JVMS.map((jvm) => jvm.job))];
  const targets = (job) => JVMS.filter((jvm) => jvm.job === job).map(({ port }) => `127.0.0.1:${port}`);
  writeFileSync(
    join(scratch, 'prometheus.yml'),
    JSON.stringify({
      global: { scrape_interval: `${STEP}s`, scrape_timeout: '1s', evaluation_interval: `${STEP}s` },
      rule_files: rules(),
      scrape_configs: jobs.map((job) => ({ job_name: job, static_configs: [{ targets: targets(job) }] })),
    }),
  );
  start(scratch, {}, 'prometheus', '--config.file=prometheus.yml', '--storage.tsdb.path=data', `--web.listen-address=127.0.0.1:${port}`);
  return port;
}

const ends = new AbortController();
try {
  mkdirSync(target, { recursive: true });
  for (const jvm of JVMS) {
    jvm.port = await freePort();
  }
  const url = await database(scratch);
  const early = JVMS.filter((jvm) => !jvm.after);
  const addresses = (await Promise.all(early.map((jvm) => launch(scratch, jvm, url)))).filter(Boolean);
  const port = await prometheus();
  const begin = Date.now() / 1000;
  const until = (part) => wait(Math.max(0, begin + part * seconds - Date.now() / 1000) * 1000);
  const clients = (count) => addresses.flatMap((address) => Array.from({ length: count }, () => client(address, ends.signal)));
  const running = clients(CLIENTS.first);
  await until(0.4);
  running.push(...clients(CLIENTS.later));
  await until(0.6);
  for (const jvm of JVMS.filter((each) => each.after)) {
    await launch(scratch, jvm, url);
  }
  await Promise.race([until(1), Promise.all(running)]);
  const to = Math.floor(Date.now() / 1000 / STEP) * STEP;
  await collect(port, to - seconds, to);
  ends.abort();
  await Promise.all(running);
} finally {
  ends.abort();
  await stop();
  rmSync(scratch, { recursive: true, force: true });
}
