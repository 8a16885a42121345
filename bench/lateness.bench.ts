import {
  burstFigures,
  type Contender,
  evenly,
  measureRun,
  startFloor,
  startPublishing,
} from './publishing-contenders.js';
import type { Row } from './report.js';
import { MEASURED_PLATFORMS } from './seed.js';
import { makeTopic } from './topic.js';

export interface LatenessOptions {
  /** Posts that are due in the same second. */
  burst: number;
  /** Whether the floor is measured beside it; it is the same for every version of the service. */
  hasFloor: boolean;
}

const SECOND = 1000;

const SHAPES = (['over 1 s', 'at once'] as const).flatMap((when) => {
  const spreadMs = when === 'at once' ? 0 : SECOND;
  return [
    { name: `${when}, fediverse`, spreadMs, platforms: ['fediverse'] as const },
    { name: `${when}, all three`, spreadMs, platforms: MEASURED_PLATFORMS },
  ];
});

/** How late many posts arrive, and how fast they are through, beside a bare pg-boss worker. */
export const lateness = makeTopic<LatenessOptions>({
  about: 'hundreds of posts due in one second, one worker, beside a bare pg-boss worker that stores nothing',
  byDefault: true,
  rounds: { full: 3 },
  sizes: {
    full: { burst: 500, hasFloor: true },
    round: { burst: 300, hasFloor: false },
    quick: { burst: 20, hasFloor: true },
  },
  aims: [
    {
      name: 'burst over 1 s, three platforms / pg-boss',
      unit: '',
      of: ['over 1 s, all three', 'ratio'],
      atLeast: 0.95,
    },
    { name: 'burst at once, three platforms / pg-boss', unit: '', of: ['at once, all three', 'ratio'], atLeast: 0.95 },
    { name: 'burst over 1 s: median late', unit: 'ms', of: ['over 1 s, all three', 'median'], atMost: 50 },
    { name: 'burst over 1 s: p99 late', unit: 'ms', of: ['over 1 s, all three', 'p99'], atMost: 100 },
  ],
  async start(surroundings, { burst, hasFloor }) {
    const accounts = await surroundings.accounts();
    const seeded = await surroundings.seed('lateness', 40, { accounts });
    const { address } = await surroundings.sandbox();
    const service = await startPublishing(surroundings, seeded);
    const floor = hasFloor ? await startFloor(seeded.databaseUrl, accounts) : undefined;
    // Sessions made, code warm.
    for (const contender of [floor, service]) {
      if (contender) await measureRun(contender, address, 'warm-up', MEASURED_PLATFORMS, evenly(60, 0));
    }
    return {
      async round() {
        const rows: Row[] = [];
        for (const { name, platforms, spreadMs } of SHAPES) {
          const measure = async (contender: Contender) =>
            burstFigures(await measureRun(contender, address, name, platforms, evenly(burst, spreadMs)));
          if (!floor) {
            rows.push({ name, figures: await measure(service) });
            continue;
          }
          const below = await measure(floor);
          const figures = await measure(service);
          rows.push({ name, figures: { ...figures, ratio: figures['posts/s'] / below['posts/s'] } });
          rows.push({ name: `floor: ${name}`, figures: { ...below, ratio: 1 } });
        }
        const note =
          'Lateness in ms: arrival at the sandbox minus due time. Drained: from the first due time to the last stored outcome.';
        return [{ title: `${burst} posts due in one second, one worker`, rows, notes: [note] }];
      },
      async stop() {
        await floor?.stop();
        await service.stop();
      },
    };
  },
});
