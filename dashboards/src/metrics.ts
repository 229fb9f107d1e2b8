// What can be asked for: the metrics of docs/metrics.md, which a test compares with what the agent serves, and the
// series that prometheus/recording.yml records from them. A query that names anything else is an error here, not an
// empty panel.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export interface Rule {
  record?: string;
  alert?: string;
  expr: string;
  for?: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
}

/** A metric and the labels its series have apart from `job` and `instance`. */
export interface Metric {
  name: string;
  type: string;
  labels: string[];
}

const CODE = /`([^`]+)`/g;
const NAME = /(?<![\w:$])([a-z_]+:)?vthread_\w+(:\w+)?/g;
const WITH_MATCHERS = new RegExp(`${NAME.source}(?:{[^}]*})?`, 'g');

export class Metrics {
  private constructor(
    private readonly metrics: Map<string, Metric>,
    private readonly recorded: Set<string>,
  ) {}

  static read(metricsPage: string, recordingRules: string): Metrics {
    const metrics = new Map<string, Metric>();
    for (const line of readFileSync(metricsPage, 'utf8').split('\n')) {
      if (line.startsWith('| `')) {
        const cells = line.split('|').map((cell) => cell.trim());
        const [name] = codeIn(cells[1]!);
        metrics.set(name!, { name: name!, type: cells[2]!, labels: codeIn(cells[4]!) });
      }
    }
    if (metrics.size === 0) {
      throw new Error(`${metricsPage} has no table of metrics`);
    }
    const recorded = rulesOf(recordingRules).flatMap((rule) => (rule.record ? [rule.record] : []));
    return new Metrics(metrics, new Set(recorded));
  }

  /** Metrics and recorded series that an expression names; throws where there is no such thing. */
  namesIn(expression: string): string[] {
    return [...expression.matchAll(NAME)].map((found) => {
      const name = found[0];
      if (!name.includes(':')) {
        this.metric(name);
      } else if (!this.recorded.has(name)) {
        throw new Error(`no rule records ${name}, asked for by: ${expression}`);
      }
      return name;
    });
  }

  /** The expression with the dashboard's variables as matchers of everything that it names. */
  selected(expression: string): string {
    this.namesIn(expression);
    return expression.replace(WITH_MATCHERS, (selector) => {
      const [name, own] = selector.replace(/}$/, '').split('{') as [string, string?];
      const matchers = ['job=~"$job"'];
      if (!name.includes(':') || name.startsWith('instance')) {
        matchers.push('instance=~"$instance"');
      }
      if (name.includes(':') ? name.includes('site') : this.metric(name).labels.includes('library')) {
        matchers.push('library=~"$library"');
      }
      if (own) {
        matchers.push(own);
      }
      return `${name}{${matchers.join(', ')}}`;
    });
  }

  private metric(name: string): Metric {
    const metric = this.metrics.get(name);
    const histogram = this.metrics.get(name.replace(/_(bucket|sum|count)$/, ''));
    const found = metric ?? (histogram?.type === 'histogram' ? histogram : undefined);
    if (!found) {
      throw new Error(`docs/metrics.md has no ${name}`);
    }
    return found;
  }
}

/** All rules of a Prometheus rule file. */
export function rulesOf(file: string): Rule[] {
  const groups = parse(readFileSync(file, 'utf8')).groups as { rules: Rule[] }[];
  return groups.flatMap((group) => group.rules);
}

function codeIn(cell: string): string[] {
  return [...cell.matchAll(CODE)].map((found) => found[1]!);
}
