// Since when?
import { NOT_PINNED, REPORT_AT_SITE } from '../around';
import type { Parts } from '../parts';

export function since(parts: Parts) {
  return [
    parts.table(
      'Sites by their first pin',
      'When each JVM first saw a site pin, newest first. A site that no JVM of the service had before a deployment was introduced by it. Click an instance for its report.',
      [24, 9],
      { unit: 'short', none: NOT_PINNED },
      [
        'max by (site, library, reason, instance) (vthread_site_first_pin_timestamp_seconds) * 1000',
        'sum by (site, library, reason, instance) (vthread_site_pinned_seconds_total) > 0',
      ],
      [
        { field: 'Value #A', name: 'First pin', unit: 'dateTimeFromNow', width: 160, sorted: true },
        { field: 'site', name: 'Site', width: 640, wrap: true },
        { field: 'library', name: 'Library', width: 190 },
        { field: 'reason', name: 'Reason', width: 130 },
        { field: 'Value #B', name: 'Pinned', unit: 's', decimals: 1, width: 110 },
        { field: 'instance', name: 'Instance', link: { title: 'Open the report of this JVM at this site', url: REPORT_AT_SITE } },
      ],
    ),
  ];
}
