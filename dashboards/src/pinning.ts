// "Virtual thread pinning": some JVMs of one service, looked at closely. Its rows are the questions in the order they come.
import { build, type Annotation } from './board';
import { CALM, Parts, share, zeroIsGood, type Column, type Look } from './parts';
import type { Metrics } from './metrics';

export const PINNING = ['Virtual thread pinning', 'vt-monitor'] as [string, string];
export const FLEET = ['Virtual threads: fleet overview', 'vt-monitor-fleet'] as [string, string];

const NOT_PINNED = 'Nothing was pinned.';
const NO_VIRTUAL_THREADS = 'No virtual thread was seen yet.';
// A bound rather than a figure.
const DASHED = [
  { id: 'custom.lineStyle', value: { fill: 'dash', dash: [8, 8] } },
  { id: 'custom.fillOpacity', value: 0 as unknown as object },
];
const SITE = 'by (site, library, reason, operation)';

/** The live page of the agent at an instance, at one site. Reachable where the agent listens on more than loopback. */
export const REPORT_AT_SITE = 'http://${__data.fields.Instance}/#site=${__data.fields.Site:percentencode}';
export const REPORT = 'http://${__data.fields.Instance}/';

/** What removes pins of a reason; the agent's report says it for the site and the version at hand. */
const CURES: Record<string, string> = {
  monitor: 'Upgrade the library, or a ReentrantLock instead of synchronized, or unpin=. Gone on JDK 24.',
  monitor_enter: 'Hold the monitor for less time, or use a ReentrantLock. Gone on JDK 24.',
  object_wait: 'A Condition instead of Object.wait. Gone on JDK 24.',
  native: 'Do not block under native code or in a callback from it: call Java directly. Stays on every JDK.',
  class_init: 'Initialise the class at start-up, before virtual threads need it. Stays on every JDK.',
  class_init_wait: 'Initialise the class at start-up, before virtual threads need it. Eased on JDK 26.',
  class_load: 'Load the class at start-up, before virtual threads need it. Stays on every JDK.',
  critical_section: "The JDK's own code keeps the carrier here: see the report's stack.",
  unknown: "No holder was found: see the report's stack.",
};

export function annotations(metrics: Metrics): Annotation[] {
  return [
    {
      name: 'New sites',
      color: 'purple',
      expression: `min by (job, site) (${metrics.selected('vthread_site_first_pin_timestamp_seconds')}) * 1000`,
      title: 'New site in {{job}}',
      text: '{{site}}',
      valueIsTime: true,
    },
    {
      name: 'Stalls',
      color: 'red',
      expression: `sum by (instance, pattern) (increase(${metrics.selected('vthread_stalls_total')}[$__rate_interval])) > 0`,
      title: 'Stall at {{instance}}',
      text: 'No virtual thread got on: {{pattern}}. The log of the JVM says who holds the carriers.',
      valueIsTime: false,
    },
  ];
}

export function pinning(metrics: Metrics) {
  const parts = new Parts((expression) => metrics.selected(expression));
  return build({
    uid: PINNING[1],
    title: PINNING[0],
    description: 'What pins virtual threads, for how long, what it costs and what to do. Fed by the /metrics of vt-monitor.',
    from: 'now-1h',
    other: FLEET,
    annotations: annotations(metrics),
    rows: [
      { title: 'Is it hurting now?', panels: now(parts) },
      { title: 'What does it cost?', panels: cost(parts) },
      { title: 'Which site, library, reason?', panels: who(parts) },
      { title: 'Since when?', panels: since(parts) },
      { title: 'What to do?', panels: cure(parts) },
      { title: 'The scheduler', panels: scheduler(parts) },
      { title: 'Can these figures be trusted?', panels: honesty(parts) },
    ],
  });
}

function now(parts: Parts) {
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

function cost(parts: Parts) {
  return [
    parts.timeseries(
      'Capacity lost by JVM',
      'Carriers pinned over the parallelism: 100 % is a scheduler that does nothing but wait.',
      [12, 8],
      { unit: 'percentunit', steps: CALM },
      [
        [
          'sum by (instance) (rate(vthread_carrier_pinned_seconds_total[$__rate_interval])) / max by (instance) (vthread_scheduler_parallelism)',
          '{{instance}}',
        ],
      ],
    ),
    parts.timeseries(
      'Time starved by JVM',
      'Share of time in which every carrier was pinned at once.',
      [12, 8],
      { unit: 'percentunit', steps: CALM },
      [['max by (instance) (rate(vthread_starved_seconds_total[$__rate_interval]))', '{{instance}}']],
    ),
    parts.heatmap(
      'Pin duration',
      'How many pins ended a second, by duration. Nothing can show below the threshold.',
      [12, 8],
      { unit: 's', none: NOT_PINNED },
      ['sum by (le) (rate(vthread_pinned_seconds_bucket[$__rate_interval]))', '{{le}}'],
    ),
    parts.timeseries(
      'Longest pin',
      'The longest pin of about the last three minutes, by why the carrier was kept and what was waited for. The histogram beside it ends at 10 s, this does not.',
      [12, 8],
      { unit: 's', steps: CALM, none: NOT_PINNED },
      [['max by (reason, operation) (vthread_pinned_seconds_max)', '{{reason}}, {{operation}}']],
    ),
  ];
}

function siteColumns(width: number): Column[] {
  return [
    { field: 'site', name: 'Site', width },
    { field: 'library', name: 'Library', width: 190 },
    { field: 'reason', name: 'Reason', width: 130 },
    { field: 'operation', name: 'Waited for', width: 120 },
  ];
}

function who(parts: Parts) {
  return [
    parts.table(
      'Top sites',
      "Every site's totals since the agents began to watch, and what it costs now. A site that pinned once shows here, though not in a rate. 'Worst at' opens the report of the JVM that lost most to it, with stacks and advice. The site 'other' takes what came after the bound on sites.",
      [24, 10],
      { unit: 'short', none: NOT_PINNED },
      [
        `sum ${SITE} (vthread_site_pinned_seconds_total) > 0`,
        `sum ${SITE} (vthread_site_pins_total) > 0`,
        `sum ${SITE} (rate(vthread_site_pinned_seconds_total[$__rate_interval])) > 0`,
        `topk ${SITE} (1, sum by (site, library, reason, operation, instance) (vthread_site_pinned_seconds_total) > 0)`,
      ],
      [
        ...siteColumns(560),
        { field: 'Value #C', name: 'Carriers now', decimals: 2, width: 130, steps: [['text'], ['orange', 0.1], ['red', 1]] },
        { field: 'Value #A', name: 'Pinned', unit: 's', decimals: 1, width: 110, sorted: true },
        { field: 'Value #B', name: 'Pins', unit: 'none', decimals: 0, width: 100 },
        { field: 'instance', name: 'Instance', link: { title: 'Open the report of this JVM at this site', url: REPORT_AT_SITE } },
        { field: 'Value #D', name: '' },
      ],
    ),
    parts.timeseries(
      'Carriers pinned by site',
      'Carrier-seconds pinned per second by those who hold the carrier, nearest to the block first, and what was waited for: 1 is one carrier gone all the time.',
      [24, 9],
      { unit: 'short', steps: CALM, none: NOT_PINNED },
      [['topk(10, sum by (site) (rate(vthread_site_pinned_seconds_total[$__rate_interval])))', '{{site}}']],
      true,
    ),
    parts.timeseries(
      'Carriers pinned by library',
      "Where the nearest holder's class came from; 'jdk' is the JDK itself, 'unknown' mostly the application.",
      [12, 8],
      { unit: 'short', steps: CALM, none: NOT_PINNED },
      [['sum by (library) (rate(vthread_site_pinned_seconds_total[$__rate_interval]))', '{{library}}']],
      true,
    ),
    parts.timeseries(
      'Carriers pinned by reason',
      'Why the carrier was kept. Waits that the JVM may have added a spare carrier for are in here, and in no figure of lost capacity.',
      [12, 8],
      { unit: 'short', steps: CALM, none: NOT_PINNED },
      [['sum by (reason) (rate(vthread_pinned_seconds_sum[$__rate_interval]))', '{{reason}}']],
      true,
    ),
  ];
}

function since(parts: Parts) {
  return [
    parts.table(
      'Sites by their first pin',
      'When each JVM first saw a site pin, newest first. A site that no JVM of the service had before a deployment came with it. Click an instance for its report.',
      [24, 9],
      { unit: 'short', none: NOT_PINNED },
      [
        'max by (site, library, reason, instance) (vthread_site_first_pin_timestamp_seconds) * 1000',
        'sum by (site, library, reason, instance) (vthread_site_pinned_seconds_total) > 0',
      ],
      [
        { field: 'Value #A', name: 'First pin', unit: 'dateTimeFromNow', width: 160, sorted: true },
        { field: 'site', name: 'Site', width: 640 },
        { field: 'library', name: 'Library', width: 190 },
        { field: 'reason', name: 'Reason', width: 130 },
        { field: 'Value #B', name: 'Pinned', unit: 's', decimals: 1, width: 110 },
        { field: 'instance', name: 'Instance', link: { title: 'Open the report of this JVM at this site', url: REPORT_AT_SITE } },
      ],
    ),
  ];
}

function cure(parts: Parts) {
  return [
    parts.table(
      'What removes them',
      'Time pinned since the agents began to watch, by why the carrier was kept, and what helps against it. All holders of a site have to go: the report says which remedy removes which.',
      [16, 8],
      { unit: 'short', none: NOT_PINNED },
      ['label_replace(sum by (reason) (vthread_pinned_seconds_sum) > 0, "cure", "$1", "reason", "(.*)")'],
      [
        { field: 'reason', name: 'Reason', width: 150 },
        { field: 'Value', name: 'Pinned', unit: 's', decimals: 1, width: 110, sorted: true },
        { field: 'cure', name: 'What helps', texts: CURES },
      ],
    ),
    parts.table(
      'Ask the JVM',
      "Each JVM's own report: stacks, all holders of a site, advice for the library version at hand, and which step saves how much. It opens where the agent listens on more than loopback (host=).",
      [8, 8],
      { unit: 'short' },
      ['max by (instance, java_version) (vthread_info)'],
      [
        { field: 'instance', name: 'Instance', link: { title: 'Open the report of this JVM', url: REPORT } },
        { field: 'java_version', name: 'Java', width: 110 },
        { field: 'Value', name: '' },
      ],
    ),
  ];
}

function scheduler(parts: Parts) {
  return [
    parts.timeseries(
      'Carriers',
      'Carriers there should be, there are, and that are not idle. More than the parallelism: the JVM added some for waits that it compensates.',
      [12, 8],
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
      [12, 8],
      { unit: 'short', steps: CALM, none: NO_VIRTUAL_THREADS },
      [['max by (instance) (vthread_scheduler_queued)', '{{instance}}']],
    ),
    parts.heatmap(
      'Wait for a carrier',
      'How long a virtual thread waited until it ran, measured by the probe: after its start and after it was unparked.',
      [12, 8],
      { unit: 's', none: 'No probe got through.' },
      ['sum by (le) (rate(vthread_schedule_delay_seconds_bucket[$__rate_interval]))', '{{le}}'],
    ),
    parts.timeseries(
      'Wait for a carrier, by kind',
      'The 99th percentile, after a start and after an unpark; the longest of about the last three minutes; and how long the probe under way has waited.',
      [12, 8],
      { unit: 's', steps: CALM, none: 'No probe got through.' },
      [
        ['histogram_quantile(0.99, sum by (kind, le) (rate(vthread_schedule_delay_seconds_bucket[$__rate_interval])))', '{{kind}} p99'],
        ['max by (kind) (vthread_schedule_delay_seconds_max)', '{{kind}} longest'],
        ['max(vthread_schedule_delay_current_seconds)', 'by now'],
      ],
    ),
    parts.timeseries(
      'Stalls',
      'Times in which virtual threads waited and none got on, by what holds the carriers. Since the agents began to watch: a stall that began before the shown time still counts.',
      [12, 7],
      { unit: 'short', steps: CALM },
      [['sum by (pattern) (vthread_stalls_total)', '{{pattern}}']],
    ),
    parts.timeseries(
      'Time stalled by JVM',
      'Share of time in which virtual threads waited for a carrier and none got one.',
      [12, 7],
      { unit: 'percentunit', steps: CALM },
      [['clamp_max(max by (instance) (rate(vthread_stalled_seconds_total[$__rate_interval])), 1)', '{{instance}}']],
    ),
  ];
}

function honesty(parts: Parts) {
  const size: [number, number] = [4, 5];
  return [
    parts.stat('JVMs watched', 'JVMs by Java version.', size, { unit: 'short', decimals: 0 }, [
      ['count by (java_version) (vthread_info)', 'Java {{java_version}}'],
    ]),
    parts.stat('Thresholds', 'Shorter pins are not recorded. Of the selected JVMs, the highest: a storm of events raises it, for a time.', size, { unit: 's' }, [
      ['max by (event) (vthread_threshold_seconds)', '{{event}}'],
    ]),
    parts.stat(
      'Blind at start',
      'From the start of the JVM to the begin of the watch, where pins were not counted. Long where the agent was attached later. Of the selected JVMs, the longest.',
      size,
      { unit: 's' },
      [['max(vthread_blind_seconds)', 'blind']],
    ),
    parts.stat('Events lost', 'Event data the JVMs say they could not keep. Above zero, every figure here is too low.', size, zeroIsGood('bytes'), [
      ['sum(vthread_events_lost_bytes_total)', 'lost'],
    ]),
    parts.stat('Stacks truncated', 'Pins whose stack the JVM cut off, so that a site may lack a holder.', size, zeroIsGood('short'), [
      ['sum(vthread_stacks_truncated_total)', 'truncated'],
    ]),
    parts.stat("Pins folded", "Pins counted under 'other' because the bound on sites was reached.", size, zeroIsGood('short'), [
      ['sum(vthread_pins_folded_total)', 'folded'],
    ]),
    parts.timeseries(
      'What the agent costs',
      "Share of time that the agent's own threads were at work: on events and on the scheduler. Of the selected JVMs, the most.",
      [12, 7],
      { unit: 'percentunit', steps: CALM },
      [
        ['max(rate(vthread_self_seconds_total[$__rate_interval]))', 'events'],
        ['max(rate(vthread_scheduler_self_seconds_total[$__rate_interval]))', 'scheduler'],
      ],
    ),
    parts.timeseries(
      'Probes a second',
      'Virtual threads that the probe starts to measure the wait for a carrier, as often as probe= says; none while nothing gets on or where it is off.',
      [12, 7],
      { unit: 'cps', steps: CALM },
      [['sum by (instance) (rate(vthread_probe_runs_total[$__rate_interval]))', '{{instance}}']],
    ),
  ];
}
