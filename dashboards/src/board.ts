// What both dashboards have around their panels: variables, annotations, links, and a place for each panel.
import type { Builder } from '@grafana/grafana-foundation-sdk/cog';
import * as dashboard from '@grafana/grafana-foundation-sdk/dashboard';
import { DATASOURCE } from './parts';

export interface Row {
  title: string;
  panels: Builder<dashboard.Panel>[];
}

export interface Annotation {
  name: string;
  color: string;
  expression: string;
  title: string;
  text: string;
  /** The value is the time, in milliseconds since 1970. */
  valueIsTime: boolean;
}

export interface Board {
  uid: string;
  title: string;
  description: string;
  from: string;
  /** The title and uid of the other dashboard. */
  other: [title: string, uid: string];
  annotations: Annotation[];
  rows: Row[];
}

/** The dashboard as Grafana's upload and its provisioning take it. */
export function build(board: Board): dashboard.Dashboard {
  const built = new dashboard.DashboardBuilder(board.title)
    .uid(board.uid)
    .description(board.description)
    .tags(['java', 'virtual-threads', 'vt-monitor'])
    .readonly()
    .tooltip(dashboard.DashboardCursorSync.Crosshair)
    .time({ from: board.from, to: 'now' })
    .timezone('browser')
    .refresh('30s')
    .version(1)
    .variables(variables())
    .link(
      new dashboard.DashboardLinkBuilder(board.other[0])
        .type(dashboard.DashboardLinkType.Link)
        .url(`/d/${board.other[1]}`)
        .icon('dashboard')
        .tooltip('')
        .tags([])
        .asDropdown(false)
        .targetBlank(false)
        .includeVars(true)
        .keepTime(true),
    )
    .annotations(board.annotations.map(annotation));
  for (const row of board.rows) {
    built.withRow(new dashboard.RowBuilder(row.title));
    row.panels.forEach((panel) => built.withPanel(panel));
  }
  const made = built.build();
  made.panels?.forEach((panel, index) => (panel.id = index + 1));
  return JSON.parse(JSON.stringify(made, withoutLeftovers)) as dashboard.Dashboard;
}

/** The builders' defaults that Grafana's present schema does not know, and those that hide things in a menu. */
const LEFTOVERS = new Set(['auto', 'auto_min', 'auto_count', 'footer', 'placement', 'repeatDirection']);

function withoutLeftovers(this: unknown, key: string, value: unknown): unknown {
  const isLegend = key === 'placement' && value !== 'inControlsMenu';
  return LEFTOVERS.has(key) && !isLegend ? undefined : value;
}

function variables(): Builder<dashboard.VariableModel>[] {
  const first = new dashboard.DatasourceVariableBuilder('datasource')
    .label('Data source')
    .type('prometheus')
    .current({ text: 'default', value: 'default' });
  const selectors = 'job=~"$job", instance=~"$instance"';
  return [
    first,
    several('job', 'Job', 'label_values(vthread_info, job)', '.+'),
    several('instance', 'Instance', 'label_values(vthread_info{job=~"$job"}, instance)', '.+'),
    several('library', 'Library', `label_values(vthread_site_pins_total{${selectors}}, library)`, '.*'),
  ];
}

function several(name: string, label: string, query: string, all: string): Builder<dashboard.VariableModel> {
  return new dashboard.QueryVariableBuilder(name)
    .label(label)
    .datasource(DATASOURCE)
    .query({ query, refId: name })
    .multi(true)
    .includeAll(true)
    .allValue(all)
    .refresh(dashboard.VariableRefresh.OnTimeRangeChanged)
    .sort(dashboard.VariableSort.AlphabeticalAsc)
    .current({ selected: true, text: ['All'], value: ['$__all'] });
}

function annotation(shown: Annotation): Builder<dashboard.AnnotationQuery> {
  return new dashboard.AnnotationQueryBuilder()
    .name(shown.name)
    .datasource(DATASOURCE)
    .enable(true)
    .hide(false)
    .iconColor(shown.color)
    .expr(shown.expression)
    .titleFormat(shown.title)
    .textFormat(shown.text)
    .step('60s')
    .useValueForTime(shown.valueIsTime);
}
