import { setTimeout as pause } from 'node:timers/promises';
import { restCreate } from './create-requests.js';
import { withSession } from './database.js';
import type { GrownAccount, growAccounts } from './grown-database.js';
import { growHistory } from './grown-history.js';
import { load } from './load.js';
import { processUsage, treeCpuSeconds } from './process-usage.js';
import { burstFigures, evenly, measureRun, startPublishing } from './publishing-contenders.js';
import type { Row } from './report.js';
import { MEASURED_PLATFORMS, type Person } from './seed.js';
import type { Surroundings } from './surroundings.js';
import { makeTopic } from './topic.js';
import { moduleOf } from './version.js';

export interface GrowthOptions {
  /** Each has three platform posts, of which each has three entries in the log and two events. */
  groups: number;
  /** Posts that are due in one second. */
  burst: number;
  createMs: number;
}

/** Accounts that have groups and do nothing. */
const OWNERS = 300;
/** Accounts that create posts; the groups that they have leave room in their plan. */
const AUTHORS = 200;
const GROUPS_OF_AUTHOR = 500;
/** Within what logs and attempts are kept, so that nothing is removed meanwhile. */
const DAYS = 60;

const CREATES = [1, 16].map((connections) => ({
  name: `create, ${connections} connection${connections === 1 ? '' : 's'}`,
  connections,
}));
const BURSTS = [
  { name: 'publish over 1 s', spreadMs: 1000 },
  { name: 'publish at once', spreadMs: 0 },
];

/** More than nine tenths of the throughput, or less than eleven tenths of the cost, of an empty database. */
const aim = (row: string, bound: { atLeast: number } | { atMost: number }) => ({
  name: `grown / empty: ${row}`,
  unit: '',
  of: [row, 'ratio'] as const,
  ...bound,
});
const aims = [
  ...CREATES.flatMap(({ name }) => [
    aim(`${name}: requests/s`, { atLeast: 0.9 }),
    aim(`${name}: Postgres CPU ms`, { atMost: 1.1 }),
  ]),
  ...BURSTS.flatMap(({ name }) => [
    aim(`${name}: posts/s`, { atLeast: 0.9 }),
    aim(`${name}: median late ms`, { atMost: 1.1 }),
    aim(`${name}: p99 late ms`, { atMost: 1.1 }),
    aim(`${name}: Postgres CPU ms`, { atMost: 1.1 }),
  ]),
];

/** Creation, lateness and throughput in a large database and in an empty one, in turn. */
export const growth = makeTopic<GrowthOptions>({
  about: 'creating and publishing with 10 million posts, 30 million log rows and 20 million events, beside none',
  rounds: { full: 9 },
  sizes: {
    full: { groups: 3_333_400, burst: 500, createMs: 3_000 },
    round: { groups: 1_000_000 },
    quick: { groups: 1_000, burst: 20, createMs: 200 },
  },
  aims,
  async start(surroundings, options) {
    const empty = await startOn(surroundings, 'empty', options);
    const grown = await startOn(surroundings, 'grown', options);
    let isReversed = false;
    return {
      async round() {
        const order = isReversed ? [grown, empty] : [empty, grown];
        isReversed = !isReversed;
        const measured = new Map<unknown, Record<string, number>>();
        // Step by step, so that both are measured under much the same load of the machine.
        for (const step of [...CREATES, ...BURSTS]) {
          for (const one of order) measured.set(one, { ...measured.get(one), ...(await one.measure(step)) });
        }
        const [without, beside] = [measured.get(empty) ?? {}, measured.get(grown) ?? {}];
        const rows: Row[] = Object.entries(without).map(([name, value]) => {
          const other = beside[name] ?? Number.NaN;
          return { name, figures: { empty: value, grown: other, ratio: other / value } };
        });
        const note = `${options.groups} groups of ${OWNERS + AUTHORS} accounts. CPU: per post group created, and per post published.`;
        return [{ title: 'A grown database beside an empty one', rows, notes: [note] }];
      },
      async stop() {
        await grown.stop();
        await empty.stop();
      },
    };
  },
});

async function startOn(surroundings: Surroundings, name: 'empty' | 'grown', options: GrowthOptions) {
  // A server each, as in operation: what one keeps in memory is not taken from the other.
  const server = await surroundings.newServer();
  const seeded = await surroundings.seed(name, AUTHORS + OWNERS, { server });
  const authors = { ...seeded, people: seeded.people.slice(0, AUTHORS) };
  if (name === 'grown') {
    // Makes the queues.
    await (await surroundings.service(seeded.databaseUrl, 'worker')).stop();
    const module = await moduleOf<{ growAccounts: typeof growAccounts }>(surroundings.version, 'grown-database.js');
    surroundings.say(`${options.groups} groups …`);
    await withSession(seeded.databaseUrl, async (db) => {
      await module.growAccounts(db, shares(seeded.people, options.groups));
      await growHistory(db, surroundings.say);
      await db.query('VACUUM ANALYZE');
      await db.query('CHECKPOINT');
    });
  }
  const service = await startPublishing(surroundings, authors, { server });
  const { address } = await surroundings.sandbox();
  const shot = { ...restCreate(authors), origin: service.api.address };
  await load(shot, 16, options.createMs);
  for (const { spreadMs } of BURSTS) {
    await measureRun(service, address, 'warm-up', MEASURED_PLATFORMS, evenly(options.burst, spreadMs));
  }
  const sample = async () => ({
    api: (await processUsage(service.api.pid))?.cpuSeconds ?? Number.NaN,
    postgres: await treeCpuSeconds(server.pid),
  });

  async function measureCreates(connections: number): Promise<Record<string, number>> {
    const before = await sample();
    const { perSecond, requests } = await load(shot, connections, options.createMs);
    const after = await sample();
    const perRequest = (what: keyof typeof before) => ((after[what] - before[what]) * 1000) / requests;
    return { 'requests/s': perSecond, 'API CPU ms': perRequest('api'), 'Postgres CPU ms': perRequest('postgres') };
  }

  async function measureBurst(spreadMs: number): Promise<Record<string, number>> {
    const offsets = evenly(options.burst, spreadMs);
    const run = await measureRun(service, address, name, MEASURED_PLATFORMS, offsets);
    const { median, p99 } = burstFigures(run);
    return {
      'posts/s': run.perSecond,
      'median late ms': median,
      'p99 late ms': p99,
      'worker CPU ms': run.cpuMs,
      'Postgres CPU ms': run.serverCpuMs,
    };
  }

  return {
    async measure(step: (typeof CREATES)[number] | (typeof BURSTS)[number]): Promise<Record<string, number>> {
      const figures = 'connections' in step ? measureCreates(step.connections) : measureBurst(step.spreadMs);
      const named = Object.entries(await figures).map(([figure, value]) => [`${step.name}: ${figure}`, value]);
      await pause(500);
      return Object.fromEntries(named);
    },
    stop: service.stop,
  };
}

/** Few accounts have most of the groups: the one at each place of a ranking has a share that falls with its place. */
function shares(people: readonly Person[], groups: number): GrownAccount[] {
  const ofAuthor = Math.min(GROUPS_OF_AUTHOR, Math.floor(groups / people.length));
  const left = groups - AUTHORS * ofAuthor;
  const sum = Array.from({ length: OWNERS }, (_, rank) => 1 / (rank + 1)).reduce((a, b) => a + b, 0);
  return people.map(({ userId }, i) => ({
    userId,
    groups: i < AUTHORS ? ofAuthor : Math.ceil(left / (i - AUTHORS + 1) / sum),
    days: DAYS,
    searchable: true,
  }));
}
