/** What the gate measures. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import { makeDataSource } from '../src/compose/data-source.js';
import { LiveEventType } from '../src/domain/posts/state/live-event.js';
import { PostGroupStatus, ProcessingStatus } from '../src/domain/posts/state/post-group.js';
import { recordEvents } from '../src/domain/posts/state/record-changes.repository.js';
import { PLATFORM_KEYS } from '../src/platforms/port/platform.js';
import type { Due } from './burst.js';
import { startChild } from './child.js';
import { restCreate } from './create-requests.js';
import { openDatabase, withSession } from './database.js';
import { growAccounts } from './grown-database.js';
import { type Shot, sendTimes } from './load.js';
import { evenly, measureRun, startPublishing } from './publishing-contenders.js';
import { createDatabase, headersInTurn, MEASURED_PLATFORMS, type Person } from './seed.js';
import { connect, RAISED } from './subscriptions.bench.js';
import type { Surroundings } from './surroundings.js';
import { textShapes } from './text-shapes.js';

const LISTED = 10_000;
const CONNECTIONS = 8;
const SUBSCRIPTIONS = 20;
/** Posts that are published are due so many milliseconds after each other. */
const DUE_EVERY_MS = 5;
/** Blocks that are not measured: code is compiled, statements are prepared, and caches are filled. */
const WARM_UP = { service: 10, floor: 25 };
/** Time for the creation of a post that is published. */
const MIN_CREATE_MS = 10;
const MAX_CREATE_MS = 320;
const VALIDATED = textShapes.prose?.slice(0, 3_000) ?? '';
const RECEIVED_WITHIN_MS = 30_000;
const FOLLOW = 'subscription { accountActivity { postGroupId sequence cursor type occurredAt groupStatus } }';
const FLOOR_EVENT = `WITH event AS (INSERT INTO events (post, payload) VALUES ($1, $2) RETURNING id)
  SELECT pg_notify('floor', id::text) FROM event`;

/** Does an operation so many times; calls `begin` once what is not measured has been done. */
type Block = (times: number, begin: () => Promise<void>) => Promise<void>;

export interface Operation {
  name: string;
  /** The process of the service that does it. */
  process: 'API' | 'worker';
  /** How many times a block does it. A block of the floor does it twice as often, because it costs less. */
  times: number;
  service: Block;
  floor: Block;
}

/** Of the processes that are measured. */
export type Pids = Record<'API' | 'worker' | 'floor' | 'Postgres', number>;

/** The operations of the gate and their floors, on a server that nothing else uses. */
export async function startOperations(
  surroundings: Surroundings,
): Promise<{ operations: Operation[]; pids: Pids; stop: () => Promise<void> }> {
  const server = await surroundings.newServer();
  // It would be counted in some blocks and not in others.
  await withSession(server.url, (db) => db.query('ALTER SYSTEM SET autovacuum = off'));
  await withSession(server.url, (db) => db.query('SELECT pg_reload_conf()'));
  const { people, ...seeded } = await surroundings.seed('gate', 61, { server });
  const [owner, ...authors] = people as [Person, ...Person[]];
  await withSession(seeded.databaseUrl, (db) => growAccounts(db, [{ userId: owner.userId, groups: LISTED }]));
  const posting = { ...seeded, people: authors };
  const service = await startPublishing(surroundings, posting, { apiEnv: RAISED });
  const floorUrl = await createDatabase(server.url, 'floor');
  const floor = await startChild({
    script: new URL('./gate-floor.js', import.meta.url),
    env: { DATABASE_URL: floorUrl },
    ready: /^Listening on (\S+)$/,
  });
  const origins = {
    service: { databaseUrl: seeded.databaseUrl, address: service.api.address },
    floor: { databaseUrl: floorUrl, address: floor.address },
  };
  const events = await startEvents(origins, owner);
  const { address: sandbox } = await surroundings.sandbox();
  const groupId = await withSession(seeded.databaseUrl, async (db) => {
    const { rows } = await db.query('SELECT min(id) AS id FROM post_groups WHERE user_id = $1', [owner.userId]);
    return rows[0].id as string;
  });
  const headers = headersInTurn([owner]);
  const loading =
    (origin: string, shot: Omit<Shot, 'origin'>): Block =>
    async (times, begin) => {
      await begin();
      await sendTimes({ ...shot, origin }, CONNECTIONS, times);
    };
  const ofService = (shot: Omit<Shot, 'origin'>) => loading(service.api.address, shot);
  const ofFloor = (route: string, content?: string) =>
    loading(floor.address, {
      path: route,
      headers: () => ({}),
      ...(content !== undefined && { body: JSON.stringify({ content }) }),
      good: '"answer":',
    });
  const create = restCreate(posting, [seeded.targets.fediverse]);
  const operations: Operation[] = [
    { name: 'create', process: 'API', times: 60, service: ofService(create), floor: ofFloor('/create', create.body) },
    {
      name: 'list',
      process: 'API',
      times: 40,
      service: ofService({
        path: '/api/v1/list-posts?page=1&limit=20',
        headers,
        good: `"totalItems":${LISTED},`,
      }),
      floor: ofFloor('/list'),
    },
    {
      name: 'get',
      process: 'API',
      times: 60,
      service: ofService({ path: `/api/v1/get-post/${groupId}`, headers, good: groupId }),
      floor: ofFloor('/get'),
    },
    {
      name: 'publish',
      process: 'worker',
      times: 60,
      service: publishing(service, sandbox),
      floor: ofFloor('/publish', create.body),
    },
    { name: 'event', process: 'API', times: 30, ...events.blocks },
    {
      name: 'validate',
      process: 'API',
      times: 30,
      service: ofService({ path: '/graphql', headers, body: VALIDATE, good: '"valid":' }),
      floor: ofFloor('/validate', VALIDATED),
    },
  ];
  const ignored = async () => undefined;
  for (const { name, times, service, floor } of operations) {
    await floor(WARM_UP.floor * times, ignored);
    await service(name === 'publish' ? times : WARM_UP.service * times, ignored);
  }
  return {
    operations,
    pids: { API: service.api.pid, worker: service.pid, floor: floor.pid, Postgres: server.pid },
    async stop() {
      await events.stop();
      await floor.stop();
      await service.stop();
    },
  };
}

/** Publishes posts that are created before it begins. A machine that takes too long to create them is given more time. */
function publishing(service: Awaited<ReturnType<typeof startPublishing>>, sandbox: string): Block {
  let createMs = MIN_CREATE_MS;
  return async (times, begin) => {
    for (;;) {
      const schedule = async (run: string, posts: Due[]) => {
        await service.schedule(run, posts);
        await begin();
      };
      const offsets = evenly(times, times * DUE_EVERY_MS);
      try {
        await measureRun({ ...service, createMs, schedule }, sandbox, 'gate', MEASURED_PLATFORMS, offsets);
        return;
      } catch (error) {
        if (createMs >= MAX_CREATE_MS) throw error;
        createMs *= 2;
      }
    }
  };
}

const VALIDATE = JSON.stringify({
  query: `query ($input: ValidatePostInput!) { validatePost(input: $input) { valid errors { code } warnings { code } } }`,
  variables: { input: { post: { content: VALIDATED, platforms: PLATFORM_KEYS.map((key) => key.toUpperCase()) } } },
});

interface Events {
  blocks: Pick<Operation, 'service' | 'floor'>;
  stop(): Promise<void>;
}

/** One event after the other, each until all subscriptions have received it. */
async function startEvents(
  origins: Record<'service' | 'floor', { databaseUrl: string; address: string }>,
  { userId, apiKey }: Person,
): Promise<Events> {
  let received = 0;
  const onNext = () => {
    received += 1;
  };
  const socket = await connect(origins.service, apiKey, onNext);
  for (let id = 0; id < SUBSCRIPTIONS; id += 1) {
    socket.send(JSON.stringify({ id: String(id), type: 'subscribe', payload: { query: FOLLOW } }));
  }
  const streams = await Promise.all(
    Array.from({ length: SUBSCRIPTIONS }, () => request(`${origins.floor.address}/events`)),
  );
  for (const { body } of streams) body.on('data', onNext).on('error', () => undefined);
  const source = await makeDataSource({ url: origins.service.databaseUrl, poolSize: 1 }).initialize();
  const floor = openDatabase(origins.floor.databaseUrl);
  const [{ id: groupId }] = await source.query('SELECT max(id) AS id FROM post_groups WHERE user_id = $1', [userId]);
  const happened = { type: LiveEventType.EDITED, groupStatus: PostGroupStatus.DRAFT } as const;
  const events = [{ ...happened, processingStatus: ProcessingStatus.PENDING }];
  const repeat =
    (cause: () => Promise<unknown>): Block =>
    async (times, begin) => {
      await begin();
      for (let count = 0; count < times; count += 1) {
        received = 0;
        await cause();
        for (const limit = performance.now() + RECEIVED_WITHIN_MS; received < SUBSCRIPTIONS; await pause(1)) {
          if (performance.now() > limit)
            throw new Error(`${received} of ${SUBSCRIPTIONS} subscriptions received an event`);
        }
      }
    };
  return {
    blocks: {
      service: repeat(() => recordEvents(source.manager, [{ groupId, events }], new Date())),
      floor: repeat(() => floor.query(FLOOR_EVENT, [randomUUID(), happened])),
    },
    async stop() {
      socket.terminate();
      for (const { body } of streams) body.destroy();
      await source.destroy();
      await floor.end();
    },
  };
}
