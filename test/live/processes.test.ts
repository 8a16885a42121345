import type { Client } from 'graphql-ws';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { openSocket } from '../support/graphql.js';
import { type Service, startService } from '../support/service.js';
import {
  createGroup,
  follow,
  isGroupFinished,
  LATER,
  mutate,
  now,
  numbersOf,
  POST_PROGRESS,
  typesOf,
  upTo,
} from './support.js';

let db: TestDatabase;
let sandbox: Sandbox;
let apis: Service[] = [];
let worker: Service;
let account: TestAccount;
let platformIds: string[];
let clients: Client[];

beforeAll(async () => {
  db = await createTestDatabase();
  sandbox = await startSandbox({ port: 0 });
  const [one, two, three] = await Promise.all([
    startService({ db, roles: 'api' }),
    startService({ db, roles: 'api' }),
    // On a busy machine a stand-in may take longer than a test of time-outs waits.
    startService({ db, roles: 'worker', env: { PUBLISH_TIMEOUT_MS: '10000' } }),
  ]);
  apis = [one, two];
  worker = three;
  account = await createAccount(db);
  platformIds = await Promise.all(
    (['fediverse', 'skyfeed', 'messenger'] as const).map((key) => account.connect(sandbox.createAccount(key))),
  );
  clients = apis.map((api) => openSocket(api, headers()));
});
afterAll(async () => {
  await Promise.all((clients ?? []).map((client) => client.dispose()));
  await Promise.all([...apis, worker].map((service) => service?.stop()));
  await sandbox?.close();
  await db?.drop();
});

const headers = () => ({ 'x-api-key': account.apiKey });
const [FIRST, SECOND] = [0, 1];
const api = (index: number) => apis[index] as Service;
const client = (index: number) => clients[index] as Client;
const listeners = () =>
  db.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'live-hub %' AND datname = current_database() ORDER BY pid`,
  );

test('a worker in another process publishes; subscribers of both APIs receive every step, the same', async () => {
  const id = await createGroup(api(FIRST), headers(), { platformIds, scheduledTime: LATER });
  const received = [FIRST, SECOND].map((index) => follow(client(index), POST_PROGRESS, { id, after: 0 }));
  await eventually(async () => received.every(({ steps }) => steps.length === 4) || undefined);
  await mutate(api(FIRST), headers(), 'updatePost', { postGroupId: id, scheduledTime: now() });
  await eventually(async () => received.every(({ steps }) => steps.some(isGroupFinished)) || undefined);
  for (const { stop } of received) stop();

  const [one, two] = received;
  expect(two?.steps).toEqual(one?.steps);
  const steps = one?.steps ?? [];
  expect(numbersOf(steps)).toEqual(upTo(steps.length));
  const postIds = new Set(steps.flatMap(({ platformPostId }) => platformPostId ?? []));
  expect(postIds.size).toBe(platformIds.length);
  for (const id of postIds) {
    const own = steps.filter(({ platformPostId }) => platformPostId === id);
    expect(typesOf(own)).toEqual(['QUEUED', 'QUEUED', 'PROCESSING', 'ATTEMPT_STARTED', 'PUBLISHED']);
  }
  expect(steps.at(-1)).toMatchObject({ type: 'GROUP_FINISHED', groupStatus: 'PUBLISHED' });
});

test('what one API changes, a subscriber of the other receives', async () => {
  const id = await createGroup(api(FIRST), headers(), { platformIds: platformIds.slice(0, 1) });
  const received = follow(client(SECOND), POST_PROGRESS, { id, after: 0 });
  await eventually(async () => received.steps.length === 1 || undefined);
  await mutate(api(FIRST), headers(), 'deletePost', { postGroupId: id });
  await received.ended;
  expect(typesOf(received.steps)).toEqual(['CREATED', 'DELETED']);
});

test('a subscriber goes on at another API where it stopped at the first', async () => {
  const id = await createGroup(api(FIRST), headers(), { platformIds, scheduledTime: LATER });
  const before = follow(client(FIRST), POST_PROGRESS, { id, after: 0 });
  await eventually(async () => before.steps.length === 4 || undefined);
  before.stop();
  await mutate(api(FIRST), headers(), 'updatePost', { postGroupId: id, scheduledTime: now() });
  const after = follow(client(SECOND), POST_PROGRESS, { id, after: 4 });
  await eventually(async () => after.steps.some(isGroupFinished) || undefined);
  after.stop();
  expect(numbersOf([...before.steps, ...after.steps])).toEqual(upTo(4 + after.steps.length));
});

test('every process listens on one connection; a lost one is made again and nothing was missed', async () => {
  const id = await createGroup(api(FIRST), headers(), { platformIds, scheduledTime: LATER });
  const received = [FIRST, SECOND].map((index) => follow(client(index), POST_PROGRESS, { id, after: 0 }));
  await eventually(async () => received.every(({ steps }) => steps.length === 4) || undefined);
  const before = await listeners();
  expect(before).toHaveLength(3);

  // There is no subscriber while the group is published again and again: rescheduled, and then made due now.
  await db.query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [before.map(({ pid }) => pid)]);
  await mutate(api(FIRST), headers(), 'updatePost', { postGroupId: id, scheduledTime: '2036-01-01T00:00:00Z' });
  await mutate(api(SECOND), headers(), 'updatePost', { postGroupId: id, status: 'DRAFT' });
  await mutate(api(FIRST), headers(), 'updatePost', { postGroupId: id, status: 'SCHEDULED', scheduledTime: now() });
  await eventually(async () => received.every(({ steps }) => steps.some(isGroupFinished)) || undefined);
  for (const { steps, stop } of received) {
    stop();
    expect(numbersOf(steps)).toEqual(upTo(steps.length));
    expect(typesOf(steps).filter((type) => type === 'PUBLISHED')).toHaveLength(3);
  }
  const after = await eventually(async () => {
    const rows = await listeners();
    return rows.length === 3 ? rows : undefined;
  });
  expect(after.filter(({ pid }) => before.some((old) => old.pid === pid))).toEqual([]);
});
