import { fediverse } from '../../src/platforms/fediverse/fediverse.js';
import type { HttpResult } from '../../src/platforms/http.js';
import { answering, makeAnswer, makePart, openAccount, openWorld, postsOf, type World } from './support.js';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterEach(() => world.box.clearFaults());
afterAll(() => world.close());

const AT = new Date('2026-03-04T05:00:00.000Z');
const account = { accountId: '1', baseUrl: 'http://instance.test', credentials: { accessToken: 'token' } };
const minutes = (count: number) => new Date(AT.getTime() + count * 60_000).toISOString();

interface Stored {
  id: string;
  created_at: string;
  text: string | null;
}

/** An instance that holds these statuses, newest first; a status without text has no source. */
function instance(statuses: Stored[], headers: Record<string, string> = {}) {
  const asked: string[] = [];
  const http = answering((url): HttpResult => {
    asked.push(url.pathname + url.search);
    const source = /statuses\/(\w+)\/source$/.exec(url.pathname)?.[1];
    if (source !== undefined) {
      const text = statuses.find(({ id }) => id === source)?.text ?? null;
      return text === null ? makeAnswer(404, { error: 'Record not found' }) : makeAnswer(200, { id: source, text });
    }
    const before = url.searchParams.get('max_id');
    const from = before === null ? 0 : statuses.findIndex(({ id }) => id === before) + 1;
    const page = statuses.slice(from, from + Number(url.searchParams.get('limit')));
    return makeAnswer(
      200,
      page.map(({ id, created_at }) => ({ id, created_at, url: `http://instance.test/@me/${id}` })),
      headers,
    );
  });
  return { look: (text: string) => fediverse.publisher(http).look(makePart(text, { at: AT }), account, null), asked };
}

test('a post is public and carries the key of its part', async () => {
  const open = await openAccount(world, fediverse);
  const part = makePart('Hello');
  const step = await fediverse.publisher(world.http).start(part, open);
  const request = world.box.requests().at(-1);
  expect(request).toMatchObject({
    method: 'POST',
    path: '/api/v1/statuses',
    body: { status: 'Hello', visibility: 'public' },
  });
  expect(request?.headers['idempotency-key']).toBe(part.key);
  expect(step).toMatchObject({ kind: 'published', url: expect.stringContaining('http') });
});

test('a look finds a text whose outer white space the platform stripped', async () => {
  const open = await openAccount(world, fediverse);
  const part = makePart(' \n two lines\nand <b>&amp; "marks" 👋 \n');
  world.box.setFault({ platform: 'fediverse', kind: 'reset_after_store' });
  await fediverse.publisher(world.http).start(part, open);
  const [post] = postsOf(world, open);
  expect(await fediverse.publisher(world.http).look(part, open, null)).toMatchObject({
    kind: 'published',
    postedId: post?.postedId,
  });
});

test('a look does not take a similar text for the part', async () => {
  const open = await openAccount(world, fediverse);
  await fediverse.publisher(world.http).start(makePart('Hello there'), open);
  expect(await fediverse.publisher(world.http).look(makePart('Hello'), open, null)).toEqual({ kind: 'absent' });
});

test('the same text from before the first try is not the part', async () => {
  const { look, asked } = instance([{ id: '9', created_at: minutes(-3), text: 'Hello' }]);
  expect(await look('Hello')).toEqual({ kind: 'absent' });
  expect(asked).toHaveLength(1);
});

test('a clock that is a little behind does not hide the part', async () => {
  const { look } = instance([{ id: '9', created_at: minutes(-1.9), text: 'Hello' }]);
  expect(await look('Hello')).toEqual({ kind: 'published', postedId: '9', url: 'http://instance.test/@me/9' });
});

test('a clock that is far behind, as its Date header shows, does not hide the part', async () => {
  const { look } = instance([{ id: '9', created_at: minutes(-60), text: 'Hello' }], {
    date: 'Wed, 04 Mar 2026 04:06:07 GMT',
  });
  expect(await look('Hello')).toMatchObject({ kind: 'published', postedId: '9' });
});

test('a look pages back past newer statuses', async () => {
  const newer = Array.from({ length: 100 }, (_, i) => ({ id: `n${i}`, created_at: minutes(5), text: `${i}` }));
  const { look } = instance([...newer, { id: '9', created_at: minutes(0), text: 'Hello' }]);
  expect(await look('Hello')).toMatchObject({ kind: 'published', postedId: '9' });
  expect(await look('Other')).toEqual({ kind: 'absent' });
});

test('too many newer statuses leave the question open', async () => {
  const newer = Array.from({ length: 500 }, (_, i) => ({ id: `n${i}`, created_at: minutes(5), text: `${i}` }));
  const { look, asked } = instance(newer);
  expect(await look('Hello')).toEqual({ kind: 'unanswerable' });
  expect(asked.filter((path) => !path.endsWith('/source'))).toHaveLength(5);
});

test('a status whose source cannot be read could be the part', async () => {
  const unreadable = { id: '8', created_at: minutes(1), text: null };
  expect(await instance([unreadable]).look('Hello')).toEqual({ kind: 'unanswerable' });
  const found = [unreadable, { id: '9', created_at: minutes(0), text: 'Hello' }];
  expect(await instance(found).look('Hello')).toMatchObject({ kind: 'published', postedId: '9' });
});
