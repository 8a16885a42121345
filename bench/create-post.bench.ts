import { Pool } from 'undici';
import { type Child, startChild } from './child.js';
import { graphqlCreate, restCreate } from './create-requests.js';
import { makeReplayable } from './floor-statements.js';
import { load, send } from './load.js';
import { type Loaded, measureLoads } from './measured-load.js';
import type { Section } from './report.js';
import { headersInTurn, type Seeded } from './seed.js';
import { type Statement, startStatementTap } from './statement-tap.js';
import { isKnown, type Surroundings } from './surroundings.js';
import { makeTopic } from './topic.js';

export interface CreatePostOptions {
  roundMs: number;
  warmUpMs: number;
  /** The number of users. A plan limits the posts of each, so many posts need many users. */
  people: number;
  /** Also measures the floor, which is the same for every version of the service. */
  hasFloor: boolean;
}

const SERVICE = 'social-publishing-service';

/** Creating a post over REST and over GraphQL beside a bare handler that runs the same statements. */
export const create = makeTopic<CreatePostOptions>({
  about: 'creating a post over REST and GraphQL, beside a bare handler that sends the same statements',
  byDefault: true,
  rounds: { full: 5 },
  sizes: {
    full: { roundMs: 1_200, warmUpMs: 2_000, people: 300, hasFloor: true },
    round: { hasFloor: false },
    quick: { roundMs: 200, warmUpMs: 200, people: 20, hasFloor: true },
  },
  aims: [
    { name: 'create-post: CPU of the API', unit: 'ms', of: ['REST, 16 connections', 'CPU ms/request'], atMost: 3 },
    { name: 'create-post: statements', unit: '', of: ['REST, 1 connection', 'statements'], atMost: 6 },
    { name: 'create-post / floor', unit: '', of: ['REST, 16 connections', 'ratio'], atLeast: 0.6 },
  ],
  async start(surroundings, options) {
    const seeded = await surroundings.seed('create', options.people);
    const statements = await captureStatements(surroundings, seeded);
    const api = await surroundings.service(seeded.databaseUrl, 'api');
    const floor = options.hasFloor ? await startFloor(seeded, statements[0]) : undefined;
    const { pid } = await surroundings.server();
    const rest = restCreate(seeded);
    const contenders: Loaded[] = [{ name: 'REST', pid: api.pid, shot: { ...rest, origin: api.address } }];
    if (statements[1]) {
      contenders.push({ name: 'GraphQL', pid: api.pid, shot: { ...graphqlCreate(seeded), origin: api.address } });
    }
    if (floor) {
      const shot = { ...rest, origin: floor.address, path: '/', headers: () => ({}) };
      contenders.unshift({ name: 'floor', pid: floor.pid, shot });
    }
    for (const { shot } of contenders) await load(shot, 8, options.warmUpMs);
    let isReversed = false;
    return {
      async round(): Promise<Section[]> {
        // The order is reversed in each round, because the tables grow meanwhile.
        const order = isReversed ? contenders.toReversed() : contenders;
        isReversed = !isReversed;
        const rows = await measureLoads(contenders, { order, forMs: options.roundMs, serverPid: pid, floor: 'floor' });
        const counts: Record<string, number | undefined> = {
          'REST, 1 connection': statements[0]?.length,
          'GraphQL, 1 connection': statements[1]?.length,
        };
        for (const row of rows) {
          const count = counts[row.name];
          if (count !== undefined) row.figures.statements = count;
        }
        return [{ title: 'create-post, 3 targets, a day ahead', rows, notes: [] }];
      },
      async stop() {
        await floor?.stop();
        await api.stop();
      },
    };
  },
});

const startFloor = (seeded: Seeded, statements: Statement[] = []): Promise<Child> => {
  const request = makeReplayable(statements, seeded.people[0]?.userId ?? '');
  const userIds = seeded.people.map(({ userId }) => userId);
  return startChild({
    script: new URL('./floor-server.js', import.meta.url),
    env: { FLOOR: JSON.stringify({ databaseUrl: seeded.databaseUrl, request, userIds }) },
    ready: /"msg":"Listening on ([^"]+)"/,
  });
};

/**
 * The statements of one create, from a process that has already answered some: over REST, then over GraphQL, where the
 * version has this mutation.
 */
export async function captureStatements(surroundings: Surroundings, seeded: Seeded): Promise<Statement[][]> {
  const tap = await startStatementTap(seeded.databaseUrl, SERVICE);
  const api = await surroundings.service(tap.url, 'api');
  const pool = new Pool(api.address, { connections: 1 });
  const captured: Statement[][] = [];
  for (const shot of [restCreate(seeded), graphqlCreate(seeded)]) {
    // The first person's, whose id the floor replaces.
    const first = { ...shot, headers: headersInTurn(seeded.people.slice(0, 1)) };
    if (!(await isKnown(surroundings, shot.path, () => send(pool, first)))) break;
    for (let i = 0; i < 3; i += 1) await send(pool, first);
    tap.take();
    await send(pool, first);
    captured.push(tap.take());
  }
  await pool.close();
  await api.stop();
  tap.close();
  return captured;
}
