import { restCreate } from './create-requests.js';
import { withSession } from './database.js';
import { growAccounts } from './grown-database.js';
import { load } from './load.js';
import { type Loaded, measureLoads } from './measured-load.js';
import { seedPeer } from './peer-database.js';
import { installPeer, startPeer, startRedis } from './peer-stack.js';
import { burstFigures, type Contender, evenly, measureRun, startPublishing } from './publishing-contenders.js';
import type { Row, Section } from './report.js';
import { headersInTurn, MEASURED_PLATFORMS, type Person } from './seed.js';
import { makeTopic } from './topic.js';

export interface PeerOptions {
  /** The time for each load, and for the warm-up before the first. */
  loadMs: number;
  warmUpMs: number;
  /** The number of users. A plan limits the posts of each, so many posts need many users. */
  people: number;
  /** The number of posts of the account whose posts are listed. */
  posts: number;
  /** Posts that are due in one second. */
  burst: number;
}

const PAGE = 20;
const BURST = 'over 1 s, all three';
const targetsNamed = (count: number) => `${count} target${count === 1 ? '' : 's'}`;

const atLeast = (what: string, row: string, bound: number) => ({
  name: `${what} / peer: ${row}`,
  unit: '',
  of: [row, 'ratio'] as const,
  atLeast: bound,
});
const overBoth = (what: string, name: string, bound: number) =>
  ['1 connection', '16 connections'].map((connections) => atLeast(what, `${name}, ${connections}`, bound));

/** The service beside the least that a service on Fastify, BullMQ and Postgres can be (`tools/peer`). */
export const peer = makeTopic<PeerOptions>({
  about: 'creating, listing and publishing beside the least on Fastify, BullMQ and Postgres; needs redis-server',
  rounds: { full: 5 },
  sizes: {
    full: { loadMs: 1_500, warmUpMs: 3_000, people: 300, posts: 10_000, burst: 500 },
    quick: { loadMs: 200, warmUpMs: 200, people: 20, posts: 200, burst: 20 },
  },
  // The peer is the same beside every version: two are compared by the topics of what is measured here.
  isComparable: false,
  aims: [
    ...overBoth('create', 'REST, 1 target', 1.3),
    ...overBoth('create', 'REST, 3 targets', 2),
    ...overBoth('list', 'REST, list', 1.3),
    ...overBoth('list', 'GraphQL, list', 1.3),
    { name: '500 posts over 1 s: median late', unit: 'ms', of: [BURST, 'median'], atMost: 50 },
    { name: '500 posts over 1 s: p99 late', unit: 'ms', of: [BURST, 'p99'], atMost: 100 },
  ],
  async start(surroundings, { loadMs, warmUpMs, people: count, posts, burst }) {
    const redis = await startRedis(await surroundings.folder());
    await installPeer();
    const { url, pid: serverPid } = await surroundings.server();
    const { address } = await surroundings.sandbox();
    const accounts = await surroundings.accounts();
    // One account has the posts that are listed; the others create.
    const apart = <Of extends { people: Person[] }>(seeded: Of) => ({
      ...seeded,
      people: seeded.people.slice(0, -1),
      owner: seeded.people.slice(-1),
    });
    const seeded = apart(await surroundings.seed('peer', count + 1, { accounts }));
    await withSession(seeded.databaseUrl, async (db) => {
      await growAccounts(
        db,
        seeded.owner.map(({ userId }) => ({ userId, groups: posts })),
      );
    });
    const seededPeer = apart(await seedPeer(url, { accounts, people: count + 1, posts }));
    const service = await startPublishing(surroundings, seeded, {
      server: { url, pid: serverPid },
      apiEnv: { GRAPHQL_POINTS_PER_MINUTE: '1000000000' },
    });
    const below = await startPeer(seededPeer, redis, serverPid);

    const ofService = { pid: service.api.pid };
    const ofPeer = { pid: below.api.pid, redisPid: redis.pid };
    const creates = [1, 3].map((targets): [string, Loaded[]] => {
      const shot = (of: typeof seeded) => restCreate(of, Object.values(of.targets).slice(0, targets));
      const what = targetsNamed(targets);
      return [
        `create-post, ${what}, a day ahead`,
        [
          {
            ...ofPeer,
            name: `peer, ${what}`,
            shot: { ...shot(seededPeer), path: '/posts', origin: below.api.address },
          },
          { ...ofService, name: `REST, ${what}`, shot: { ...shot(seeded), origin: service.api.address } },
        ],
      ];
    });
    const page = {
      path: `/api/v1/list-posts?page=1&limit=${PAGE}`,
      headers: headersInTurn(seeded.owner),
      good: `"totalItems":${posts},`,
      origin: service.api.address,
    };
    const pageOfPeer = {
      ...page,
      path: `/posts?page=1&limit=${PAGE}`,
      headers: headersInTurn(seededPeer.owner),
      origin: below.api.address,
    };
    const pageOverGraphql = {
      ...page,
      path: '/graphql',
      body: JSON.stringify({
        query: `{ postGroups(first: ${PAGE}) { totalCount edges { node {
          id content status scheduledTime createdAt updatedAt posts { platformId platformKey status } } } } }`,
      }),
      good: `"totalCount":${posts},`,
    };
    const loads: [string, Loaded[]][] = [
      ...creates,
      [
        `The newest ${PAGE} of ${posts} posts, with their targets and the total`,
        [
          { ...ofPeer, name: 'peer, list', shot: pageOfPeer },
          { ...ofService, name: 'REST, list', shot: page },
          { ...ofService, name: 'GraphQL, list', shot: pageOverGraphql },
        ],
      ],
    ];
    const publishers: [string, Contender][] = [
      [`peer: ${BURST}`, below],
      [BURST, service],
    ];
    // Sessions made, code warm.
    for (const { shot } of loads.flatMap(([, contenders]) => contenders)) await load(shot, 8, warmUpMs);
    for (const [, contender] of publishers) {
      await measureRun(contender, address, 'warm-up', MEASURED_PLATFORMS, evenly(60, 0));
    }
    let isReversed = false;
    const inTurn = <One>(all: readonly One[]) => (isReversed ? all.toReversed() : all);
    return {
      async round(): Promise<Section[]> {
        const sections: Section[] = [];
        for (const [title, contenders] of loads) {
          const order = inTurn(contenders);
          const rows = await measureLoads(contenders, {
            order,
            forMs: loadMs,
            serverPid,
            floor: contenders[0]?.name ?? '',
          });
          sections.push({ title, rows, notes: [] });
        }
        const rows: Row[] = [];
        for (const [name, contender] of inTurn(publishers)) {
          const run = await measureRun(contender, address, BURST, MEASURED_PLATFORMS, evenly(burst, 1_000));
          const figures = { ...burstFigures(run), 'Postgres CPU ms/post': run.serverCpuMs };
          const ofRedis = contender === below && { 'Redis CPU ms/post': run.redisCpuMs };
          rows.push({ name, figures: { ...figures, ...ofRedis } });
        }
        const note = 'Lateness in ms: arrival at the sandbox minus due time.';
        sections.push({ title: `${burst} posts due in one second, one worker`, rows, notes: [note] });
        isReversed = !isReversed;
        return sections;
      },
      async stop() {
        await below.stop();
        await service.stop();
        await redis.stop();
      },
    };
  },
});
