// What both dashboards show of unpin=.
import type { Column } from './parts';

/** What became of the monitors of each JVM with `unpin=`: queries by job and instance, and their columns. */
export const UNPIN_QUERIES = [
  ...['{how="rewritten"}', '{how="both"}', '{how="kept"}'].map((how) => `max by (job, instance) (vthread_unpin_places${how})`),
  ...['classes', 'refused', 'unsound', 'foreign', 'objects'].map((what) => `max by (job, instance) (vthread_unpin_${what})`),
];
export const UNPIN_COLUMNS: Column[] = [
  { field: 'Value #A', name: 'Rewritten', decimals: 0, sorted: true },
  { field: 'Value #B', name: 'Both', decimals: 0, steps: [['text'], ['orange', 1]] },
  { field: 'Value #C', name: 'Kept', decimals: 0 },
  { field: 'Value #D', name: 'Classes', decimals: 0 },
  { field: 'Value #E', name: 'Left alone', decimals: 0, steps: [['text'], ['orange', 1]] },
  { field: 'Value #F', name: 'Unsound', decimals: 0, steps: [['text'], ['red', 1]] },
  { field: 'Value #G', name: 'Met outside', decimals: 0, steps: [['text'], ['orange', 1]] },
  { field: 'Value #H', name: 'Objects', decimals: 0 },
];
export const NO_UNPIN = 'None of these JVMs runs with unpin=.';
