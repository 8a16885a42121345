/** How events reach followers, in any state of these: each event once, in order, without a gap. */

import type { Receiver, Renderer, Source } from '../../src/domain/events/feed.js';
import { type Feeds, makeFeeds } from '../../src/domain/events/share-feed.use-case.js';
import { eventually } from '../support/eventually.js';
import { upTo } from './support.js';

/** Events are numbers, and so are positions: how many come before. */
let stored: number[];
let reads: number;
let failure: Error | undefined;
let last: number | undefined;
let wake: () => void;
let feeds: Feeds<number, number>;
let rendered: number[];

const READ_AT_ONCE = 100;
const source: Source<number, number> = {
  present: async () => stored.length,
  async read(after, end) {
    reads += 1;
    if (failure) throw failure;
    const until = Math.min(end ?? stored.length, after + READ_AT_ONCE);
    const entries = stored.slice(after, until).map((event, index) => ({ event, position: after + index + 1 }));
    return { entries, position: until, more: until < (end ?? stored.length) };
  },
  listen: (wakeFeed) => {
    wake = wakeFeed;
    return () => undefined;
  },
  isLast: (event) => event === last,
};
const renderer: Renderer<number, string> = {
  key: 'text',
  async render(event) {
    rendered.push(event);
    return `event ${event}`;
  },
};
const text = (event: number) => `event ${event}`;

beforeEach(() => {
  [stored, rendered, reads, failure, last] = [[], [], 0, undefined, undefined];
  feeds = makeFeeds();
});

function happen(count: number): void {
  stored.push(...upTo(count).map((n) => stored.length + n));
  wake();
}

interface Following {
  received: string[];
  ended: { error?: unknown } | undefined;
  stop: () => void;
}

async function follow(
  onReceive: (rendered: readonly string[]) => Promise<void> | undefined = () => undefined,
  after: number | null = null,
): Promise<Following> {
  const following: Following = { received: [], ended: undefined, stop: () => undefined };
  const receiver: Receiver<string> = {
    receive(some) {
      following.received.push(...some);
      return onReceive(some);
    },
    end(error) {
      following.ended = { error };
    },
  };
  following.stop = (await feeds.subscribe('all', source, { after })).deliver(renderer, receiver);
  return following;
}

const haveAll = (followings: Following[]) =>
  eventually(async () => followings.every(({ received }) => received.length >= stored.length) || undefined);

function expectWhole(followings: Following[]): void {
  for (const { received, ended } of followings) {
    expect(received).toEqual(stored.map(text));
    expect(ended).toBeUndefined();
  }
}

test('what happens at once is read once, and rendered once for all', async () => {
  const followings = await Promise.all(upTo(50).map(() => follow()));
  reads = 0;
  happen(10);
  wake();
  wake();
  await haveAll(followings);
  expectWhole(followings);
  expect(rendered).toEqual(stored);
  expect(reads).toBe(1);
});

test('more than a queue holds, while others join and go on from where they were', async () => {
  const followings = await Promise.all(upTo(20).map(() => follow()));
  happen(1950);
  followings.push(await follow(undefined, 0));
  await eventually(async () => (followings[0]?.received.length ?? 0) > 100 || undefined);
  followings.push(await follow(undefined, 0));
  happen(1000);
  followings.push(await follow(undefined, 0));
  await haveAll(followings);
  happen(3);
  await haveAll(followings);
  expectWhole(followings);
});

test('a slow receiver holds up nobody, gets nothing meanwhile, and then what it missed', async () => {
  const waiting: (() => void)[] = [];
  const slow = await follow((some) =>
    some.includes(text(1)) || some.includes(text(35)) ? new Promise((resolve) => waiting.push(resolve)) : undefined,
  );
  const others = await Promise.all(upTo(3).map(() => follow()));
  happen(30);
  await haveAll(others);
  // Those that were sent together.
  expect(slow.received).toEqual(upTo(20).map(text));
  waiting.pop()?.();
  await haveAll([slow]);
  happen(5);
  await haveAll([slow]);
  happen(15);
  await haveAll(others);
  expect(slow.received).toEqual(upTo(35).map(text));
  waiting.pop()?.();
  await haveAll([slow]);
  expectWhole([slow, ...others]);
});

test('one that was slow and missed nothing goes on without a read', async () => {
  let resume: () => void = () => undefined;
  const slow = await follow(() => new Promise((resolve) => (resume = resolve)));
  happen(1);
  await haveAll([slow]);
  reads = 0;
  for (const _ of upTo(3)) {
    resume();
    await new Promise(setImmediate);
    happen(1);
    await haveAll([slow]);
  }
  expect(reads).toBe(3);
  expectWhole([slow]);
});

test('one that stops receives nothing more; one that is slow when it stops, neither', async () => {
  const stopping = await follow((some) => {
    if (some.includes(text(3))) stopping.stop();
    return undefined;
  });
  let resume: () => void = () => undefined;
  const slow = await follow(() => new Promise((resolve) => (resume = resolve)));
  const other = await follow();
  happen(3);
  await haveAll([other]);
  slow.stop();
  resume();
  happen(5);
  await haveAll([other]);
  expect([stopping.received, slow.received]).toEqual([upTo(3).map(text), upTo(3).map(text)]);
  expect([stopping.ended, slow.ended]).toEqual([undefined, undefined]);
});

test('other work is done between the receivers of one event, however many they are', async () => {
  const busy = () => {
    for (const end = performance.now() + 1; performance.now() < end; );
    return undefined;
  };
  const followings = await Promise.all(upTo(60).map(() => follow(busy)));
  let turns = 0;
  let running = true;
  const turn = () => {
    turns += 1;
    if (running) setImmediate(turn);
  };
  happen(1);
  turn();
  await haveAll(followings);
  running = false;
  expect(turns).toBeGreaterThan(5);
  expectWhole(followings);
});

test('after the last event, all are ended, also one that comes back later', async () => {
  const followings = await Promise.all(upTo(3).map(() => follow()));
  last = 5;
  happen(5);
  await eventually(async () => followings.every(({ ended }) => ended) || undefined);
  const late = await follow(undefined, 0);
  await eventually(async () => late.ended);
  for (const { received, ended } of [...followings, late]) {
    expect(received).toEqual(stored.map(text));
    expect(ended).toEqual({ error: undefined });
  }
});

test('a failure that lasts ends all, with it', async () => {
  const followings = await Promise.all(upTo(3).map(() => follow()));
  failure = new Error('CURSOR_EXPIRED');
  happen(1);
  await eventually(async () => followings.every(({ ended }) => ended) || undefined);
  for (const { received, ended } of followings) expect([received, ended?.error]).toEqual([[], failure]);
});

test('events can be iterated, too', async () => {
  const received: number[] = [];
  stored.push(...upTo(150));
  const events = await feeds.subscribe('all', source, { after: 0 });
  for await (const event of events) {
    received.push(event);
    if (event === 150) happen(10);
    if (event === 160) break;
  }
  expect(received).toEqual(upTo(160));
});
