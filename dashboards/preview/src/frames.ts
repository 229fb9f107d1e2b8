// Prometheus' answers as the data frames that Grafana's Prometheus data source makes of them.
import { FieldType, type DataFrame, type Field, type Labels } from '@grafana/data';

export interface Target {
  refId: string;
  legendFormat: string;
  format?: string;
}

/** One series: a matrix has values, a vector one value. */
export interface Series {
  metric: Labels;
  values?: [number, string][];
  value?: [number, string];
}

const time = (values: number[]): Field => ({ name: 'Time', type: FieldType.time, config: {}, values });

export function seriesFrames(target: Target, series: Series[]): DataFrame[] {
  return series.map(({ metric, values, value }) => {
    const samples = values ?? [value!];
    const shown = target.legendFormat.replace(/{{\s*(\w+)\s*}}/g, (_, label: string) => metric[label] ?? '');
    return {
      refId: target.refId,
      name: shown,
      length: samples.length,
      fields: [
        time(samples.map(([seconds]) => seconds * 1000)),
        {
          name: 'Value',
          type: FieldType.number,
          labels: metric,
          config: { displayNameFromDS: shown },
          values: samples.map(([, text]) => Number(text)),
        },
      ],
    };
  });
}

export function tableFrame(target: Target, series: Series[], alone: boolean): DataFrame {
  const labels = [...new Set(series.flatMap(({ metric }) => Object.keys(metric)))].sort();
  return {
    refId: target.refId,
    length: series.length,
    fields: [
      time(series.map(({ value }) => value![0] * 1000)),
      ...labels.map((label) => ({
        name: label,
        type: FieldType.string,
        config: { filterable: true },
        values: series.map(({ metric }) => metric[label] ?? ''),
      })),
      {
        name: alone ? 'Value' : `Value #${target.refId}`,
        type: FieldType.number,
        config: {},
        values: series.map(({ value }) => Number(value![1])),
      },
    ],
  };
}
