import { evenly, latenessFigures, measureRun, startPublishing } from './publishing-contenders.js';
import { MEASURED_PLATFORMS } from './seed.js';
import { makeTopic } from './topic.js';

export interface SingleOptions {
  /** Posts that come one by one. */
  posts: number;
}

/** Between two posts. */
const STEP_MS = 300;

/** How late a post is that comes alone. */
export const single = makeTopic<SingleOptions>({
  about: 'one post at a time on an idle worker',
  byDefault: true,
  rounds: { full: 3 },
  sizes: { full: { posts: 30 }, quick: { posts: 3 } },
  aims: [{ name: 'one post, idle worker: p99 late', unit: 'ms', of: ['one at a time', 'p99'], atMost: 20 }],
  async start(surroundings, { posts }) {
    const seeded = await surroundings.seed('single', 5);
    const { address } = await surroundings.sandbox();
    const service = await startPublishing(surroundings, seeded);
    await measureRun(service, address, 'warm-up', MEASURED_PLATFORMS, evenly(60, 0));
    return {
      async round() {
        const offsets = Array.from({ length: posts }, (_, i) => i * STEP_MS + Math.random() * STEP_MS * 0.8);
        const run = await measureRun(service, address, 'singly', ['fediverse'], offsets);
        const title = `A single post, idle worker: ${posts}, one per ${STEP_MS} ms`;
        return [{ title, rows: [{ name: 'one at a time', figures: latenessFigures(run) }], notes: [] }];
      },
      stop: service.stop,
    };
  },
});
