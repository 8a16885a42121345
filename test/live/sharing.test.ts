/** What an event costs: one read of it for all who follow it, and one execution for all who subscribe to the same. */
import { buildSchema, type ExecutionResult, parse } from 'graphql';
import type { Client } from 'graphql-ws';
import { type StatementTap, startStatementTap } from '../../bench/statement-tap.js';
import { type SubscriptionArgs, subscribeShared } from '../../src/api/shared-execution.js';
import type { Viewer } from '../../src/domain/identity/viewer.js';
import type { Stream } from '../../src/foundation/concurrency/stream.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { openSocket } from '../support/graphql.js';
import { type Service, startService } from '../support/service.js';
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
  storedNames,
  upTo,
} from './support.js';

describe('an event is executed once for equal operations of one viewer', () => {
  const viewer: Viewer = {
    userId: 'a'.repeat(24),
    ownerId: 'a'.repeat(24),
    plan: 'pro',
    keyId: 'b'.repeat(24),
    session: null,
    workspaceAccess: false,
    mayPublish: true,
  };
  const QUERY = 'subscription Ticks($n: Int) { tick(n: $n) { at } }';
  let executions: number;
  /** Executions that will find the database unavailable. */
  let failures: number;

  const schema = buildSchema('type Query { no: Int } type Subscription { tick(n: Int): Tick } type Tick { at: Int }');
  const at = schema.getType('Tick') as unknown as { getFields(): { at: { resolve: unknown } } };
  at.getFields().at.resolve = (event: { at: number }) => {
    executions += 1;
    failures -= 1;
    if (failures >= 0) throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    return event.at;
  };
  const tick = schema.getSubscriptionType()?.getFields().tick;
  if (tick) tick.resolve = (event) => event;
  const EVENTS = [{ at: 1 }, { at: 2 }, { at: 3 }];
  beforeEach(() => {
    executions = 0;
    failures = 0;
    // Each subscriber gets a stream of its own, of the same events.
    const events = EVENTS.map((event) => ({ ...event }));
    if (tick)
      tick.subscribe = async function* () {
        yield* events;
      };
  });

  async function resultsOf(args: Partial<SubscriptionArgs>, as: Partial<Viewer> = {}): Promise<ExecutionResult[]> {
    const contextValue = { viewer: async () => ({ ...viewer, ...as }) };
    const subscription = { schema, document: parse(QUERY), contextValue, contextOfEvent: () => contextValue };
    const stream = await subscribeShared({ ...subscription, ...args }, () => undefined);
    const received: ExecutionResult[] = [];
    for await (const result of stream as Stream<ExecutionResult>) received.push(result);
    return received;
  }
  const ALL = EVENTS.map((tick) => ({ data: { tick } }));

  test('a thousand of them', async () => {
    const received = await Promise.all(upTo(1000).map(() => resultsOf({ variableValues: { n: 1 } })));
    for (const one of received) expect(one).toEqual(ALL);
    expect(executions).toBe(EVENTS.length);
  });

  test('and again while the database is unavailable, each time in a context of its own', async () => {
    failures = 2;
    let contexts = 0;
    const contextOfEvent = () => {
      contexts += 1;
    };
    const received = await Promise.all(upTo(10).map(() => resultsOf({ contextOfEvent })));
    for (const one of received) expect(one).toEqual(ALL);
    expect([executions, contexts]).toEqual([EVENTS.length + 2, EVENTS.length + 2]);
  });

  const others: Record<string, [args: Partial<SubscriptionArgs>, as?: Partial<Viewer>]> = {
    'another text': [{ document: parse(QUERY.replace('at }', 'at }  ')) }],
    'other variables': [{ variableValues: { n: 2 } }],
    'another operation of the text': [{ document: parse(`${QUERY} query No { no }`), operationName: 'Ticks' }],
    'another key of the same user': [{}, { keyId: 'c'.repeat(24) }],
    'the owner, for the user that it manages': [{}, { ownerId: 'd'.repeat(24) }],
    'another user': [{}, { userId: 'e'.repeat(24) }],
  };
  test.each(Object.entries(others))('%s has executions of its own', async (_name, [args, as]) => {
    await resultsOf({ variableValues: { n: 1 } });
    expect(await resultsOf({ variableValues: { n: 1 }, ...args }, as)).toEqual(ALL);
    expect(executions).toBe(2 * EVENTS.length);
  });

  test('the session makes no difference: a new sign-in shares the execution', async () => {
    const { userId } = viewer;
    await resultsOf({}, { session: { id: '1'.repeat(24), userId, expiresAt: new Date(1) } });
    await resultsOf({}, { session: { id: '2'.repeat(24), userId, expiresAt: new Date(2) } });
    expect(executions).toBe(EVENTS.length);
  });
});

const ACTIVITY_WITH_POSTS = `subscription ($after: String) {
  accountActivity(after: $after) {
    postGroupId sequence cursor postGroup { id status posts { id status } } platformPost { id status }
  }
}`;

/** Which tables of posts statements read. */
const tablesOfPosts = (statements: { text: string }[]) =>
  statements.flatMap(({ text }) => /FROM "?(post_groups|platform_posts)\b/.exec(text)?.[1] ?? []).sort();

describe('an event is read once', () => {
  let db: TestDatabase;
  let tap: StatementTap;
  let tapped: Service;
  let other: Service;
  let account: TestAccount;
  let clients: Client[];

  beforeAll(async () => {
    db = await createTestDatabase();
    tap = await startStatementTap(db.url, 'social-publishing-service');
    [tapped, other] = await Promise.all([
      startService({ db: { ...db, url: tap.url }, roles: 'api' }),
      startService({ db, roles: 'api' }),
    ]);
  });
  beforeEach(async () => {
    account = await createAccount(db, { connected: upTo(5).map((number) => `fediverse-${number}`) });
    clients = [];
  });
  afterEach(() => Promise.all(clients.map((client) => client.dispose())));
  afterAll(async () => {
    await Promise.all([tapped, other].map((service) => service?.stop()));
    tap?.close();
    await db?.drop();
  });

  const headers = () => ({ 'x-api-key': account.apiKey });
  const create = () => createGroup(other, headers(), { platformIds: ['fediverse-1'] });
  const open = () => {
    const client = openSocket(tapped, headers());
    clients.push(client);
    return client;
  };
  const all = (followings: Following[], count: number) =>
    eventually(async () => followings.every(({ steps }) => steps.length >= count) || undefined);

  test('for all 100 subscriptions of the account in a process', async () => {
    const { cursor, past } = await cursorOf(db, tapped, headers(), account.userId);
    const followings = upTo(5).flatMap(() => {
      const client = open();
      return upTo(20).map(() => follow(client, ACCOUNT_ACTIVITY, { after: cursor }));
    });
    const stored = async () => (await storedNames(db, account.userId)).length - past.length;
    // Whoever was behind has joined the others when it receives the second one.
    for (const _ of upTo(2)) {
      await create();
      await all(followings, await stored());
    }
    tap.take();
    await create();
    await all(followings, await stored());
    const statements = tap.take();
    expect(statements.filter(({ text }) => text.includes('live_events'))).toHaveLength(1);
    expect(tablesOfPosts(statements)).toEqual([]);
  });

  test.each([1, 5])(
    'and the objects in it, one statement each and for all, of a group with posts: %i',
    async (posts) => {
      const { cursor, past } = await cursorOf(db, tapped, headers(), account.userId);
      const followings = upTo(2).flatMap(() => {
        const client = open();
        return upTo(10).map(() => follow(client, ACTIVITY_WITH_POSTS, { after: cursor }));
      });
      const stored = async () => (await storedNames(db, account.userId)).length - past.length;
      const platformIds = upTo(posts).map((number) => `fediverse-${number}`);
      // Whoever was behind has joined the others when it receives the second one.
      for (const _ of upTo(2)) {
        await createGroup(other, headers(), { platformIds });
        await all(followings, await stored());
      }
      const before = await stored();
      tap.take();
      await createGroup(other, headers(), { platformIds, scheduledTime: LATER });
      await all(followings, await stored());
      const events = (await stored()) - before;
      // CREATED is of the group; each of its posts is QUEUED.
      expect(events).toBe(1 + posts);
      const groups = Array(events).fill('post_groups');
      expect(tablesOfPosts(tap.take())).toEqual([...Array(events + posts).fill('platform_posts'), ...groups]);
      for (const { steps } of followings) {
        expect(steps.at(-1)).toMatchObject({
          postGroup: { status: 'SCHEDULED' },
          platformPost: { status: 'SCHEDULED' },
        });
      }
    },
  );

  test('and each receives everything after its own cursor, once and in order, whenever it came', async () => {
    const { cursor, past } = await cursorOf(db, tapped, headers(), account.userId);
    let working = true;
    const work = (async () => {
      for (const _ of upTo(12)) {
        const ids = await Promise.all(upTo(3).map(create));
        for (const id of ids) {
          await mutate(other, headers(), 'updatePost', { postGroupId: id, status: 'SCHEDULED', scheduledTime: LATER });
        }
      }
      working = false;
    })();
    const first = follow(open(), ACCOUNT_ACTIVITY, { after: cursor });
    const later: { after: number; following: Following }[] = [];
    for (let count = 1; working; count += 3) {
      await all([first], count).catch(() => undefined);
      const after = first.steps.length;
      later.push({ after, following: follow(open(), ACCOUNT_ACTIVITY, { after: first.steps.at(-1)?.cursor }) });
      if (later.length === 15) break;
    }
    await work;
    await all([first], (await storedNames(db, account.userId)).length - past.length);
    await expectWhole(db, account.userId, first.steps, past);
    for (const { after, following } of later) {
      await all([following], first.steps.length - after);
      await expectWhole(db, account.userId, following.steps, [...past, ...first.steps.slice(0, after).map(nameOf)]);
    }
  });
});
