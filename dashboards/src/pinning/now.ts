// Is it hurting now?
import { CALM, DASHED, share, type Look, type Parts } from '../parts';

export function now(parts: Parts) {
  const carriers: Look = { unit: 'short', decimals: 1, steps: CALM };
  return [
    parts.stat(
      'Capacity lost',
      'Carriers pinned over carriers there should be, mean of the last interval: capacity that blocked threads took from the others. Of the selected JVMs, the worst.',
      [4, 5],
      share(0.05, 0.25),
      [['max(vthread_capacity_lost_ratio)', 'lost']],
    ),
    parts.stat(
      'Time starved',
      'Share of time in which every carrier was pinned at once: no virtual thread could run. Of the selected JVMs, the worst.',
      [4, 5],
      share(0.001, 0.01),
      [['clamp_max(max(rate(vthread_starved_seconds_total[$__rate_interval])), 1)', 'starved']],
    ),
    parts.stat(
      'Wait for a carrier, p99',
      'How long a virtual thread waits until it runs, 99th percentile of what the probe measured. Empty when no probe got through: look at the wait by now beside it.',
      [4, 5],
      { unit: 's', decimals: 1, steps: [['green'], ['orange', 0.02], ['red', 0.2]], none: 'No probe got through.' },
      [['histogram_quantile(0.99, sum by (le) (rate(vthread_schedule_delay_seconds_bucket[$__rate_interval])))', 'p99']],
    ),
    parts.stat(
      'Waiting by now',
      'How long the probe that is under way has been waiting for a carrier. Of the selected JVMs, the worst.',
      [3, 5],
      { unit: 's', decimals: 1, steps: [['green'], ['orange', 0.2], ['red', 5]] },
      [['max(vthread_schedule_delay_current_seconds)', 'waiting']],
    ),
    parts.stat(
      'Time stalled',
      'Share of time in which virtual threads waited for a carrier and none got one. Above zero: the JVM\'s log says who holds the carriers.',
      [3, 5],
      share(0.0001, 0.01),
      [['clamp_max(max(rate(vthread_stalled_seconds_total[$__rate_interval])), 1)', 'stalled']],
    ),
    parts.stat(
      'Carriers pinned',
      'Carriers that blocked threads kept, mean of the last interval. Of the selected JVMs, the worst.',
      [3, 5],
      carriers,
      [['max(vthread_carriers_pinned_mean)', 'pinned']],
    ),
    parts.stat(
      'Pins a second',
      'Pins that ended, of all selected JVMs.',
      [3, 5],
      { unit: 'cps', decimals: 1, steps: CALM },
      [['sum(rate(vthread_pinned_seconds_count[$__rate_interval]))', 'pins']],
    ),
    parts.timeseries(
      'Carriers pinned and there are',
      'Mean and most of the carriers that were pinned, against the parallelism of the scheduler, each JVM. Where the first touches the last, nothing else ran.',
      [24, 8],
      carriers,
      [
        ['sum by (instance) (rate(vthread_carrier_pinned_seconds_total[$__rate_interval]))', '{{instance}} mean'],
        ['max by (instance) (vthread_carriers_pinned_max)', '{{instance}} most'],
        ['max by (instance) (vthread_scheduler_parallelism)', '{{instance}} there are'],
      ],
    )
      .overrideByRegexp('/there are$/', DASHED),
  ];
}
