// Which site, library, reason?
import { NOT_PINNED, REPORT_AT_SITE } from '../around';
import { CALM, type Column, type Parts } from '../parts';
import { CURES } from './cure';

const SITE = 'by (site, library, reason, operation)';

function siteColumns(width: number): Column[] {
  return [
    { field: 'site', name: 'Site', width, wrap: true },
    { field: 'library', name: 'Library', width: 190 },
    { field: 'reason', name: 'Reason', width: 130 },
    { field: 'operation', name: 'Waited for', width: 120 },
  ];
}

export function who(parts: Parts) {
  return [
    parts.table(
      'Top sites',
      "Every site's totals since the agents began to watch, and what it costs now. A site that pinned once is listed here, although no rate shows it. 'What helps' depends on the reason; the instance opens the report of the JVM that lost most to it, with stacks and the advice for the library's release. The site 'other' takes what came after the bound on sites.",
      [24, 10],
      { unit: 'short', none: NOT_PINNED },
      [
        `label_replace(sum ${SITE} (vthread_site_pinned_seconds_total) > 0, "cure", "$1", "reason", "(.*)")`,
        `sum ${SITE} (vthread_site_pins_total) > 0`,
        `sum ${SITE} (rate(vthread_site_pinned_seconds_total[$__rate_interval])) > 0`,
        `topk ${SITE} (1, sum by (site, library, reason, operation, instance) (vthread_site_pinned_seconds_total) > 0)`,
      ],
      [
        ...siteColumns(420),
        { field: 'cure', name: 'What helps', width: 330, texts: CURES },
        { field: 'Value #C', name: 'Carriers now', decimals: 2, width: 130, steps: [['text'], ['orange', 0.1], ['red', 1]] },
        { field: 'Value #A', name: 'Pinned', unit: 's', decimals: 1, width: 110, sorted: true },
        { field: 'Value #B', name: 'Pins', unit: 'none', decimals: 0, width: 100 },
        { field: 'instance', name: 'Instance', link: { title: 'Open the report of this JVM at this site', url: REPORT_AT_SITE } },
        { field: 'Value #D', name: '' },
      ],
    ),
    parts.timeseries(
      'Carriers pinned by site',
      'Carrier-seconds pinned per second, by the holders of the carrier, nearest to the block first, and by what the thread waited for: 1 means one carrier is always gone.',
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
      'What held the carrier. This includes waits for which the JVM may have added a spare carrier; no figure of lost capacity includes them.',
      [12, 8],
      { unit: 'short', steps: CALM, none: NOT_PINNED },
      [['sum by (reason) (rate(vthread_pinned_seconds_sum[$__rate_interval]))', '{{reason}}']],
      true,
    ),
  ];
}
