// A heatmap. Grafana's is part of its application, not of its published components: this one draws the same cells
// plainly.
import { getValueFormat, formattedValueToString, type DataFrame, type GrafanaTheme2 } from '@grafana/data';
import type { ReactNode } from 'react';

const LEFT = 60;
const BOTTOM = 22;
const COLOURS = ['#2b1d0e', '#5c3312', '#9a4f12', '#d9731a', '#f79b45', '#fdc992', '#fff0de'];

interface Props {
  frames: DataFrame[];
  width: number;
  height: number;
  from: number;
  to: number;
  theme: GrafanaTheme2;
}

export function Heat({ frames, width, height, from, to, theme }: Props): ReactNode {
  const bound = (frame: DataFrame) => Number(frame.fields[1]!.labels!.le!.replace('+Inf', 'Infinity'));
  const sorted = [...frames].sort((a, b) => bound(a) - bound(b));
  const at = (frame: DataFrame | undefined) =>
    new Map(frame ? frame.fields[0]!.values.map((time, index) => [time as number, frame.fields[1]!.values[index] as number]) : []);
  const rows = sorted.map((frame, index) => {
    const below = at(sorted[index - 1]);
    return [...at(frame)].map(([time, value]): [number, number] => [time, Math.max(0, value - (below.get(time) ?? 0))]);
  });
  const most = Math.max(...rows.flat().map(([, value]) => value), 1e-9);
  const times = [...new Set(rows.flat().map(([time]) => time))].sort((a, b) => a - b);
  const step = times.length > 1 ? times[1]! - times[0]! : to - from;
  const x = (time: number) => LEFT + ((time - from) / (to - from)) * (width - LEFT);
  const tall = (height - BOTTOM) / sorted.length;
  const seconds = getValueFormat('s');
  return (
    <svg width={width} height={height} style={{ fontSize: 11, fill: theme.colors.text.secondary }}>
      {rows.map((row, index) => {
        const y = height - BOTTOM - (index + 1) * tall;
        const end = bound(sorted[index]!);
        return (
          <g key={index}>
            <text x={LEFT - 6} y={y + tall - 2} textAnchor="end">
              {end === Infinity ? '+Inf' : formattedValueToString(seconds(end))}
            </text>
            {row.map(([time, value]) =>
              value <= 1e-9 ? null : (
                <rect
                  key={time}
                  x={x(time - step)}
                  y={y}
                  width={Math.max(1, x(step) - x(0) - 1)}
                  height={tall - 1}
                  fill={COLOURS[Math.round(Math.sqrt(value / most) * (COLOURS.length - 1))]}
                />
              ),
            )}
          </g>
        );
      })}
      {[0.2, 0.5, 0.8].map((part) => (
        <text key={part} x={LEFT + part * (width - LEFT)} y={height - 6} textAnchor="middle">
          {new Date(from + part * (to - from)).toISOString().slice(11, 19)}
        </text>
      ))}
    </svg>
  );
}
