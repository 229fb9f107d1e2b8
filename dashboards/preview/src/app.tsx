// Draws the panels of a dashboard from the answers that collect.mjs left, as Grafana lays them out.
import {
  applyFieldOverrides,
  cacheFieldDisplayNames,
  createTheme,
  dateTime,
  getFieldDisplayValues,
  ThemeContext,
  transformDataFrame,
  type DataFrame,
  type FieldConfigSource,
  type TimeRange,
} from '@grafana/data';
import { BarGauge, BigValue, GlobalStyles, PanelChrome, TimeSeries } from '@grafana/ui';
import { TableNG } from '@grafana/ui/unstable';
import { useEffect, useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { lastValueFrom } from 'rxjs';
import { seriesFrames, tableFrame, type Series, type Target } from './frames';
import { Heat } from './heat';
import { fieldSettings, register } from './registry';

interface Panel {
  id: number;
  type: string;
  title: string;
  description?: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets: Target[];
  options: any;
  fieldConfig: FieldConfigSource;
  transformations?: any[];
}

interface Data {
  dashboard: { title: string; panels: Panel[] };
  answers: Record<string, Record<string, Series[]>>;
  from: number;
  to: number;
}

const COLUMN = 66;
const CELL = 38;
const theme = createTheme({ colors: { mode: 'dark' } });
const asIs = (text: string) => text;

function Body({ panel, data, width, height }: { panel: Panel; data: Data; width: number; height: number }): ReactNode {
  const [frames, setFrames] = useState<DataFrame[]>();
  useEffect(() => {
    const answers = data.answers[panel.id] ?? {};
    const raw = panel.targets.flatMap((target) => {
      const series = answers[target.refId] ?? [];
      return target.format === 'table' ? [tableFrame(target, series, panel.targets.length === 1)] : seriesFrames(target, series);
    });
    lastValueFrom(transformDataFrame(panel.transformations ?? [], raw)).then((transformed) => {
      const shown = applyFieldOverrides({
        data: transformed,
        fieldConfig: panel.fieldConfig,
        fieldConfigRegistry: fieldSettings,
        replaceVariables: asIs,
        theme,
        timeZone: 'utc',
      });
      cacheFieldDisplayNames(shown);
      setFrames(shown);
    });
  }, []);
  if (!frames) {
    return null;
  }
  if (frames.every((frame) => frame.length === 0)) {
    return <div className="none">{panel.fieldConfig.defaults.noValue}</div>;
  }
  const range: TimeRange = { from: dateTime(data.from), to: dateTime(data.to), raw: { from: dateTime(data.from), to: dateTime(data.to) } };
  switch (panel.type) {
    case 'timeseries':
      return <TimeSeries frames={frames} width={width} height={height} timeRange={range} timeZone="utc" legend={panel.options.legend} options={panel.options} />;
    case 'table':
      return <TableNG data={frames[0]!} width={width} height={height} initialSortBy={panel.options.sortBy} cellHeight={panel.options.cellHeight} />;
    case 'heatmap':
      return <Heat frames={frames} width={width} height={height} from={data.from} to={data.to} theme={theme} />;
    default:
      return <Values panel={panel} frames={frames} width={width} height={height} />;
  }
}

function Values({ panel, frames, width, height }: { panel: Panel; frames: DataFrame[]; width: number; height: number }): ReactNode {
  const shown = getFieldDisplayValues({
    fieldConfig: panel.fieldConfig,
    reduceOptions: panel.options.reduceOptions,
    replaceVariables: asIs,
    theme,
    data: frames,
    sparkline: panel.type === 'stat' && panel.options.graphMode !== 'none',
    timeZone: 'utc',
  });
  const bars = panel.type === 'bargauge';
  const each = bars ? Math.min(height / shown.length, 40) : height;
  const across = bars ? width : width / shown.length;
  return (
    <div className="values" style={{ display: 'flex', flexDirection: bars ? 'column' : 'row' }}>
      {shown.map((value, index) =>
        bars ? (
          <BarGauge
            key={index}
            width={across}
            height={each}
            theme={theme}
            field={value.field}
            display={value.view?.getFieldDisplayProcessor(value.colIndex ?? 0)}
            value={value.display}
            orientation={panel.options.orientation}
            displayMode={panel.options.displayMode}
            showUnfilled={panel.options.showUnfilled}
            namePlacement={panel.options.namePlacement}
          />
        ) : (
          <BigValue
            key={index}
            width={across}
            height={each}
            theme={theme}
            value={value.display}
            sparkline={value.sparkline}
            colorMode={panel.options.colorMode}
            graphMode={panel.options.graphMode}
            justifyMode={panel.options.justifyMode}
            textMode={panel.options.textMode}
            wideLayout={panel.options.wideLayout}
            count={shown.length}
          />
        ),
      )}
    </div>
  );
}

function Board({ data }: { data: Data }): ReactNode {
  return (
    <ThemeContext.Provider value={theme}>
      <GlobalStyles />
      <div className="preview">
        Preview: the panels of “{data.dashboard.title}” drawn with Grafana’s own components from the answers of a real Prometheus. Not a Grafana server.
      </div>
      <div className="board" style={{ height: Math.max(...data.dashboard.panels.map(({ gridPos }) => gridPos.y + gridPos.h)) * CELL }}>
        {data.dashboard.panels.map((panel) => {
          const { x, y, w, h } = panel.gridPos;
          const place = { left: x * COLUMN, top: y * CELL, width: w * COLUMN - 8, height: h * CELL - 8 };
          return panel.type === 'row' ? (
            <h3 key={panel.id} className="row" style={place}>
              {panel.title}
            </h3>
          ) : (
            <div key={panel.id} className="panel" style={place}>
              <PanelChrome title={panel.title} description={panel.description} width={place.width} height={place.height}>
                {(width, height) => <Body panel={panel} data={data} width={width} height={height} />}
              </PanelChrome>
            </div>
          );
        })}
      </div>
    </ThemeContext.Provider>
  );
}

register();
createRoot(document.getElementById('root')!).render(<Board data={(globalThis as unknown as { DATA: Data }).DATA} />);
