import { setTimeout as pause } from 'node:timers/promises';
import { restCreate } from './create-requests.js';
import { withSession } from './database.js';
import type { growAccounts } from './grown-database.js';
import { growHistory } from './grown-history.js';
import { load } from './load.js';
import { processUsage, treeCpuSeconds } from './process-usage.js';
import { burstFigures, evenly, measureRun, startPublishing } from './publishing-contenders.js';
import type { Row } from './report.js';
import { MEASURED_PLATFORMS } from './seed.js';
import type { Server, Surroundings } from './surroundings.js';
import { makeTopic } from './topic.js';
import { moduleOf } from './version.js';

export interface GrowthOptions {
  /** Each has three platform posts, of which each has three entries in the log and two events. */
  groups: number;
  burst: number;
  createMs: number;
}

/** Whose the groups are that are there before. */
const OWNERS = 100;
/** Who creates posts. */
const AUTHORS = 200;
/** Within what logs and attempts are kept, so that nothing is removed meanwhile. */
const DAYS = 60;
const CONNECTIONS = 16;

/** Creation, lateness and throughput in a large database and in an empty one, in turn. */
export const growth = makeTopic<GrowthOptions>({
  about:
    'creating and publishing with 10 million posts, 30 million log rows and 20 million events, beside an empty database',
  rounds: { full: 5 },
  sizes: {
    full: { groups: 3_333_400, burst: 300, createMs: 4_000 },
    round: { groups: 333_400, burst: 150 },
    quick: { groups: 1_000, burst: 20, createMs: 200 },
  },
  aims: [
    { name: 'grown / empty: creates a second', unit: '', of: ['creates/s', 'ratio'], atLeast: 0.9 },
    { name: 'grown / empty: CPU of the API per create', unit: '', of: ['API CPU ms/create', 'ratio'], atMost: 1.1 },
    { name: 'grown / empty: p99 late', unit: '', of: ['p99 late ms', 'ratio'], atMost: 1.1 },
    { name: 'grown / empty: posts published a second', unit: '', of: ['posts/s', 'ratio'], atLeast: 0.9 },
  ],
  async start(surroundings, options) {
    const empty = await startOn(surroundings, 'empty', options);
    const grown = await startOn(surroundings, 'grown', options);
    let isReversed = false;
    return {
      async round() {
        const order = isReversed ? [grown, empty] : [empty, grown];
        isReversed = !isReversed;
        const measured = new Map<unknown, Record<string, number>>();
        for (const one of order) measured.set(one, await one.measure());
        const [without, beside] = [measured.get(empty) ?? {}, measured.get(grown) ?? {}];
        const rows: Row[] = Object.entries(without).map(([name, value]) => {
          const other = beside[name] ?? Number.NaN;
          return { name, figures: { empty: value, grown: other, ratio: other / value } };
        });
        const note = `${options.groups} groups of ${OWNERS} accounts, and the service on each database in turn.`;
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
  const server: Server = await surroundings.newServer();
  const seeded = await surroundings.seed(name, AUTHORS + OWNERS, { server });
  const authors = { ...seeded, people: seeded.people.slice(0, AUTHORS) };
  if (name === 'grown') {
    // Makes the queues.
    await (await surroundings.service(seeded.databaseUrl, 'worker')).stop();
    const module = await moduleOf<{ growAccounts: typeof growAccounts }>(surroundings.version, 'grown-database.js');
    surroundings.say(`${options.groups} groups …`);
    const groups = Math.ceil(options.groups / OWNERS);
    const owners = seeded.people.slice(AUTHORS).map(({ userId }) => ({ userId, groups, days: DAYS, searchable: true }));
    await withSession(seeded.databaseUrl, async (db) => {
      await module.growAccounts(db, owners);
      await growHistory(db, surroundings.say);
      await db.query('VACUUM ANALYZE');
      await db.query('CHECKPOINT');
    });
  }
  const service = await startPublishing(surroundings, authors);
  const { address } = await surroundings.sandbox();
  const shot = { ...restCreate(authors), origin: service.api.address };
  await measureRun(service, address, 'warm-up', MEASURED_PLATFORMS, evenly(60, 0));
  await load(shot, CONNECTIONS, options.createMs);
  return {
    async measure(): Promise<Record<string, number>> {
      const before = { api: await processUsage(service.api.pid), postgres: await treeCpuSeconds(server.pid) };
      const { perSecond, requests } = await load(shot, CONNECTIONS, options.createMs);
      const after = { api: await processUsage(service.api.pid), postgres: await treeCpuSeconds(server.pid) };
      await pause(500);
      const run = burstFigures(
        await measureRun(service, address, name, MEASURED_PLATFORMS, evenly(options.burst, 1000)),
      );
      const cpuMs = (to = Number.NaN, from = Number.NaN) => ((to - from) * 1000) / requests;
      return {
        'creates/s': perSecond,
        'API CPU ms/create': cpuMs(after.api?.cpuSeconds, before.api?.cpuSeconds),
        'Postgres CPU ms/create': cpuMs(after.postgres, before.postgres),
        'median late ms': run.median,
        'p99 late ms': run.p99,
        'posts/s': run['posts/s'],
        'worker CPU ms/post': run['CPU ms/post'],
      };
    },
    stop: service.stop,
  };
}
