import { newId } from '../../src/foundation/database/id.js';
/** What an event costs: one read of it for all who follow it, and one execution for all who subscribe to the same. */

import { buildSchema, parse } from 'graphql';
import type { Client } from 'graphql-ws';
import { type StatementTap, startStatementTap } from '../../bench/statement-tap.js';
import { type SharedResult, type SubscriptionArgs, subscribeShared } from '../../src/api/shared-execution.js';
import type { Source } from '../../src/domain/events/feed.js';
import { makeFeeds } from '../../src/domain/events/share-feed.use-case.js';
import type { Viewer } from '../../src/domain/identity/access/viewer.js';
import { makeUnderWay } from '../../src/foundation/concurrency/under-way.js';
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

describe('an event is executed and serialized once for equal operations of one viewer', () => {
  const viewer: Viewer = {
    userId: 'a'.repeat(24),
    ownerId: 'a'.repeat(24),
    plan: 'pro',
    limitOverrides: null,
    additionsRevision: 0,
    keyId: 'b'.repeat(24),
    applicationId: null,
    session: null,
    scopes: ['READ'],
    permissions: ['READ'],
    workspaceAccess: false,
    mayPublish: true,
  };
  const QUERY = 'subscription Ticks($n: Int) { tick(n: $n) { at } }';
  interface Tick {
    at: number;
  }
  let executions: number;
  /** Executions that will find the database unavailable. */
  let failures: number;
  let stored: Tick[];
  let wake: () => void;

  const schema = buildSchema('type Query { no: Int } type Subscription { tick(n: Int): Tick } type Tick { at: Int }');
  const at = schema.getType('Tick') as unknown as { getFields(): { at: { resolve: unknown } } };
  const tick = schema.getSubscriptionType()?.getFields().tick;
  if (tick) tick.resolve = (event) => event;
  const EVENTS = [{ at: 1 }, { at: 2 }, { at: 3 }];
  beforeEach(() => {
    executions = 0;
    failures = 0;
    stored = [];
    at.getFields().at.resolve = (event: Tick) => {
      executions += 1;
      failures -= 1;
      if (failures >= 0) throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
      return event.at;
    };
    const feeds = makeFeeds<number, Tick>();
    const source: Source<number, Tick> = {
      present: async () => stored.length,
      read: async (after, end) => ({
        entries: stored.slice(after, end ?? stored.length).map((event, n) => ({ event, position: after + n + 1 })),
        position: end ?? stored.length,
        more: false,
      }),
      listen: (wakeFeed) => {
        wake = wakeFeed;
        return () => undefined;
      },
    };
    if (tick) tick.subscribe = () => feeds.subscribe('ticks', source, { after: null });
  });

  interface Subscriber {
    args?: Partial<SubscriptionArgs>;
    as?: Partial<Viewer>;
  }

  /** What each subscriber receives of the events, which happen when all of them are there. */
  async function receivedBy(subscribers: Subscriber[]): Promise<SharedResult[][]> {
    const received = await Promise.all(
      subscribers.map(async ({ args, as }, index) => {
        const contextValue = { requestId: `request${index}`, viewer: async () => ({ ...viewer, ...as }) };
        const results: SharedResult[] = [];
        const end = await subscribeShared(
          {
            schema,
            document: parse(QUERY),
            variableValues: { n: 1 },
            contextValue,
            contextOfEvent: () => contextValue,
            payEvent: async () => 0,
            operations: makeUnderWay(),
            present: (errors) => errors.map(({ message }) => ({ message })),
            ...args,
          },
          { receive: (some) => void results.push(...some), end: () => undefined },
        );
        expect(end).toBeInstanceOf(Function);
        return results;
      }),
    );
    stored.push(...EVENTS);
    wake();
    await eventually(async () => received.every(({ length }) => length === EVENTS.length) || undefined);
    return received;
  }
  const ALL = EVENTS.map((tick) => ({ json: JSON.stringify({ data: { tick } }).slice(0, -1), requestId: null }));

  test('a thousand of them, which receive the same text', async () => {
    const received = await receivedBy(Array(1000).fill({}));
    for (const one of received) {
      expect(one).toEqual(ALL);
      for (const [index, result] of one.entries()) expect(result).toBe(received[0]?.[index]);
    }
    expect(executions).toBe(EVENTS.length);
  });

  test('and again while the database is unavailable, each time in a new context', async () => {
    failures = 2;
    let contexts = 0;
    const contextOfEvent = () => {
      contexts += 1;
      return { requestId: '' };
    };
    const received = await receivedBy(Array(10).fill({ args: { contextOfEvent } }));
    for (const one of received) expect(one).toEqual(ALL);
    expect([executions, contexts]).toEqual([EVENTS.length + 2, EVENTS.length + 2]);
  });

  test('paid for once, before it is executed; without points, or database, it waits', async () => {
    const executionsAt: number[] = [];
    const outcomes = [0.01, 0, 'unavailable', 0, 0];
    const payEvent = async () => {
      executionsAt.push(executions);
      const outcome = outcomes.shift();
      if (typeof outcome === 'number') return outcome;
      throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    };
    for (const one of await receivedBy(Array(10).fill({ args: { payEvent } }))) expect(one).toEqual(ALL);
    expect(executionsAt).toEqual([0, 0, 1, 1, 2]);
    expect(executions).toBe(EVENTS.length);
  });

  test('errors in it are presented once, under the request id with which they were logged', async () => {
    at.getFields().at.resolve = () => {
      executions += 1;
      throw new Error('No time');
    };
    let presented = 0;
    const present: SubscriptionArgs['present'] = (errors, requestId) => {
      presented += 1;
      return errors.map(() => ({ message: requestId }));
    };
    const received = await receivedBy(Array(10).fill({ args: { present } }));
    expect([executions, presented]).toEqual([EVENTS.length, EVENTS.length]);
    for (const { json, requestId } of received.flat()) {
      expect(JSON.parse(`${json}}`)).toEqual({ data: { tick: { at: null } }, errors: [{ message: requestId }] });
      expect(requestId).toMatch(/^request\d$/);
    }
  });

  const others: Record<string, Subscriber> = {
    'another text': { args: { document: parse(QUERY.replace('at }', 'at }  ')) } },
    'other variables': { args: { variableValues: { n: 2 } } },
    'another operation of the text': {
      args: { document: parse(`${QUERY} query No { no }`), operationName: 'Ticks' },
    },
    'another key of the same user': { as: { keyId: 'c'.repeat(24) } },
    'the owner, for the user that it manages': { as: { ownerId: 'd'.repeat(24) } },
    'another user': { as: { userId: 'e'.repeat(24) } },
    'a key that may do more': { as: { workspaceAccess: true } },
    'an account that may publish no more': { as: { mayPublish: false } },
    'another plan': { as: { plan: 'starter' } },
    'other limits': { as: { limitOverrides: { drafts: 1 } } },
  };
  test.each(Object.entries(others))('%s has separate executions', async (_name, other) => {
    for (const one of await receivedBy([{}, other, {}, other])) expect(one).toEqual(ALL);
    expect(executions).toBe(2 * EVENTS.length);
  });

  test('the session makes no difference: a new sign-in shares the execution', async () => {
    const person = {
      personId: newId(),
      email: 'ann@example.com',
      role: 'OWNER',
      mustSetUpSecondFactor: false,
    } as const;
    const sessions = upTo(2).map((n) => ({
      ...person,
      id: String(n).repeat(24),
      expiresAt: new Date(n),
      operator: null,
    }));
    await receivedBy(sessions.map((session) => ({ as: { session } })));
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
    // A subscription that was behind has joined the others when it receives the second one.
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
      // A subscription that was behind has joined the others when it receives the second one.
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
      // With their posts.
      const groups = Array(events).fill('post_groups');
      expect(tablesOfPosts(tap.take())).toEqual([...Array(posts).fill('platform_posts'), ...groups]);
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
