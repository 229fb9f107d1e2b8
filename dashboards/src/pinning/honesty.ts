// Can these figures be trusted?
import { CALM, zeroIsGood, type Parts } from '../parts';

export function honesty(parts: Parts) {
  const size: [number, number] = [3, 5];
  return [
    parts.stat('JVMs watched', 'JVMs by Java version, and how many of them watch pins and the scheduler. Nothing is known of pins or the scheduler in the others.', [7, 5], { unit: 'short', decimals: 0 }, [
      ['count by (java_version) (vthread_info)', 'Java {{java_version}}'],
      ['sum by (feature) (vthread_watched)', '{{feature}}'],
    ]),
    parts.stat('Thresholds', 'Shorter pins are not recorded. A burst of events raises the threshold for some time. Of the selected JVMs, the highest.', [5, 5], { unit: 's' }, [
      ['max by (event) (vthread_threshold_seconds)', '{{event}}'],
    ]),
    parts.stat(
      'Blind at start',
      'Time that was not watched, so that its pins were not counted: from the start of the JVM to the start of the watch, and after a watch that ended early. Long if the agent was attached later. Of the selected JVMs, the longest.',
      size,
      { unit: 's' },
      [['max(vthread_blind_seconds)', 'blind']],
    ),
    parts.stat('Events lost', 'Event data that the JVMs could not keep. If above zero, every figure here is too low.', size, zeroIsGood('bytes'), [
      ['sum(vthread_events_lost_bytes_total)', 'lost'],
    ]),
    parts.stat('Stacks truncated', 'Pins whose stack the JVM cut off: the site may lack a holder.', size, zeroIsGood('short'), [
      ['sum(vthread_stacks_truncated_total)', 'truncated'],
    ]),
    parts.stat("Pins folded", "Pins counted under 'other' because the bound on sites was reached.", size, zeroIsGood('short'), [
      ['sum(vthread_pins_folded_total)', 'folded'],
    ]),
    parts.timeseries(
      'What the agent costs',
      "Processor time of the agent's own threads: for events and for the scheduler, in processors. Of the selected JVMs, the highest.",
      [8, 7],
      { unit: 'percentunit', steps: CALM },
      [
        ['max(rate(vthread_self_seconds_total[$__rate_interval]))', 'events'],
        ['max(rate(vthread_scheduler_self_seconds_total[$__rate_interval]))', 'scheduler'],
      ],
    ),
    parts.timeseries(
      'What the agent allocates',
      "Heap that the agent's own threads allocate, in bytes per second. Of the selected JVMs, the highest.",
      [8, 7],
      { unit: 'bytes', steps: CALM },
      [['max(rate(vthread_self_allocated_bytes_total[$__rate_interval]))', 'allocated']],
    ),
    parts.timeseries(
      'Probes a second',
      'Virtual threads that the probe starts to measure the wait for a carrier, at the rate set by probe=; none while nothing makes progress or if the probe is off.',
      [8, 7],
      { unit: 'cps', steps: CALM },
      [['sum by (instance) (rate(vthread_probe_runs_total[$__rate_interval]))', '{{instance}}']],
    ),
  ];
}
