// What to do?
import { NOT_PINNED, REPORT } from '../around';
import type { Parts } from '../parts';
import { NO_UNPIN, UNPIN_COLUMNS, UNPIN_QUERIES } from '../unpin';

/** What removes pins of a reason; the agent's report says it for the site and the version available. */
export const CURES: Record<string, string> = {
  monitor: 'Upgrade the library, use a ReentrantLock, or use unpin=. Gone on JDK 24.',
  monitor_enter: 'Hold the monitor for less time, or use a ReentrantLock. Gone on JDK 24.',
  object_wait: 'Use a Condition instead of Object.wait. Gone on JDK 24.',
  native: 'Do not block under native code or its callbacks. Stays on every JDK.',
  class_init: 'Initialize the class at startup. Stays on every JDK.',
  class_init_wait: 'Initialize the class at startup. Eased on JDK 26.',
  class_load: 'Load the class at startup. Stays on every JDK.',
  critical_section: "The JDK's own code holds the carrier here: see the report's stack.",
  timed_wait: 'Use a Condition instead of Object.wait with a timeout. JDK 25 to 27 pin that now and then.',
  unknown: "No holder was found: see the report's stack.",
  other: "Sites beyond the bound, for several reasons: see the JVM's report.",
};

export function cure(parts: Parts) {
  return [
    parts.table(
      'What removes them',
      'Time pinned since the agents began to watch, by what held the carrier, and what helps. All holders of a site must be removed: the report shows which fix removes which.',
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
      "Each JVM's own report: stacks, all holders of a site, advice for the library version in use, and how much each step saves. The link works only if the agent listens on more than loopback (host=).",
      [8, 8],
      { unit: 'short' },
      ['max by (instance, java_version) (vthread_info)'],
      [
        { field: 'instance', name: 'Instance', link: { title: 'Open the report of this JVM', url: REPORT } },
        { field: 'java_version', name: 'Java', width: 110 },
        { field: 'Value', name: '' },
      ],
    ),
    parts.table(
      'What unpin= removed',
      "Places that lock, by the result. 'Rewritten': they hold no carrier. 'Both': they take monitor and lock, and pin as before. 'Kept': they take only the monitor, and pin as before. If 'Unsound' is above zero, act: the JVM's log names the places.",
      [24, 5],
      { unit: 'short', none: NO_UNPIN },
      UNPIN_QUERIES,
      [
        { field: 'job', name: '' },
        { field: 'instance', name: 'Instance', width: 260, link: { title: 'Open the report of this JVM', url: REPORT } },
        ...UNPIN_COLUMNS,
      ],
    ),
  ];
}
