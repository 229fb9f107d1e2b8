// What runs while the pictures are taken: the sample application with MySQL's driver that pins, the same with unpin=,
// and two programs of the tests. What is started is stopped.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

export const root = resolve(import.meta.dirname, '../../..');
export const DRIVER = '8.0.33';
export const CARRIERS = 4;
/** How long each query sleeps, and how many are under way at once: at first, and from the middle on. */
export const QUERY_SECONDS = 0.25;
export const CLIENTS = { first: 2, later: 4 };

const sample = { main: [], jdk: 21, carriers: CARRIERS };
export const JVMS = [
  { ...sample, name: 'driver', job: 'shop', options: [] },
  { ...sample, name: 'unpinned', job: 'shop', options: ['unpin=com.mysql.cj.**'] },
  {
    name: 'native',
    job: 'bank',
    jdk: 25,
    carriers: CARRIERS,
    flags: ['-Djdk.reflect.useNativeAccessorOnly=true'],
    main: ['io.vtmonitor.scenario.NativeCall', '1000000', '150'],
    options: [],
  },
  // 200 requests want one of ten connections, which are held during a remote call.
  {
    name: 'pool',
    job: 'billing',
    jdk: 25,
    carriers: 2,
    main: ['io.vtmonitor.lab.program.HeldResources', 'remote'],
    ofTheLab: true,
    options: ['resources=on'],
  },
  // Pins both of its carriers permanently, from three fifths of the time on.
  { name: 'stalled', job: 'batch', jdk: 21, carriers: 2, main: ['io.vtmonitor.process.programs.PinForever'], options: [], after: 0.6 },
];

const children = [];

export function freePort() {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}

export function start(folder, environment, command, ...rest) {
  const child = spawn(command, rest, { cwd: folder, env: { ...process.env, ...environment }, stdio: ['pipe', 'pipe', 'pipe'] });
  child.said = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      child.said.push(line);
      child.emit('line', line);
    });
  }
  children.push(child);
  return child;
}

/** The match of the first line that a child prints of this kind. */
function line(child, kind, what) {
  return new Promise((found, failed) => {
    child.on('line', (text) => kind.test(text) && found(text.match(kind)));
    child.once('exit', (code) => failed(new Error(`${what} ended with ${code}:\n${child.said.slice(-12).join('\n')}`)));
  });
}

const jdk = (version) =>
  execFileSync(join(root, '.mvn/find-jdk'), [String(version)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();

const labClassPath = () =>
  `${join(root, 'sample-app/target/classes')}:${readFileSync(join(root, 'sample-app/target/lab.classpath'), 'utf8').trim()}`;

/** A database of its own; its URL. */
export async function database(folder) {
  const child = start(folder, {}, join(jdk(25), 'bin/java'), '-cp', labClassPath(), 'io.vtmonitor.lab.DatabaseAlone', join(root, 'sample-app/target/mariadb'));
  return (await line(child, /^jdbc:mysql:.*/, 'the database'))[0];
}

/** Starts a JVM of the scene; where it is the sample application, the address it serves at. */
export async function launch(folder, jvm, url) {
  const agent = [`port=${jvm.port}`, ...jvm.options].join(',');
  const flags = [`-javaagent:${join(root, 'agent/target/vt-monitor.jar')}=${agent}`, `-Djdk.virtualThreadScheduler.parallelism=${jvm.carriers}`];
  const java = join(jdk(jvm.jdk), 'bin/java');
  if (jvm.main.length > 0) {
    const classPath = jvm.ofTheLab ? labClassPath() : join(root, 'agent/target/test-classes');
    start(folder, {}, java, ...flags, ...(jvm.flags ?? []), '-cp', classPath, ...jvm.main).stdin.write('go\n');
    return undefined;
  }
  const child = start(
    folder,
    { SPRING_DATASOURCE_URL: url },
    java,
    ...flags,
    `-Dloader.path=${join(root, 'sample-app/target/drivers', DRIVER)}`,
    '-Dcom.zaxxer.hikari.blockUntilFilled=true',
    ...['-jar', join(root, 'sample-app/target/sample-app.jar'), '--server.port=0', '--server.address=127.0.0.1'],
    ...['--spring.datasource.hikari.maximum-pool-size=20', '--spring.datasource.hikari.minimum-idle=20'],
  );
  const ready = await line(child, /Ready on port (\d+)/, 'the sample application');
  return `http://127.0.0.1:${ready[1]}/query?seconds=${QUERY_SECONDS}`;
}

/** Asks an address repeatedly, one request after the other, until told to end. */
export async function client(address, signal) {
  while (!signal.aborted) {
    try {
      await (await fetch(address, { signal })).text();
    } catch (failed) {
      if (!signal.aborted) {
        throw failed;
      }
    }
  }
}

/** Ends all that was started, the latest first. */
export async function stop() {
  for (const child of children.reverse()) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  }
}
