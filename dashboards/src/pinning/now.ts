// Is it hurting now?
import { CALM, DASHED, share, type Look, type Parts } from '../parts';

export function now(parts: Parts) {
  const carriers: Look = { unit: 'short', decimals: 1, steps: CALM };
  return [
    parts.stat(
      'Capacity lost',
      'Pinned carriers as a share of the parallelism, as the mean of ten seconds. Of the selected JVMs, the worst.',
      [6, 5],
      share(0.05, 0.25),
      [['max(vthread_capacity_lost_ratio)', 'lost']],
    ),
    parts.stat(
      'Time starved',
      'Share of time in which every carrier was pinned at once: no virtual thread could run. Of the selected JVMs, the worst.',
      [6, 5],
      share(0.001, 0.01),
      [['clamp_max(max(rate(vthread_starved_seconds_total[$__rate_interval])), 1)', 'starved']],
    ),
    parts.stat(
      'Wait for a carrier, now',
      'How long a virtual thread waits until it runs: p99 of what the probe measured, or, while no probe gets through, how long the longest has been waiting so far.',
      [6, 5],
      { unit: 's', decimals: 1, steps: [['green'], ['orange', 0.02], ['red', 0.2]] },
      [
        [
          'histogram_quantile(0.99, sum by (le) (rate(vthread_schedule_delay_seconds_bucket[$__rate_interval]))) >= 0 or max(vthread_schedule_delay_current_seconds)',
          'wait',
        ],
      ],
    ),
    parts.stat(
      'Time stalled',
      "Share of time in which virtual threads waited for a carrier and none got one. Above zero, the JVM's log names who holds the carriers. Of the selected JVMs, the worst.",
      [6, 5],
      share(0.0001, 0.01),
      [['clamp_max(max(rate(vthread_stalled_seconds_total[$__rate_interval])), 1)', 'stalled']],
    ),
    parts.timeseries(
      'Pinned and available carriers',
      'Mean and peak number of pinned carriers, and the parallelism of the scheduler, for each JVM. When the mean reaches the parallelism, nothing else ran.',
      [24, 8],
      carriers,
      [
        ['max by (instance) (vthread_carriers_pinned_mean)', '{{instance}} mean'],
        ['max by (instance) (vthread_carriers_pinned_max)', '{{instance}} most'],
        ['max by (instance) (vthread_scheduler_parallelism)', '{{instance}} available'],
      ],
    )
      .overrideByRegexp('/available$/', DASHED),
  ];
}
