// The scheduler
import { CALM, DASHED, type Parts } from '../parts';

const NO_VIRTUAL_THREADS = 'No virtual thread has been seen yet.';

export function scheduler(parts: Parts) {
  return [
    parts.timeseries(
      'Carriers',
      'The parallelism, the available carriers, and those that are not idle. If more are available than the parallelism, the JVM added some for waits that it compensates.',
      [6, 8],
      { unit: 'short', steps: CALM, none: NO_VIRTUAL_THREADS },
      [
        ['max by (instance) (vthread_scheduler_parallelism)', '{{instance}} parallelism'],
        ['max by (instance) (vthread_scheduler_pool_size)', '{{instance}} pool'],
        ['max by (instance) (vthread_scheduler_mounted)', '{{instance}} mounted'],
      ],
    )
      .overrideByRegexp('/parallelism$/', DASHED),
    parts.timeseries(
      'Queued virtual threads',
      'Virtual threads that are ready to run and wait for a carrier.',
      [6, 8],
      { unit: 'short', steps: CALM, none: NO_VIRTUAL_THREADS },
      [['max by (instance) (vthread_scheduler_queued)', '{{instance}}']],
    ),
    parts.timeseries(
      'Mounts per second',
      'How often carriers took a virtual thread to run it. A lower bound: a thread that another one wakes, and that runs next on the same carrier, is not counted. Many mounts for little work are threads that poll.',
      [6, 8],
      { unit: 'cps', steps: CALM, none: NO_VIRTUAL_THREADS },
      [['sum by (instance) (rate(vthread_mounts_total[$__rate_interval]))', '{{instance}}']],
    ),
    parts.timeseries(
      'Processor time per mount',
      'Processor time of the carriers, divided by the mounts that were counted meanwhile: an upper bound, since not all mounts are counted. The agent measures it on Linux, at looks with 5,000 mounts a second or more. Some 10 µs are the cost of a mount itself.',
      [6, 8],
      { unit: 's', steps: CALM, none: 'Fewer than 5,000 mounts a second, or not Linux.' },
      [
        [
          'sum by (instance) (rate(vthread_mount_cpu_seconds_total[$__rate_interval])) / (sum by (instance) (rate(vthread_mounts_measured_total[$__rate_interval])) > 0)',
          '{{instance}}',
        ],
      ],
    ),
    parts.heatmap(
      'Wait for a carrier',
      'How long a virtual thread waited until it ran, measured by the probe: after its start and after it was unparked.',
      [6, 8],
      { unit: 's', none: 'No probe got through.' },
      ['sum by (le) (rate(vthread_schedule_delay_seconds_bucket[$__rate_interval]))', '{{le}}'],
    ),
    parts.timeseries(
      'Wait for a carrier, by kind',
      'The 99th percentile, after a start and after an unpark; the longest of about the last three minutes; and how long the probe under way has waited.',
      [6, 8],
      { unit: 's', steps: CALM, none: 'No probe got through.' },
      [
        ['histogram_quantile(0.99, sum by (kind, le) (rate(vthread_schedule_delay_seconds_bucket[$__rate_interval])))', '{{kind}} p99'],
        ['max by (kind) (vthread_schedule_delay_seconds_max)', '{{kind}} longest'],
        ['max(vthread_schedule_delay_current_seconds)', 'so far'],
      ],
    ),
    parts.timeseries(
      'Stalls',
      'Stalls, in which virtual threads waited and none made progress, by what held the carriers; virtual threads that the scheduler could not accept; and the results of rescues by the agent (rescue=on). Totals since the agents began to watch: a stall that began before the shown time still counts.',
      [6, 8],
      { unit: 'short', steps: CALM },
      [
        ['sum by (pattern) (vthread_stalls_total)', '{{pattern}}'],
        ['sum(vthread_submit_failed_total)', 'not accepted'],
        ['sum by (result) (vthread_rescues_total)', 'rescue: {{result}}'],
      ],
    ),
    parts.timeseries(
      'Time stalled by JVM',
      'Share of time in which virtual threads waited for a carrier and none got one.',
      [6, 8],
      { unit: 'percentunit', steps: CALM },
      [['clamp_max(max by (instance) (rate(vthread_stalled_seconds_total[$__rate_interval])), 1)', '{{instance}}']],
    ),
  ];
}
