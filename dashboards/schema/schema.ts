// Grafana's types, made as strict as a dashboard file is: each kind of panel with its own options and field settings,
// which the schema leaves open, and enums as the texts and numbers that stand for them in JSON.
import type { Dashboard, DataSourceRef, Panel, RowPanel } from '@grafana/schema';
import type * as bargauge from '@grafana/schema/dist/esm/raw/composable/bargauge/panelcfg/x/BarGaugePanelCfg_types.gen';
import type * as heatmap from '@grafana/schema/dist/esm/raw/composable/heatmap/panelcfg/x/HeatmapPanelCfg_types.gen';
import type * as stat from '@grafana/schema/dist/esm/raw/composable/stat/panelcfg/x/StatPanelCfg_types.gen';
import type * as table from '@grafana/schema/dist/esm/raw/composable/table/panelcfg/x/TablePanelCfg_types.gen';
import type * as timeseries from '@grafana/schema/dist/esm/raw/composable/timeseries/panelcfg/x/TimeSeriesPanelCfg_types.gen';

type Json<T> = T extends string ? `${T}` : T extends object ? { [K in keyof T]: Json<T[K]> } : T;

// Not in the schema package: what Grafana's Prometheus data source reads of a query.
interface PrometheusTarget {
  refId: string;
  datasource: DataSourceRef;
  editorMode: 'code';
  expr: string;
  legendFormat: string;
  range?: boolean;
  instant?: boolean;
  format?: 'time_series' | 'table' | 'heatmap';
}

type Custom<F> = Omit<NonNullable<Panel['fieldConfig']>, 'defaults'> & {
  defaults: Omit<NonNullable<Panel['fieldConfig']>['defaults'], 'custom'> & { custom?: Partial<F> };
};

type Kind<T extends string, O, F> = Omit<Panel, 'type' | 'options' | 'fieldConfig' | 'targets'> & {
  type: T;
  options: O;
  fieldConfig: Custom<F>;
  targets: PrometheusTarget[];
};

type StrictPanel =
  | Kind<'stat', stat.Options, Record<string, never>>
  | Kind<'timeseries', timeseries.Options, timeseries.FieldConfig>
  | Kind<'table', table.Options, table.FieldConfig>
  | Kind<'heatmap', heatmap.Options, heatmap.FieldConfig>
  | Kind<'bargauge', bargauge.Options, Record<string, never>>
  | RowPanel;

// Not in the schema package: what Grafana's Prometheus data source reads of an annotation.
type Annotation = NonNullable<NonNullable<Dashboard['annotations']>['list']>[number] & {
  expr: string;
  titleFormat: string;
  textFormat: string;
  step: string;
  useValueForTime: boolean;
};

export type StrictDashboard = Json<
  Omit<Dashboard, 'panels' | 'annotations'> & { panels: StrictPanel[]; annotations: { list: Annotation[] } }
>;
