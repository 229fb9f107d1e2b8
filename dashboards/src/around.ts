// What both dashboards say alike: their names, the marks on their charts, the way to the agent's own report.
import type { Annotation } from './board';
import type { Metrics } from './metrics';

export const PINNING = ['Virtual thread pinning', 'vt-monitor'] as [string, string];
export const FLEET = ['Virtual threads: fleet overview', 'vt-monitor-fleet'] as [string, string];

export const NOT_PINNED = 'Nothing was pinned.';

/** The live page of the agent at an instance, at one site. Reachable where the agent listens on more than loopback. */
export const REPORT_AT_SITE = 'http://${__data.fields.Instance}/#site=${__data.fields.Site:percentencode}';
export const REPORT = 'http://${__data.fields.Instance}/';

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
      text: 'No virtual thread made progress: {{pattern}}. The log of the JVM names the threads that hold the carriers.',
      valueIsTime: false,
    },
  ];
}
