import { setTimeout as pause } from 'node:timers/promises';
import request from 'supertest';
import { type Sandbox, type SandboxAccount, startSandbox } from '../../sandbox/sandbox.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { eventually } from '../support/eventually.js';
import { useService } from '../support/service.js';

const { db, service } = await useService({ roles: 'api,worker', env: { FEDIVERSE_RATE_LIMITS: '1000/5m' } });

let sandbox: Sandbox;
let account: TestAccount;
let target: SandboxAccount;
let platformId: string;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
});
beforeEach(async () => {
  account = await createAccount(db);
  target = sandbox.createAccount('fediverse');
  platformId = await account.connect(target);
});
afterAll(() => sandbox?.close());

const api = (method: 'get' | 'post' | 'put', path: string) =>
  request(service.url)[method](`/api/v1${path}`).set('x-api-key', account.apiKey);

async function schedule(content: string, at: number): Promise<string> {
  const post = { content, platforms: [platformId], scheduledTime: new Date(at).toISOString() };
  return (await api('post', '/create-post').send(post).expect(200)).body.postGroupId;
}

const finished = (groupIds: readonly string[]) =>
  eventually(async () => {
    const [row] = await db.query(
      `SELECT count(*)::int AS waiting FROM platform_posts
        WHERE group_id = ANY($1) AND status IN ('scheduled', 'pending', 'processing') AND due_at < now() + interval '1 hour'`,
      [groupIds],
    );
    return row?.waiting === 0 || undefined;
  });

test('nothing of a post is sent or stored before its time', async () => {
  const first = Date.now() + 1_500;
  const times = Array.from({ length: 30 }, (_, i) => first + i * 37);
  const ids = await Promise.all(times.map((at, i) => schedule(`Post ${i}`, at)));
  await finished(ids);
  const sent = sandbox.posts({ accountId: target.accountId });
  expect(sent.map(({ text }) => text).sort()).toEqual(times.map((_, i) => `Post ${i}`).sort());
  for (const { text, receivedAt } of sent) {
    expect(Date.parse(receivedAt)).toBeGreaterThanOrEqual(times[Number(text.replace('Post ', ''))] ?? Number.NaN);
  }
  const early = await db.query(
    `SELECT e.payload FROM live_events e JOIN post_groups g ON g.id = e.group_id
      WHERE g.id = ANY($1) AND e.created_at < g.scheduled_time AND e.payload->>'type' NOT IN ('created', 'queued')`,
    [ids],
  );
  expect(early).toEqual([]);
});

test('a post that is postponed in its last moments is either published once, or postponed', async () => {
  // Late enough that a slow machine has created them all before.
  const first = Date.now() + 12_000;
  const later = new Date(first + 86_400_000).toISOString();
  /** How long before its time each is postponed, in milliseconds: one in good time, some after it. */
  const margins = [6_000, ...Array.from({ length: 24 }, (_, i) => 110 - i * 5)];
  const times = margins.map((_, i) => first + i * 100);
  const ids = await Promise.all(times.map((at, i) => schedule(`Post ${i}`, at)));
  const answers = await Promise.all(
    times.map(async (at, i) => {
      await pause(at - (margins[i] ?? 0) - Date.now());
      return (await api('put', `/update-post/${ids[i]}`).send({ status: 'scheduled', scheduledTime: later })).status;
    }),
  );
  await finished(ids);
  const sent = sandbox.posts({ accountId: target.accountId }).map(({ text }) => text);
  expect(sent.sort()).toEqual(answers.flatMap((status, i) => (status === 200 ? [] : [`Post ${i}`])).sort());
  expect(answers).toContain(200);
  // One that was not sent has used nothing of the platform's limit.
  const [used] = await db.query(
    `SELECT coalesce(sum(uses.value::int), 0)::int AS count FROM rate_uses, jsonb_each_text(uses) AS uses
      WHERE account_id = $1`,
    [target.accountId],
  );
  expect(used?.count).toBe(sent.length);
});
