// The kinds of panels that both dashboards are made of. What is the same in all of one kind is said here, once.
import type { Builder } from '@grafana/grafana-foundation-sdk/cog';
import * as bargauge from '@grafana/grafana-foundation-sdk/bargauge';
import * as common from '@grafana/grafana-foundation-sdk/common';
import * as dashboard from '@grafana/grafana-foundation-sdk/dashboard';
import * as heatmap from '@grafana/grafana-foundation-sdk/heatmap';
import * as prometheus from '@grafana/grafana-foundation-sdk/prometheus';
import * as stat from '@grafana/grafana-foundation-sdk/stat';
import * as table from '@grafana/grafana-foundation-sdk/table';
import * as timeseries from '@grafana/grafana-foundation-sdk/timeseries';

export const DATASOURCE: common.DataSourceRef = { type: 'prometheus', uid: '${datasource}' };

/** Width, of 24, and height in grid cells. */
export type Size = [number, number];

/** A query and its legend; a table's queries have none. */
export type Query = [expression: string, legend?: string];

/** Colours from a value on; the first is the base. */
export type Steps = [color: string, from?: number][];

export interface Look {
  unit: string;
  decimals?: number;
  steps?: Steps;
  max?: number;
  /** What stands in a panel that has no data. */
  none?: string;
}

export const CALM: Steps = [['text']];
/** Overrides for a bound rather than a figure. */
export const DASHED = [
  { id: 'custom.lineStyle', value: { fill: 'dash', dash: [8, 8] } },
  { id: 'custom.fillOpacity', value: 0 as unknown as object },
];
const RATIO = 'percentunit';

/** A share of time or of capacity: bad from one value on, worse from another. */
export function share(bad: number, worse: number, none?: string): Look {
  return { unit: RATIO, decimals: 1, steps: [['green'], ['orange', bad], ['red', worse]], none };
}

/** Green while it is zero. */
export function zeroIsGood(unit: string, none?: string): Look {
  return { unit, decimals: 0, steps: [['green'], ['orange', 1e-9]], none };
}

export class Parts {
  /** @param selected adds the dashboard's variables to an expression */
  constructor(private readonly selected: (expression: string) => string) {}

  stat(title: string, description: string, size: Size, look: Look, queries: Query[]): Builder<dashboard.Panel> {
    const panel = new stat.PanelBuilder()
      .colorMode(look.steps ? common.BigValueColorMode.Value : common.BigValueColorMode.None)
      .graphMode(look.steps ? common.BigValueGraphMode.Area : common.BigValueGraphMode.None)
      .textMode(queries.length > 1 || queries[0]![1]!.includes('{{') ? common.BigValueTextMode.ValueAndName : common.BigValueTextMode.Value)
      .reduceOptions(new common.ReduceDataOptionsBuilder().calcs(['lastNotNull']).values(false))
      .min(0);
    return this.finish(panel, title, description, size, look, queries, 'range');
  }

  timeseries(title: string, description: string, size: Size, look: Look, queries: Query[], stacked = false): TimeseriesBuilder {
    const panel = new timeseries.PanelBuilder()
      .lineWidth(1)
      .fillOpacity(stacked ? 25 : 10)
      .showPoints(common.VisibilityMode.Never)
      .spanNulls(false)
      .stacking(new common.StackingConfigBuilder().mode(stacked ? common.StackingMode.Normal : common.StackingMode.None).group('A'))
      .colorScheme(new dashboard.FieldColorBuilder().mode(dashboard.FieldColorModeId.PaletteClassic))
      .legend(
        new common.VizLegendOptionsBuilder()
          .displayMode(common.LegendDisplayMode.Table)
          .placement(common.LegendPlacement.Bottom)
          .calcs(['mean', 'max'])
          .sortBy('Mean')
          .sortDesc(true)
          .showLegend(true),
      )
      .tooltip(new common.VizTooltipOptionsBuilder().mode(common.TooltipDisplayMode.Multi).sort(common.SortOrder.Descending))
      .min(0);
    return this.finish(panel, title, description, size, look, queries, 'range');
  }

  heatmap(title: string, description: string, size: Size, look: Look, query: Query): Builder<dashboard.Panel> {
    const panel = new heatmap.PanelBuilder()
      .calculate(false)
      .color(
        new heatmap.HeatmapColorOptionsBuilder()
          .mode(heatmap.HeatmapColorMode.Scheme)
          .scheme('Oranges')
          .scale(heatmap.HeatmapColorScale.Exponential)
          .exponent(0.5)
          .steps(64)
          .fill('dark-orange')
          .reverse(false),
      )
      .cellGap(1)
      .cellValues(new heatmap.CellValuesBuilder().unit('cps'))
      .yAxis(new heatmap.YAxisConfigBuilder().axisPlacement(common.AxisPlacement.Left).unit(look.unit).reverse(false))
      .filterValues(new heatmap.FilterValueRangeBuilder().le(1e-9))
      .rowsFrame(new heatmap.RowsHeatmapOptionsBuilder().layout(common.HeatmapCellLayout.Auto))
      .tooltip(new heatmap.HeatmapTooltipBuilder().mode(common.TooltipDisplayMode.Single).yHistogram(true).showColorScale(false))
      .exemplarsColor('rgba(255,0,255,0.7)')
      .showValue(common.VisibilityMode.Never)
      .showLegend();
    return this.finish(panel, title, description, size, look, [query], 'heatmap');
  }

  bars(title: string, description: string, size: Size, look: Look, queries: Query[]): Builder<dashboard.Panel> {
    const panel = new bargauge.PanelBuilder()
      .displayMode(common.BarGaugeDisplayMode.Basic)
      .valueMode(common.BarGaugeValueMode.Text)
      .orientation(common.VizOrientation.Horizontal)
      .namePlacement(common.BarGaugeNamePlacement.Left)
      .showUnfilled(true)
      .sizing(common.BarGaugeSizing.Auto)
      .minVizWidth(8)
      .minVizHeight(16)
      .maxVizHeight(24)
      .legend(
        new common.VizLegendOptionsBuilder()
          .displayMode(common.LegendDisplayMode.List)
          .placement(common.LegendPlacement.Bottom)
          .calcs([])
          .showLegend(false),
      )
      .reduceOptions(new common.ReduceDataOptionsBuilder().calcs(['lastNotNull']).values(false))
      .min(0);
    return this.finish(panel, title, description, size, look, queries, 'instant');
  }

  table(title: string, description: string, size: Size, look: Look, queries: string[], columns: Column[]): Builder<dashboard.Panel> {
    const sorted = columns.find((column) => column.sorted);
    // Grafana sizes a row by the longest text's column: one of the others may take two lines where that takes one.
    const twoLines = columns.some((column) => column.texts) && columns.some((column) => column.wrap);
    const panel = new table.PanelBuilder()
      .showHeader(true)
      .cellHeight(twoLines ? common.TableCellHeight.Md : common.TableCellHeight.Sm)
      .frameIndex(0)
      .align(common.FieldTextAlignment.Auto)
      .filterable(true)
      .inspect(true)
      .sortBy(sorted ? [new common.TableSortByFieldStateBuilder().displayName(sorted.name).desc(true)] : [])
      .transformations([
        ...(queries.length > 1 ? [{ id: 'merge', options: {} }] : []),
        {
          id: 'organize',
          options: {
            excludeByName: Object.fromEntries(['Time', ...columns.flatMap((c) => (c.name === '' ? [c.field] : []))].map((f) => [f, true])),
            indexByName: Object.fromEntries(columns.map((column, index) => [column.field, index])),
            renameByName: Object.fromEntries(columns.flatMap((c) => (c.name === '' ? [] : [[c.field, c.name]]))),
          },
        },
      ]);
    // A text for no data would stand in each empty cell, too.
    panel.overrideByFieldType('number', [{ id: 'noValue', value: '–' as unknown as object }]);
    for (const column of columns) {
      const properties = propertiesOf(column);
      if (properties.length > 0) {
        panel.overrideByName(column.name, properties);
      }
    }
    // The panel sorts too, once somebody clicks; the first look is as the answer comes.
    const first = sorted?.field.match(/^Value( #A)?$/) && !queries[0]!.includes('topk') ? `sort_desc(${queries[0]})` : queries[0]!;
    return this.finish(panel, title, description, size, look, [first, ...queries.slice(1)].map((query) => [query]), 'table');
  }

  private finish<P extends Finishable<P>>(
    panel: P,
    title: string,
    description: string,
    size: Size,
    look: Look,
    queries: Query[],
    kind: 'range' | 'instant' | 'table' | 'heatmap',
  ): P {
    panel
      .title(title)
      .description(description)
      .span(size[0])
      .height(size[1])
      .datasource(DATASOURCE)
      .unit(look.unit)
      .thresholds(
        new dashboard.ThresholdsConfigBuilder()
          .mode(dashboard.ThresholdsMode.Absolute)
          .steps((look.steps ?? CALM).map(([color, from]) => ({ color, value: from ?? null }))),
      )
      .noValue(look.none ?? 'No data. Is the agent scraped?');
    if (look.decimals !== undefined) {
      panel.decimals(look.decimals);
    }
    if (look.max !== undefined) {
      panel.max(look.max);
    }
    queries.forEach(([expression, legend], index) => {
      const query = new prometheus.DataqueryBuilder()
        .refId(String.fromCharCode('A'.charCodeAt(0) + index))
        .datasource(DATASOURCE)
        .editorMode(prometheus.QueryEditorMode.Code)
        .expr(this.selected(expression))
        .legendFormat(legend ?? '__auto');
      if (kind === 'table') {
        query.instant().format(prometheus.PromQueryFormat.Table);
      } else if (kind === 'instant') {
        query.instant().format(prometheus.PromQueryFormat.TimeSeries);
      } else {
        query.range().format(kind === 'heatmap' ? prometheus.PromQueryFormat.Heatmap : prometheus.PromQueryFormat.TimeSeries);
      }
      panel.withTarget(query);
    });
    return panel;
  }
}

export type TimeseriesBuilder = InstanceType<typeof timeseries.PanelBuilder>;

/** A column of a table: a field of the answer under a name of ours; an empty name leaves the field out. */
export interface Column {
  field: string;
  name: string;
  unit?: string;
  decimals?: number;
  width?: number;
  sorted?: boolean;
  steps?: Steps;
  link?: { title: string; url: string; blank?: boolean };
  /** Whether a long text takes several lines. */
  wrap?: boolean;
  /** Texts for values. */
  texts?: Record<string, string>;
}

function propertiesOf(column: Column): dashboard.DynamicConfigValue[] {
  const properties: dashboard.DynamicConfigValue[] = [];
  const add = (id: string, value: unknown) => value !== undefined && properties.push({ id, value: value as object });
  add('unit', column.unit);
  add('decimals', column.decimals);
  add('custom.width', column.width);
  if (column.steps) {
    add('thresholds', { mode: 'absolute', steps: column.steps.map(([color, from]) => ({ color, value: from ?? null })) });
    add('custom.cellOptions', { type: 'color-text' });
  }
  if (column.link) {
    add('links', [{ title: column.link.title, url: column.link.url, targetBlank: column.link.blank ?? true }]);
  }
  if (column.texts) {
    const options = Object.fromEntries(Object.entries(column.texts).map(([value, shown], index) => [value, { text: shown, index }]));
    add('mappings', [{ type: 'value', options }]);
  }
  if (column.texts || column.wrap) {
    add('custom.wrapText', true);
  }
  return properties;
}

interface Finishable<P> {
  title(title: string): P;
  description(description: string): P;
  span(width: number): P;
  height(height: number): P;
  datasource(datasource: common.DataSourceRef): P;
  unit(unit: string): P;
  decimals(decimals: number): P;
  max(max: number): P;
  noValue(text: string): P;
  thresholds(thresholds: Builder<dashboard.ThresholdsConfig>): P;
  withTarget(target: Builder<prometheus.Dataquery>): P;
}
