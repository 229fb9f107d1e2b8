// generate [--check]: writes the dashboards next to this project's package.json, and as grafana.com takes them to
// target/grafana.com; with --check, says which committed file is not what would be written, and what is wrong with the
// files for grafana.com.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fleet } from './fleet';
import { Metrics } from './metrics';
import { pinning } from './pinning';
import { problems, shared } from './share';

const home = join(__dirname, '..');
const metrics = Metrics.read(join(home, '../docs/metrics.md'), join(home, 'prometheus/recording.yml'));
const check = process.argv.includes('--check');
const sharing = join(home, 'target/grafana.com');
let wrong = 0;

mkdirSync(sharing, { recursive: true });
for (const board of [pinning(metrics), fleet(metrics)]) {
  const file = join(home, `${board.uid}.json`);
  const made = `${JSON.stringify(board, null, 2)}\n`;
  if (!check) {
    writeFileSync(file, made);
  } else if (!existsSync(file) || readFileSync(file, 'utf8') !== made) {
    console.error(`check: ${file} is not what dashboards/generate makes of dashboards/src; run it and commit what it writes`);
    wrong++;
  }
  const forSharing = join(sharing, `${board.uid}.json`);
  writeFileSync(forSharing, `${JSON.stringify(shared(board), null, 2)}\n`);
  for (const problem of problems(JSON.parse(readFileSync(forSharing, 'utf8')), board)) {
    console.error(`check: ${forSharing}: ${problem}`);
    wrong++;
  }
}
process.exitCode = wrong === 0 ? 0 : 1;
