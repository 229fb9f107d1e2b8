// collect SECONDS: starts three JVMs with the agent that pin in known ways, and a Prometheus that scrapes them with the rules of
// this project; after so many seconds asks it every query of the dashboards, and leaves the answers in target. Needs the built
// jar and test classes, prometheus on the path, a JDK 21 and a JDK 25. What it starts it stops.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const root = resolve(import.meta.dirname, '../../..');
const target = resolve(import.meta.dirname, '../target');
const seconds = Number(process.argv[2] ?? 150);
const scratch = mkdtempSync(join(tmpdir(), 'dashboards-preview.'));
const children = [];
const STEP = 2;

const JVMS = [
  { job: 'shop', jdk: 21, carriers: 4, main: 'scenario.NestedMonitors', flags: [], arguments: ['1000000', '120'], after: 0 },
  { job: 'bank', jdk: 25, carriers: 4, main: 'scenario.NativeCall', flags: ['-Djdk.reflect.useNativeAccessorOnly=true'], arguments: ['1000000', '150'], after: 0 },
  { job: 'shop', jdk: 21, carriers: 2, main: 'process.PinForever', flags: [], arguments: [], after: 0.4 },
];

function freePort() {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}

function start(command, ...rest) {
  const child = spawn(command, rest, { cwd: scratch, stdio: ['pipe', 'ignore', 'pipe'] });
  child.stderr.resume();
  children.push(child);
  return child;
}

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
    writeFileSync(join(target, `${uid}.data.json`), JSON.stringify({ dashboard, answers, from: from * 1000, to: to * 1000 }));
  }
}

try {
  mkdirSync(target, { recursive: true });
  const port = await freePort();
  const jobs = {};
  for (const jvm of JVMS) {
    jvm.port = await freePort();
    (jobs[jvm.job] ??= []).push(`127.0.0.1:${jvm.port}`);
  }
  // The rules with a clock that goes faster, so that a picture does not take an hour.
  const rules = ['recording.yml', 'alerts.yml'].map((name) => {
    const text = readFileSync(join(root, 'dashboards/prometheus', name), 'utf8')
      .replaceAll(/\[\d+m]/g, '[20s]')
      .replaceAll(/interval: \w+/g, `interval: ${STEP}s`)
      .replaceAll(/ +for: \w+\n/g, '')
      .replaceAll('offset 1h', 'offset 10s');
    writeFileSync(join(scratch, name), text);
    return join(scratch, name);
  });
  writeFileSync(
    join(scratch, 'prometheus.yml'),
    JSON.stringify({
      global: { scrape_interval: `${STEP}s`, scrape_timeout: '1s', evaluation_interval: `${STEP}s` },
      rule_files: rules,
      scrape_configs: Object.entries(jobs).map(([job, targets]) => ({ job_name: job, static_configs: [{ targets }] })),
    }),
  );
  start('prometheus', '--config.file=prometheus.yml', '--storage.tsdb.path=data', `--web.listen-address=127.0.0.1:${port}`);
  const begin = Date.now() / 1000;
  for (const jvm of JVMS) {
    const home = execFileSync(join(root, '.mvn/find-jdk'), [String(jvm.jdk)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
    await wait(Math.max(0, begin + jvm.after * seconds - Date.now() / 1000) * 1000);
    start(
      join(home, 'bin/java'),
      `-javaagent:${join(root, 'agent/target/vt-monitor.jar')}=port=${jvm.port},threshold=5ms`,
      `-Djdk.virtualThreadScheduler.parallelism=${jvm.carriers}`,
      ...jvm.flags,
      '-cp',
      join(root, 'agent/target/test-classes'),
      `io.vtmonitor.${jvm.main}`,
      ...jvm.arguments,
    ).stdin.write('go\n');
  }
  await wait(Math.max(0, begin + seconds - Date.now() / 1000) * 1000);
  const to = Math.floor(Date.now() / 1000 / STEP) * STEP;
  await collect(port, to - seconds, to);
} finally {
  await Promise.all(
    children.map((child) => new Promise((done) => (child.exitCode === null ? child.once('exit', done) && child.kill('SIGTERM') : done()))),
  );
  rmSync(scratch, { recursive: true, force: true });
}
