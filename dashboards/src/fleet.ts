// "Fleet overview": hundreds of JVMs at a glance. By site it reads what prometheus/recording.yml records, a few series
// for each job; the JVMs' own series by site are too many to add up at each refresh.
import { annotations, FLEET, PINNING, REPORT } from './around';
import { build } from './board';
import { CALM, Parts, share, zeroIsGood, type Look } from './parts';
import { NO_UNPIN, UNPIN_COLUMNS, UNPIN_QUERIES } from './unpin';
import type { Metrics } from './metrics';

const NO_RULES = 'No data. Is recording.yml loaded?';
const TO_JVM = '/d/' + PINNING[1] + '?${datasource:queryparam}&var-job=${__data.fields.Job:percentencode}&var-instance=${__data.fields.Instance:percentencode}&${__url_time_range}';
const TO_LIBRARY = '/d/' + PINNING[1] + '?${datasource:queryparam}&var-job=${__data.fields.Job:percentencode}&var-library=${__data.fields.Library:percentencode}&${__url_time_range}';
const WORST = 'max by (job, instance) (instance:vthread_capacity_lost:ratio_rate5m)';
const SITE = '(job, site, library, reason)';

export function fleet(metrics: Metrics) {
  const parts = new Parts((expression) => metrics.selected(expression));
  return build({
    uid: FLEET[1],
    title: FLEET[0],
    description: 'Pinned virtual threads in many JVMs: the state of the fleet, where it hurts, which sites pin, and what is new. Needs the recording rules of vt-monitor in Prometheus.',
    from: 'now-6h',
    other: PINNING,
    annotations: annotations(metrics),
    rows: [
      { title: 'How is the fleet?', panels: how(parts) },
      { title: 'Where does it hurt?', panels: where(parts) },
      { title: 'Which sites, in all jobs?', panels: sites(parts) },
      { title: 'What is new?', panels: news(parts) },
      { title: 'What runs?', panels: runs(parts) },
      { title: 'Can these figures be trusted?', panels: honesty(parts) },
    ],
  });
}

function how(parts: Parts) {
  const size: [number, number] = [4, 5];
  return [
    parts.stat('JVMs watched', 'JVMs whose agent answers.', size, { unit: 'short', decimals: 0 }, [['sum(job:vthread_info:count)', 'watched']]),
    parts.stat(
      'Capacity lost, worst job',
      'Pinned carriers as a share of the parallelism, of all JVMs of the job that lost most.',
      size,
      share(0.05, 0.25, NO_RULES),
      [['clamp_max(max(job:vthread_capacity_lost:ratio_rate5m), 1)', 'lost']],
    ),
    parts.stat(
      'JVMs starved',
      'JVMs that had every carrier pinned at once for more than a hundredth of the last five minutes.',
      size,
      zeroIsGood('short'),
      [['count(instance:vthread_starved:ratio_rate5m > 0.01) or vector(0)', 'starved']],
    ),
    parts.stat(
      'JVMs stalled',
      'JVMs where virtual threads waited for a carrier and none got one.',
      size,
      zeroIsGood('short'),
      [['count(rate(vthread_stalled_seconds_total[$__rate_interval]) > 0) or vector(0)', 'stalled']],
    ),
    parts.stat(
      'Sites pinning',
      'Distinct sites that pinned in the last five minutes, in all jobs.',
      size,
      { unit: 'short', decimals: 0, steps: CALM },
      [['count(count by (site) (job_site:vthread_site_pinned_seconds:rate5m > 0)) or vector(0)', 'sites']],
    ),
    parts.stat(
      'New in a day',
      'Sites first seen in the last 24 hours, in any job. Class loading and initializers, which run once in each JVM, do not count.',
      size,
      zeroIsGood('short'),
      [[`count(time() - job_site:vthread_site_first_pin_timestamp_seconds:min7d{reason!~"class_.*"} < 86400) or vector(0)`, 'new']],
    ),
  ];
}

function where(parts: Parts) {
  const ratio: Look = { unit: 'percentunit', steps: CALM, none: NO_RULES };
  return [
    parts.timeseries('Capacity lost by job', 'Pinned carriers as a share of the parallelism, of all JVMs of a job together.', [12, 9], ratio, [
      ['clamp_max(topk(10, job:vthread_capacity_lost:ratio_rate5m), 1)', '{{job}}'],
    ]),
    parts.timeseries(
      'Starved JVMs by job',
      'How many JVMs of a job had every carrier pinned at once for more than a hundredth of five minutes.',
      [12, 9],
      { unit: 'short', decimals: 0, steps: CALM, none: 'No JVM was starved.' },
      [['count by (job) (instance:vthread_starved:ratio_rate5m > 0.01)', '{{job}}']],
    ),
    parts.table(
      'Worst JVMs',
      'The 20 that lost most capacity in the last five minutes. The instance opens the detailed view of that JVM.',
      [24, 10],
      { unit: 'percentunit', none: NO_RULES },
      [
        `clamp_max(topk(20, ${WORST}), 1)`,
        `clamp_max(max by (job, instance) (instance:vthread_starved:ratio_rate5m), 1) and topk(20, ${WORST})`,
        // Without those that are no number: where nothing makes progress no delay is measured.
        `max by (job, instance) (instance:vthread_schedule_delay_seconds:p99_rate5m >= 0) and topk(20, ${WORST})`,
        `max by (job, instance) (vthread_scheduler_queued) and topk(20, ${WORST})`,
      ],
      [
        { field: 'job', name: 'Job', width: 220 },
        { field: 'instance', name: 'Instance', width: 260, link: { title: 'Look at this JVM', url: TO_JVM, blank: false } },
        { field: 'Value #A', name: 'Capacity lost', unit: 'percentunit', decimals: 1, sorted: true, steps: [['text'], ['orange', 0.05], ['red', 0.25]] },
        { field: 'Value #B', name: 'Starved', unit: 'percentunit', decimals: 1, steps: [['text'], ['orange', 0.001], ['red', 0.01]] },
        { field: 'Value #C', name: 'Wait for a carrier (p99)', unit: 's', decimals: 1, steps: [['text'], ['orange', 0.02], ['red', 0.2]] },
        { field: 'Value #D', name: 'Queued', unit: 'short', decimals: 0 },
      ],
    ),
  ];
}

function sites(parts: Parts) {
  return [
    parts.table(
      'Top sites in all jobs',
      'What each site costs now, in carriers: 1 means one carrier is always gone. The library opens the detailed view of the JVMs that use it.',
      [24, 10],
      { unit: 'short', none: 'Nothing was pinned in the last five minutes. Is recording.yml loaded?' },
      [
        `topk(30, sum by ${SITE} (job_site:vthread_site_pinned_seconds:rate5m)) > 0`,
        `sum by ${SITE} (job_site:vthread_site_pins:rate5m) > 0 and topk(30, sum by ${SITE} (job_site:vthread_site_pinned_seconds:rate5m)) > 0`,
        `max by ${SITE} (job_site:vthread_site_first_pin_timestamp_seconds:count) and topk(30, sum by ${SITE} (job_site:vthread_site_pinned_seconds:rate5m)) > 0`,
      ],
      [
        { field: 'job', name: 'Job', width: 180 },
        { field: 'site', name: 'Site', width: 600, wrap: true },
        { field: 'library', name: 'Library', width: 190, link: { title: 'Look at this library', url: TO_LIBRARY, blank: false } },
        { field: 'reason', name: 'Reason', width: 130 },
        { field: 'Value #A', name: 'Carriers now', decimals: 2, sorted: true, steps: [['text'], ['orange', 0.1], ['red', 1]] },
        { field: 'Value #B', name: 'Pins a second', unit: 'cps', decimals: 1 },
        { field: 'Value #C', name: 'JVMs', decimals: 0 },
      ],
    ),
    parts.timeseries(
      'Carriers pinned by library',
      'In all jobs, at all sites. After you upgrade a driver, its line falls to zero job by job.',
      [24, 8],
      { unit: 'short', steps: CALM, none: NO_RULES },
      [['topk(10, sum by (library) (job_site:vthread_site_pinned_seconds:rate5m))', '{{library}}']],
      true,
    ),
  ];
}

function news(parts: Parts) {
  return [
    parts.table(
      'Sites by their first pin in the job',
      'When any JVM of a job first saw a site pin, within the last week, newest first; restarts do not make a site new again. Compare with your deployments.',
      [24, 9],
      { unit: 'short', none: NO_RULES },
      [`bottomk(50, time() - min by ${SITE} (job_site:vthread_site_first_pin_timestamp_seconds:min7d))`],
      [
        { field: 'Value', name: 'First pin, ago', unit: 's', decimals: 0, width: 140 },
        { field: 'job', name: 'Job', width: 180 },
        { field: 'site', name: 'Site', width: 640, wrap: true },
        { field: 'library', name: 'Library', width: 190, link: { title: 'Look at this library', url: TO_LIBRARY, blank: false } },
        { field: 'reason', name: 'Reason' },
      ],
    ),
  ];
}

function runs(parts: Parts) {
  const count: Look = { unit: 'short', decimals: 0, steps: [['blue']] };
  return [
    parts.bars('Java versions', 'JVMs by Java version. On Java 24 and later, monitors do not pin.', [8, 8], count, [
      ['count by (java_version) (vthread_info)', '{{java_version}}'],
    ]),
    parts.bars('Agent versions', 'JVMs by version of vt-monitor.', [8, 8], count, [['count by (agent_version) (vthread_info)', '{{agent_version}}']]),
    parts.table(
      'Blind at start',
      'JVMs by the time that was not watched: before the watch started, long if the agent was attached later, and after a watch that ended early. The instance opens its report.',
      [8, 8],
      { unit: 'short' },
      ['topk(20, vthread_blind_seconds)'],
      [
        { field: 'job', name: 'Job' },
        { field: 'instance', name: 'Instance', link: { title: 'Open the report of this JVM', url: REPORT } },
        { field: 'Value', name: 'Blind at start', unit: 's', decimals: 1, sorted: true },
        { field: '__name__', name: '' },
      ],
    ),
    parts.stat('JVMs with unpin', 'JVMs where unpin= is active: their matched monitors became locks that hold no carrier.', [4, 5], count, [
      ['count(vthread_unpin_classes) or vector(0)', 'with unpin'],
    ]),
    parts.stat(
      'Unsound locks',
      "Places that lock the same object in ways that do not exclude each other, in all JVMs with unpin=. Act on any value above zero.",
      [4, 5],
      { unit: 'short', decimals: 0, steps: [['green'], ['red', 1]] },
      [['sum(vthread_unpin_unsound) or vector(0)', 'unsound']],
    ),
    parts.table(
      'Unpin state',
      'For each JVM with unpin=: places that lock, by the result. The instance opens the detailed view of that JVM.',
      [16, 5],
      { unit: 'short', none: NO_UNPIN },
      UNPIN_QUERIES,
      [
        { field: 'job', name: 'Job', width: 100 },
        { field: 'instance', name: 'Instance', width: 170, link: { title: 'Look at this JVM', url: TO_JVM, blank: false } },
        ...UNPIN_COLUMNS,
      ],
    ),
  ];
}

function honesty(parts: Parts) {
  const size: [number, number] = [6, 5];
  return [
    parts.stat('JVMs that lost events', 'JVMs that reported lost events. Their figures are too low.', size, zeroIsGood('short'), [
      ['count(vthread_events_lost_bytes_total > 0) or vector(0)', 'lost events'],
    ]),
    parts.stat('JVMs with folded sites', "JVMs with more sites than the bound: the rest is counted under 'other'.", size, zeroIsGood('short'), [
      ['count(vthread_pins_folded_total > 0) or vector(0)', 'folded'],
    ]),
    parts.stat('Highest threshold', 'Shorter pins are not recorded. A burst of events raises the threshold for some time.', size, { unit: 's' }, [
      ['max by (event) (vthread_threshold_seconds)', '{{event}}'],
    ]),
    parts.stat("Costliest agent", "Share of time that an agent's own thread spent on events. Of all JVMs, the highest.", size, share(0.02, 0.1), [
      ['max(rate(vthread_self_seconds_total[$__rate_interval]))', 'most'],
    ]),
  ];
}
