// What do they wait for?
import { CALM, type Parts } from '../parts';

const NOT_LOOKED = 'Nobody looked: waits=off, or no virtual thread waited.';

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
  ];
}
