// generate [--check]: writes the dashboards beside this project's package.json; with --check, says which committed file is
// not what would be written.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fleet } from './fleet';
import { Metrics } from './metrics';
import { pinning } from './pinning';

const home = join(__dirname, '..');
const metrics = Metrics.read(join(home, '../docs/metrics.md'), join(home, 'prometheus/recording.yml'));
const check = process.argv.includes('--check');
let stale = 0;

for (const board of [pinning(metrics), fleet(metrics)]) {
  const file = join(home, `${board.uid}.json`);
  const made = `${JSON.stringify(board, null, 2)}\n`;
  if (!check) {
    writeFileSync(file, made);
  } else if (!existsSync(file) || readFileSync(file, 'utf8') !== made) {
    console.error(`check: ${file} is not what dashboards/generate makes of dashboards/src; run it and commit what it writes`);
    stale++;
  }
}
process.exitCode = stale === 0 ? 0 : 1;
