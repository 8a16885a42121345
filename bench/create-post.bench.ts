import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { type Child, startChild, startService } from './child.js';
import { makeReplayable } from './floor-statements.js';
import { type LoadResult, load, type Shot, send } from './load.js';
import { processUsage } from './process-usage.js';
import type { Row, Section } from './report.js';
import { headersInTurn, type Seeded } from './seed.js';
import { type Statement, startStatementTap } from './statement-tap.js';
import { median } from './statistics.js';

export interface CreatePostOptions {
  rounds: number;
  roundMs: number;
  warmUpMs: number;
  connections: number[];
}

export interface CreatePostResult {
  section: Section;
  /** The statements of one create over REST. */
  statements: string[];
  /** Still running, for the idle figures after the load. */
  api: Child;
}

interface Contender {
  name: string;
  pid: number;
  shot: Shot;
}

interface Round extends LoadResult {
  cpuMs: number;
}

const SERVICE = 'social-publishing-service';
const CONTENT = 'The text of the bench: the same in every post, about as long as a post is.';

/** Creating a post over REST and over GraphQL beside a bare handler that runs the same statements. */
export async function measureCreatePost(seeded: Seeded, options: CreatePostOptions): Promise<CreatePostResult> {
  const rest = restShot(seeded);
  const graphql = graphqlShot(seeded);
  const captured = await captureStatements(seeded, [rest, graphql]);
  const [restStatements = [], graphqlStatements = []] = captured;
  const [first] = seeded.people;
  const request = makeReplayable(restStatements, first?.userId ?? '');
  const userIds = seeded.people.map(({ userId }) => userId);

  const api = await startService(seeded.databaseUrl, 'api');
  const floor = await startChild({
    script: new URL('./floor-server.js', import.meta.url),
    env: { FLOOR: JSON.stringify({ databaseUrl: seeded.databaseUrl, request, userIds }) },
    ready: /^Listening on (\S+)$/,
  });
  const floorShot = { ...rest, origin: floor.address, path: '/', headers: () => ({}) };
  const contenders: Contender[] = [
    { name: 'floor', pid: floor.pid, shot: floorShot },
    { name: 'REST', pid: api.pid, shot: { ...rest, origin: api.address } },
    { name: 'GraphQL', pid: api.pid, shot: { ...graphql, origin: api.address } },
  ];
  const rows: Row[] = [];
  for (const { shot } of contenders) await load(shot, 8, options.warmUpMs);
  for (const connections of options.connections) {
    rows.push(...summarize(connections, await alternate(contenders, connections, options)));
  }
  await floor.stop();

  const same = isSame(restStatements, graphqlStatements);
  const notes = [
    `One create over REST: ${restStatements.length} statements; over GraphQL ${same ? 'the same ones' : `${graphqlStatements.length}`}.`,
    `Medians of ${options.rounds} alternating rounds of ${options.roundMs} ms.`,
  ];
  const section = { title: 'create-post, 3 targets, a day ahead', rows, notes };
  return { section, statements: restStatements.map(({ text }) => text), api };
}

async function alternate(contenders: Contender[], connections: number, { rounds, roundMs }: CreatePostOptions) {
  const results = new Map<string, Round[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    // Whoever comes first comes last in the next round: the tables grow under all alike.
    const order = round % 2 === 0 ? contenders : contenders.toReversed();
    for (const { name, pid, shot } of order) {
      const before = await processUsage(pid);
      const result = await load(shot, connections, roundMs);
      const after = await processUsage(pid);
      const cpuMs = before && after ? ((after.cpuSeconds - before.cpuSeconds) * 1000) / result.requests : Number.NaN;
      results.get(name)?.push({ ...result, cpuMs });
      await pause(100);
    }
  }
  return results;
}

function summarize(connections: number, results: Map<string, Round[]>): Row[] {
  const of = (name: string, key: keyof Round) => median((results.get(name) ?? []).map((round) => round[key]));
  return [...results.keys()].map((name) => ({
    name: `${name}, ${connections} connection${connections === 1 ? '' : 's'}`,
    figures: {
      'requests/s': of(name, 'perSecond'),
      'p50 ms': of(name, 'p50Ms'),
      'p99 ms': of(name, 'p99Ms'),
      'CPU ms/request': of(name, 'cpuMs'),
      ratio: of(name, 'perSecond') / of('floor', 'perSecond'),
    },
  }));
}

/** The statements of one request of each kind, from a process that has already answered some. */
async function captureStatements(seeded: Seeded, shots: Omit<Shot, 'origin'>[]): Promise<Statement[][]> {
  const tap = await startStatementTap(seeded.databaseUrl, SERVICE);
  const api = await startService(tap.url, 'api');
  const pool = new Pool(api.address, { connections: 1 });
  const captured: Statement[][] = [];
  for (const shot of shots) {
    // The first person's, whose id the floor replaces.
    const first = { ...shot, headers: headersInTurn(seeded.people.slice(0, 1)) };
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

const isSame = (one: Statement[], other: Statement[]) =>
  JSON.stringify(one.map(({ text }) => text)) === JSON.stringify(other.map(({ text }) => text));

const tomorrow = () => new Date(Date.now() + 24 * 3_600_000).toISOString();

const restShot = ({ people, targets }: Seeded): Omit<Shot, 'origin'> => ({
  path: '/api/v1/create-post',
  headers: headersInTurn(people),
  body: JSON.stringify({ content: CONTENT, platforms: Object.values(targets), scheduledTime: tomorrow() }),
  good: '"success":true',
});

const graphqlShot = ({ people, targets }: Seeded): Omit<Shot, 'origin'> => ({
  path: '/graphql',
  headers: headersInTurn(people),
  body: JSON.stringify({
    query: 'mutation Create($input: CreatePostInput!) { createPost(input: $input) { postGroup { id } } }',
    variables: {
      input: { post: { content: CONTENT, platformIds: Object.values(targets) }, scheduledTime: tomorrow() },
    },
  }),
  good: '"postGroup":{"id":',
});
