// "Virtual thread pinning": some JVMs of one service, looked at closely. Its rows are the questions in the order they
// come.
import { annotations, FLEET, PINNING } from './around';
import { build } from './board';
import type { Metrics } from './metrics';
import { Parts } from './parts';
import { cost } from './pinning/cost';
import { cure } from './pinning/cure';
import { honesty } from './pinning/honesty';
import { now } from './pinning/now';
import { scheduler } from './pinning/scheduler';
import { since } from './pinning/since';
import { waits } from './pinning/waits';
import { who } from './pinning/who';

export function pinning(metrics: Metrics) {
  const parts = new Parts((expression) => metrics.selected(expression));
  return build({
    uid: PINNING[1],
    title: PINNING[0],
    description: 'What pins virtual threads, for how long, what it costs, and what to do. Reads the metrics of vt-monitor.',
    from: 'now-1h',
    other: FLEET,
    annotations: annotations(metrics),
    rows: [
      { title: 'Is it hurting now?', panels: now(parts) },
      { title: 'What to do?', panels: cure(parts) },
      { title: 'Which site, library, reason?', panels: who(parts) },
      { title: 'What do they wait for?', panels: waits(parts) },
      { title: 'What does it cost?', panels: cost(parts) },
      { title: 'Since when?', panels: since(parts) },
      { title: 'The scheduler', panels: scheduler(parts) },
      { title: 'Can these figures be trusted?', panels: honesty(parts) },
    ],
  });
}
