import { type Client, createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { LiveEventType } from '../../src/domain/posts/state/live-event.js';
import { PostGroupStatus, ProcessingStatus } from '../../src/domain/posts/state/post-group.js';
import { recordEvents } from '../../src/domain/posts/state/record-changes.repository.js';
import type { Db } from '../../src/foundation/database/unit-of-work.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { openDataSource } from '../support/data-source.js';
import { eventually } from '../support/eventually.js';
import { openSocket } from '../support/graphql.js';
import { type Service, useTwoApis } from '../support/service.js';
import {
  ACCOUNT_ACTIVITY,
  createGroup,
  cursorOf,
  expectWhole,
  type Following,
  follow,
  LATER,
  mutate,
  nameOf,
  type Step,
  storedNames,
  upTo,
} from './support.js';

const { db, service, second } = await useTwoApis();
const apis = [service, second];
let dataSource: Awaited<ReturnType<typeof openDataSource>>;
let account: TestAccount;
const clients: Client[] = [];

beforeAll(async () => {
  dataSource = await openDataSource(db, 4);
});
beforeEach(async () => {
  account = await createAccount(db, { connected: group.platformIds });
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.dispose()));
});
afterAll(async () => {
  await dataSource?.destroy();
});

const headers = () => ({ 'x-api-key': account.apiKey });
const api = (index: number) => apis[index % apis.length] as Service;
const group = { platformIds: ['fediverse-1'] };
const create = () => createGroup(api(0), headers(), group);

/** Reconnects a subscriber to an API with the cursor of the last step that it received. */
async function comeBack(after: string | null, nth = 0): Promise<Following & { leave(): Promise<void> }> {
  const client = openSocket(api(nth), headers());
  clients.push(client);
  const following = follow(client, ACCOUNT_ACTIVITY, { after });
  return Object.assign(following, { leave: async () => client.dispose() });
}
const lastCursor = (steps: Step[], before: string) => steps.at(-1)?.cursor ?? before;
const received = (following: Following, count: number) =>
  eventually(async () => (following.steps.length >= count ? following.steps : undefined));

test('a subscriber that reconnects while 30 groups change through two processes receives each step once', async () => {
  let { cursor, past } = await cursorOf(db, api(0), headers(), account.userId);
  const story = async (index: number) => {
    const id = await createGroup(api(index), headers(), { ...group, scheduledTime: LATER });
    await mutate(api(index + 1), headers(), 'updatePost', { postGroupId: id, status: 'DRAFT' });
    if (index % 3 === 0) await mutate(api(index), headers(), 'deletePost', { postGroupId: id });
  };
  let working = true;
  const work = (async () => {
    for (const round of upTo(5)) await Promise.all(upTo(6).map((n) => story(round * 6 + n)));
    working = false;
  })();
  const all: Step[] = [];
  for (let visit = 0; working; visit += 1) {
    const following = await comeBack(cursor, visit);
    await received(following, 1 + (visit % 7)).catch((error) => {
      if (working) throw error;
    });
    await following.leave();
    expect(following.errors ?? []).toEqual([]);
    all.push(...following.steps);
    cursor = lastCursor(following.steps, cursor);
  }
  await work;
  const rest = (await storedNames(db, account.userId)).length - past.length - all.length;
  const last = await comeBack(cursor);
  await received(last, rest);
  await expectWhole(db, account.userId, [...all, ...last.steps], past);
});

test('a client as in docs/guides/graphql.md, whose socket is lost again and again, receives each step once', async () => {
  const { cursor, past } = await cursorOf(db, api(0), headers(), account.userId);
  let socket: WebSocket | undefined;
  const client = createClient({
    url: api(1).wsUrl,
    webSocketImpl: WebSocket,
    connectionParams: headers(),
    retryAttempts: Number.POSITIVE_INFINITY,
    retryWait: async () => undefined,
    on: { connected: (opened) => (socket = opened as WebSocket) },
  });
  clients.push(client);
  const variables = { after: cursor };
  const steps: Step[] = [];
  client.subscribe<{ accountActivity: Step }>(
    { query: ACCOUNT_ACTIVITY, variables },
    {
      next: ({ data }) => {
        const step = data?.accountActivity as Step;
        variables.after = step.cursor ?? '';
        steps.push(step);
      },
      error: () => undefined,
      complete: () => undefined,
    },
  );
  for (const round of upTo(8)) {
    const count = steps.length;
    const created = Promise.all(upTo(5).map(create));
    await eventually(async () => steps.length > count || undefined);
    if (round % 2 === 0) await created;
    socket?.terminate();
    await created;
  }
  await eventually(async () => {
    const stored = await storedNames(db, account.userId);
    return steps.length >= stored.length - past.length || undefined;
  });
  await expectWhole(db, account.userId, steps, past);
});

test('1,200 steps that were missed are sent once each, though the subscriber disconnects in the middle of them twice', async () => {
  let { cursor, past } = await cursorOf(db, api(0), headers(), account.userId);
  const ids = await Promise.all(upTo(12).map(create));
  await Promise.all(ids.map((id, index) => record(dataSource.manager, [id], 100 + (index % 2))));
  const all: Step[] = [];
  for (const count of [450, 300]) {
    const following = await comeBack(cursor);
    await received(following, count);
    await following.leave();
    all.push(...following.steps);
    cursor = lastCursor(following.steps, cursor);
    // What commits between two visits has its place among the rest.
    await record(dataSource.manager, ids.slice(0, 3));
  }
  const last = await comeBack(cursor);
  await received(last, (await storedNames(db, account.userId)).length - past.length - all.length);
  await expectWhole(db, account.userId, [...all, ...last.steps], past);
});

/** Records steps of groups the way publishing does. */
const record = (tx: Db, ids: string[], count = 1) =>
  recordEvents(
    tx,
    ids.map((groupId) => ({
      groupId,
      events: upTo(count).map(() => ({
        type: LiveEventType.QUEUED,
        groupStatus: PostGroupStatus.SCHEDULED,
        processingStatus: ProcessingStatus.PENDING,
      })),
    })),
    new Date(),
  );

/** A transaction that the test commits when it likes; it has its number from the start. */
async function begin(): Promise<{ tx: Db; commit(): Promise<void> }> {
  const runner = dataSource.createQueryRunner();
  await runner.startTransaction();
  await runner.query('SELECT pg_current_xact_id()');
  return {
    tx: runner.manager,
    async commit() {
      await runner.commitTransaction();
      await runner.release();
    },
  };
}

describe('transactions that commit in another order than they started', () => {
  test('a step that commits after the last one sent is sent to the subscriber that reconnects', async () => {
    const { cursor } = await cursorOf(db, api(0), headers(), account.userId);
    const [first, second] = await Promise.all([create(), create()]);
    const earlier = await begin();
    await record(earlier.tx, [first]);
    const later = await begin();
    await record(later.tx, [second]);
    await later.commit();

    const before = await comeBack(cursor);
    await eventually(async () => before.steps.some((step) => nameOf(step) === `${second} 2`) || undefined);
    await before.leave();
    expect(before.steps.map(nameOf)).not.toContain(`${first} 2`);
    await earlier.commit();

    for (const step of before.steps) {
      const rest = before.steps.slice(before.steps.indexOf(step) + 1).map(nameOf);
      const after = await comeBack(step.cursor);
      await received(after, rest.length + 1);
      expect(after.steps.map(nameOf).sort()).toEqual([...rest, `${first} 2`].sort());
      await after.leave();
    }
  });

  test('it is sent to one that stayed connected, too, and once', async () => {
    const { cursor, past } = await cursorOf(db, api(0), headers(), account.userId);
    const [first, second] = await Promise.all([create(), create()]);
    const earlier = await begin();
    await record(earlier.tx, [first]);
    const following = await comeBack(cursor);
    await record(dataSource.manager, [second]);
    await eventually(async () => following.steps.some((step) => nameOf(step) === `${second} 2`) || undefined);
    await earlier.commit();
    await eventually(async () => following.steps.some((step) => nameOf(step) === `${first} 2`) || undefined);
    await expectWhole(db, account.userId, following.steps, past);
  });

  test.each(['stayed', 'was away'])(
    'steps of one group are sent in their order to one that %s, though the later one’s transaction is older',
    async (who) => {
      const { cursor, past } = await cursorOf(db, api(0), headers(), account.userId);
      const id = await create();
      const older = await begin();
      const following = await comeBack(cursor);
      await received(following, 1);
      await record(dataSource.manager, [id]);
      if (who === 'stayed') await eventually(async () => following.steps.at(-1)?.sequence === 2 || undefined);
      else await following.leave();
      // A step that is on its way when it leaves may still arrive.
      const seen = [...following.steps];
      await record(older.tx, [id]);
      await older.commit();
      const back = who === 'stayed' ? following : await comeBack(lastCursor(seen, cursor));
      await eventually(async () => back.steps.some((step) => nameOf(step) === `${id} 3`) || undefined);
      await expectWhole(db, account.userId, who === 'stayed' ? back.steps : [...seen, ...back.steps], past);
    },
  );

  test('a transaction that hangs, in any database of the server, delays no subscriber', async () => {
    const { cursor } = await cursorOf(db, api(0), headers(), account.userId);
    const hanging = await begin();
    const id = await create();
    const following = await comeBack(cursor);
    await eventually(async () => following.steps.some(({ postGroupId }) => postGroupId === id) || undefined);
    await hanging.commit();
  });
});

describe('refuses', () => {
  const refusal = async (after: string) => {
    const following = await comeBack(after);
    await following.ended;
    return following.errors;
  };
  const age = (days: number) =>
    db.query("UPDATE live_events SET created_at = now() - $2 * interval '1 day' WHERE user_id = $1", [
      account.userId,
      days,
    ]);
  const EXPIRED = [{ extensions: { code: 'CURSOR_EXPIRED' } }];

  test('CURSOR_EXPIRED: what came after it may be gone', async () => {
    const { cursor } = await cursorOf(db, api(0), headers(), account.userId);
    await age(7);
    expect(await refusal(cursor)).toMatchObject(EXPIRED);
    await db.query('DELETE FROM live_events WHERE user_id = $1', [account.userId]);
    expect(await refusal(cursor)).toMatchObject(EXPIRED);
  });

  test('not after six days', async () => {
    const { cursor } = await cursorOf(db, api(0), headers(), account.userId);
    await age(6);
    const id = await create();
    const following = await comeBack(cursor);
    await eventually(async () => following.steps.some(({ postGroupId }) => postGroupId === id) || undefined);
  });

  test('CURSOR_EXPIRED: another account’s', async () => {
    const { cursor } = await cursorOf(db, api(0), headers(), account.userId);
    account = await createAccount(db);
    expect(await refusal(cursor)).toMatchObject(EXPIRED);
  });

  test('CURSOR_EXPIRED: Postgres went back to before it', async () => {
    const { cursor } = await cursorOf(db, api(0), headers(), account.userId);
    const [from, to, ...key] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    expect(from).toMatch(/^\d+:\d+:/);
    const future = Buffer.from(JSON.stringify(['9000000000:9000000000:', to, ...key])).toString('base64url');
    expect(await refusal(future)).toMatchObject(EXPIRED);
  });

  const encode = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url');
  const ID = 'a'.repeat(24);
  test.each([
    '',
    'x',
    encode('9:9:'),
    encode([]),
    encode(['9:9:', '9:9:', '9', ID]),
    encode(['9:9:', '9:9:', 9, ID, 1]),
    encode(['9:9:', '9:9:', '9', 'x', 1]),
    encode(['9:9:', '9:9:', '9', ID, 2 ** 31]),
    encode(['9:9:', '9:9:', '9', ID, 0.5]),
    encode(['9:9', '9:9:', '9', ID, 1]),
    encode(['9:8:', '9:9:', '9', ID, 1]),
    encode(['0:9:', '9:9:', '9', ID, 1]),
    encode(['9:9:9', '9:9:', '9', ID, 1]),
    encode(['2:9:4,3', '9:9:', '9', ID, 1]),
    encode(['9:9:9:9', '9:9:', '9', ID, 1]),
    encode(['9:99999999999999999999:', '9:9:', '9', ID, 1]),
    encode(['9:9223372036854775808:', '9:9:', '9', ID, 1]),
    encode(["9:9:'", '9:9:', '9', ID, 1]),
  ])('PAGE_INVALID: %j', async (after) => {
    expect(await refusal(after)).toMatchObject([
      {
        message: 'Invalid page: `after` is not a valid cursor of accountActivity',
        extensions: { code: 'PAGE_INVALID' },
      },
    ]);
  });
});
