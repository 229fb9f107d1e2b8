// The dashboards as grafana.com takes them: who imports one is asked for the data source, and told what Grafana needs.
import type * as dashboard from '@grafana/grafana-foundation-sdk/dashboard';

/** The Grafana of dashboards/compose. */
const GRAFANA = '12.3.0';

const INPUT = 'DS_PROMETHEUS';
const PANELS: Record<string, string> = {
  bargauge: 'Bar gauge',
  heatmap: 'Heatmap',
  stat: 'Stat',
  table: 'Table',
  timeseries: 'Time series',
};

type Json = Record<string, unknown>;
type Variable = Json & { type: string; name: string };

/** As Grafana's "Export for sharing externally" writes it. */
export function shared(board: dashboard.Dashboard): Json {
  const plain = JSON.parse(JSON.stringify(board)) as Json & { templating: { list: Variable[] } };
  const source = plain.templating.list.find((variable) => variable.type === 'datasource')!;
  source.current = { text: `\${${INPUT}}`, value: `\${${INPUT}}` };
  return {
    __inputs: [
      {
        name: INPUT,
        label: 'Prometheus',
        description: 'The Prometheus that scrapes the vt-monitor agents',
        type: 'datasource',
        pluginId: 'prometheus',
        pluginName: 'Prometheus',
      },
    ],
    __elements: {},
    __requires: [
      { type: 'grafana', id: 'grafana', name: 'Grafana', version: GRAFANA },
      { type: 'datasource', id: 'prometheus', name: 'Prometheus', version: '1.0.0' },
      ...panelTypes(plain).map((id) => ({ type: 'panel', id, name: PANELS[id], version: '' })),
    ],
    id: null,
    ...plain,
  };
}

/** What is wrong with a file for grafana.com, a line each. */
export function problems(file: Json, board: dashboard.Dashboard): string[] {
  const { __inputs, __elements, __requires, id, ...rest } = file as Json & {
    __inputs?: { name: string; type: string; pluginId: string }[];
    __requires?: { type: string; id: string; name?: string; version?: string }[];
    templating: { list: Variable[] };
  };
  const wrong: string[] = [];
  const text = JSON.stringify(rest);
  for (const input of __inputs ?? []) {
    if (!text.includes(`\${${input.name}}`)) {
      wrong.push(`nothing asks for the input ${input.name}`);
    }
  }
  for (const [, asked] of text.matchAll(/\$\{((?:DS|VAR)_\w+)}/g)) {
    if (!__inputs?.some((input) => input.name === asked)) {
      wrong.push(`there is no input ${asked}`);
    }
  }
  if (!__inputs?.length || !__elements || id !== null || !rest.uid) {
    wrong.push('it has no __inputs, no __elements, an id, or no uid');
  }
  const required = (type: string) => (__requires ?? []).filter((one) => one.type === type).map((one) => one.id);
  for (const panel of panelTypes(rest)) {
    if (!required('panel').includes(panel) || !PANELS[panel]) {
      wrong.push(`__requires lacks the panel ${panel}`);
    }
  }
  if (required('panel').length !== panelTypes(rest).length) {
    wrong.push('__requires names a panel that is not used');
  }
  if (required('grafana').length !== 1 || !/^\d+\.\d+\.\d+$/.test(__requires?.[0]?.version ?? '')) {
    wrong.push('__requires names no release of Grafana');
  }
  for (const { datasource } of sources(rest)) {
    if (datasource.type === 'prometheus' && datasource.uid !== '${datasource}') {
      wrong.push(`a query goes to ${datasource.uid}, and not to the data source that was chosen`);
    }
  }
  // But for what is said above it is the dashboard that the other checks are about.
  const chosen = (rest.templating as { list: Variable[] }).list.find((variable) => variable.type === 'datasource')!;
  chosen.current = { text: 'default', value: 'default' };
  if (JSON.stringify(rest) !== JSON.stringify(board)) {
    wrong.push('it is not the dashboard that is committed');
  }
  return wrong;
}

function panelTypes(file: Json): string[] {
  const types = ((file.panels ?? []) as { type: string; panels?: unknown[] }[]).map((panel) => panel.type);
  return [...new Set(types.filter((type) => type !== 'row'))].sort();
}

/** Every part of a file that names a data source. */
function sources(part: unknown): { datasource: { type: string; uid: string } }[] {
  if (typeof part !== 'object' || part === null) {
    return [];
  }
  const here = 'datasource' in part && typeof part.datasource === 'object' ? [part as never] : [];
  return [...here, ...Object.values(part).flatMap(sources)];
}
