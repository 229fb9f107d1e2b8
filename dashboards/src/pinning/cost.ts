// What does it cost?
import { NOT_PINNED } from '../around';
import { CALM, type Parts } from '../parts';

export function cost(parts: Parts) {
  return [
    parts.timeseries(
      'Capacity lost by JVM',
      'Pinned carriers as a share of the parallelism: at 100 % no other virtual thread runs.',
      [12, 8],
      { unit: 'percentunit', steps: CALM },
      [
        [
          'clamp_max(sum by (instance) (rate(vthread_carrier_pinned_seconds_total[$__rate_interval])) / max by (instance) (vthread_scheduler_parallelism), 1)',
          '{{instance}}',
        ],
      ],
    ),
    parts.timeseries(
      'Time starved by JVM',
      'Share of time in which every carrier was pinned at once.',
      [12, 8],
      { unit: 'percentunit', steps: CALM },
      [['clamp_max(max by (instance) (rate(vthread_starved_seconds_total[$__rate_interval])), 1)', '{{instance}}']],
    ),
    parts.timeseries(
      'Near misses per second',
      'How often the pinned carriers became all but one, or all. One more pin then stops all virtual threads. A scheduler with one carrier has no near misses.',
      [12, 8],
      { unit: 'cps', steps: CALM },
      [['sum by (instance) (rate(vthread_near_misses_total[$__rate_interval]))', '{{instance}}']],
    ),
    parts.timeseries(
      'Near misses by site',
      'Carriers that each site held while exactly one carrier was free, averaged over all time.',
      [12, 8],
      { unit: 'short', steps: CALM },
      [['topk(10, sum by (site) (rate(vthread_site_near_miss_seconds_total[$__rate_interval])))', '{{site}}']],
      true,
    ),
    parts.heatmap(
      'Pin duration',
      'Pins that ended per second, by duration. Pins below the threshold are not recorded.',
      [12, 8],
      { unit: 's', none: NOT_PINNED },
      ['sum by (le) (rate(vthread_pinned_seconds_bucket[$__rate_interval]))', '{{le}}'],
    ),
    parts.timeseries(
      'Longest pin',
      'The longest pin of about the last three minutes, by what held the carrier and what the thread waited for. The histogram next to it ends at 10 s; this panel does not.',
      [12, 8],
      { unit: 's', steps: CALM, none: NOT_PINNED },
      [['max by (reason, operation) (vthread_pinned_seconds_max)', '{{reason}}, {{operation}}']],
    ),
  ];
}
