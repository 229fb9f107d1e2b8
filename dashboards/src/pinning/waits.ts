// What do they wait for?
import { CALM, type Parts } from '../parts';

const NO_POOLS = 'resources=on is not set, or no known pool has lent anything.';
const NOT_LOOKED = 'Nothing was checked: waits=off, or no virtual thread waited.';

export function waits(parts: Parts) {
  return [
    parts.timeseries(
      'Waiting virtual threads',
      'Virtual threads that waited at the last look, by what they wait for and where, pinned or not.',
      [12, 8],
      { unit: 'short', steps: CALM, none: NOT_LOOKED },
      [['topk(10, sum by (operation, library, site) (vthread_waiting))', '{{operation}} {{library}} {{site}}']],
    ),
    parts.timeseries(
      'Verdicts',
      'Virtual threads that each verdict concerns while it is true: an exhausted pool, a lock convoy, a deadlock.',
      [12, 8],
      { unit: 'short', steps: CALM, none: NOT_LOOKED },
      [['max by (verdict) (vthread_wait_verdict) > 0', '{{verdict}}']],
    ),
    parts.timeseries(
      'Time waited',
      'Time that virtual threads waited, by place, added up over threads: 60 s in a minute are one thread that waits all the time. An estimate from the looks.',
      [24, 8],
      { unit: 's', steps: CALM, none: NOT_LOOKED },
      [['topk(10, 60 * sum by (operation, library, site) (rate(vthread_wait_seconds_total[$__rate_interval])))', '{{operation}} {{library}} {{site}}']],
    ),
    parts.timeseries(
      'Looks',
      'Looks at all virtual threads in a minute, by JVM.',
      [12, 6],
      { unit: 'short', steps: CALM, none: NOT_LOOKED },
      [['60 * rate(vthread_wait_looks_total[$__rate_interval])', '{{instance}}']],
    ),
    parts.timeseries(
      'Cost of the looks',
      'Share of one processor that the looks take.',
      [12, 6],
      { unit: 'percentunit', steps: CALM, none: NOT_LOOKED },
      [['rate(vthread_wait_self_seconds_total[$__rate_interval])', '{{instance}}']],
    ),
    parts.timeseries(
      'Lent by pools',
      'Connections and other resources that each pool has lent, as a share of the most that it lends.',
      [12, 8],
      { unit: 'percentunit', steps: CALM, none: NO_POOLS },
      [['vthread_pool_in_use / vthread_pool_size', '{{instance}} {{pool}} {{name}}']],
    ),
    parts.timeseries(
      'Threads that wait for a pool',
      'Threads that wait for a resource of a pool, including platform threads.',
      [12, 8],
      { unit: 'short', steps: CALM, none: NO_POOLS },
      [['vthread_pool_waiting', '{{instance}} {{pool}} {{name}}']],
    ),
    parts.timeseries(
      'Mean wait for a pool',
      'How long callers took to get what they borrowed.',
      [12, 6],
      { unit: 's', steps: CALM, none: NO_POOLS },
      [
        [
          'rate(vthread_pool_wait_seconds_total[$__rate_interval]) / rate(vthread_pool_borrowings_total[$__rate_interval])',
          '{{instance}} {{pool}} {{name}}',
        ],
      ],
    ),
    parts.timeseries(
      'Lent on average',
      'Time for which returned resources had been lent, per second: the average number lent.',
      [12, 6],
      { unit: 'short', steps: CALM, none: NO_POOLS },
      [['rate(vthread_pool_hold_seconds_total[$__rate_interval])', '{{instance}} {{pool}} {{name}}']],
    ),
  ];
}
