import type { Fault, SandboxAccount } from '../../sandbox/sandbox.js';
import type { Service } from '../support/service.js';
import { openPublishing, type PublishingWorld } from './publishing-support.js';

let world: PublishingWorld;
let worker: Service;

beforeAll(async () => {
  world = await openPublishing();
  // No response here is late. On a busy machine one can take longer than other tests wait, and the request would be repeated.
  worker = await world.startWorker({ PUBLISH_TIMEOUT_MS: '10000' });
});
afterEach(() => world.box.clearFaults());
afterAll(async () => {
  await worker?.stop();
  await world?.close();
});

const live = ({ accountId }: SandboxAccount) => world.box.posts({ accountId });
const fault = ({ platform, accountId }: SandboxAccount, more: Omit<Fault, 'platform' | 'accountId'>) =>
  world.box.setFault({ platform, accountId, ...more });
const attemptsOf = async (groupId: string): Promise<number> => {
  const sql = `SELECT count(*)::int AS count FROM publish_attempts a JOIN platform_posts p ON p.id = a.post_id
                WHERE p.group_id = $1`;
  return (await world.db.query<{ count: number }>(sql, [groupId]))[0]?.count ?? 0;
};
/** Requests of this kind that came to the platform since. */
const sentTo = (path: RegExp, before: number) =>
  world.box
    .requests()
    .slice(before)
    .filter((request) => request.method === 'POST' && path.test(request.path));

const PAGE = '<!doctype html><title>Just a moment…</title>';
const ANSWERS = [
  ['a page', { status: 200, body: PAGE }],
  ['nothing', { status: 200 }],
  ['half an answer', { status: 200, headers: { 'content-type': 'application/json' }, body: '{"id":"1' }],
  ['a redirect', { status: 302, headers: { location: '/login' } }],
] as const;
/** What a proxy says of a request that it has passed on: at the step that publishes, nothing. */
const REFUSALS = [400, 401, 403, 404, 413, 418, 429, 999].map(
  (status) => [`a page ${status}`, { status, headers: { 'content-type': 'text/html' }, body: PAGE }] as const,
);
/** The same as JSON, in the forms of common gateways. */
const GATEWAYS = [
  [401, { error: 'Unauthorized', message: 'No', statusCode: 401 }],
  [403, { error: 'Access to this API has been disallowed' }],
  [403, { status: 403, error: 'Forbidden', message: 'Access Denied', path: '/' }],
  [403, { type: 'about:blank', title: 'Forbidden', status: 403, detail: 'Forbidden' }],
  [429, { error: 'Too many requests, please try again later.' }],
  [429, { type: 'https://developers.cloudflare.com/1015/', title: 'Error 1015', status: 429, error_code: 1015 }],
  [429, { errors: [{ code: 1015, message: 'Slow down' }] }],
].map(([status, body]) => [JSON.stringify(body), { status: Number(status), body }] as const);

describe.each([
  ['microblog', /\/2\/tweets$/],
  ['skyfeed', /putRecord$/],
  ['fediverse', /\/statuses$/],
  ['socialpage', /\/feed$/],
  ['threadtalk', /\/threads_publish$/],
] as const)('%s', (platform, publishing) => {
  test('has a post once, after an intermediary’s response to the request that published it', async () => {
    const before = world.box.requests().length;
    const publish = async ([name, answer]: (typeof ANSWERS | typeof REFUSALS | typeof GATEWAYS)[number]) => {
      const target = world.box.createAccount(platform);
      fault(target, { kind: 'answer_after_store', answer });
      const post = await world.ended(await world.schedule(target, `Once, after ${name}`, []), 60_000);
      const [stored, ...others] = live(target);
      expect({ name, ...post, others }).toMatchObject({
        name,
        status: 'published',
        postedId: stored?.postedId,
        others: [],
      });
    };
    const answers = [...ANSWERS, ...REFUSALS, ...GATEWAYS];
    await Promise.all(answers.map(publish));
    expect(sentTo(publishing, before)).toHaveLength(answers.length);
  });
});

test('a refusal in unknown words, which may be a gateway’s, is final once a lookup has shown that nothing is live', async () => {
  const target = world.box.createAccount('fediverse');
  fault(target, { kind: 'answer', answer: { status: 422, body: { error: 'Statuses are closed' } } });
  const post = await world.ended(await world.schedule(target, 'Not welcome', []), 120_000);
  expect(post).toMatchObject({ status: 'failed', error: { code: 'INVALID_CONTENT' } });
  expect(post.error?.message).toBe('fediverse rejected the content: Statuses are closed');
  expect(live(target)).toHaveLength(0);
}, 130_000);

describe('access that a server refuses in its own words', () => {
  const answer = { status: 401, body: { error: 'Unauthorized: invalid access token' } };
  const isRevoked = async ({ accountId }: SandboxAccount) => {
    const sql = 'SELECT revoked_at IS NOT NULL AS revoked FROM connections WHERE account_id = $1';
    return (await world.db.query<{ revoked: boolean }>(sql, [accountId]))[0]?.revoked;
  };

  test('is what the post fails for, once the lookup is refused as well', async () => {
    const target = world.box.createAccount('fediverse');
    fault(target, { kind: 'answer', answer, on: 'any', times: 0 });
    const post = await world.ended(await world.schedule(target, 'Let in', []), 60_000);
    expect(post).toMatchObject({ status: 'failed', error: { code: 'PLATFORM_AUTH_EXPIRED' } });
    expect(live(target)).toHaveLength(0);
    expect(await isRevoked(target)).toBe(true);
  }, 130_000);

  test('leaves a post open whose response was lost, and has the account connected again', async () => {
    const target = world.box.createAccount('fediverse');
    fault(target, { kind: 'answer_after_store', answer: { status: 502, body: PAGE } });
    fault(target, { kind: 'answer', answer, on: 'any', times: 0, path: '/api/v1/accounts/' });
    const post = await world.ended(await world.schedule(target, 'Still there', []), 60_000);
    expect(post).toMatchObject({ status: 'failed', error: { code: 'OUTCOME_UNKNOWN' } });
    expect(live(target)).toHaveLength(1);
    expect(await isRevoked(target)).toBe(true);
  }, 130_000);
});

describe.each([
  ['shortvideo', '/status/fetch/'],
  ['network', '/rest/videos/'],
  ['fediverse', '/api/v1/media/'],
] as const)('%s: a video that the platform works on', (platform, path) => {
  const publish = async (more: Omit<Fault, 'platform' | 'accountId'>) => {
    const target = world.box.createAccount(platform);
    fault(target, { ...more, path });
    const settings = { shortvideo: { viewerSetting: 'SELF_ONLY' } };
    const groupId = await world.schedule(target, 'It moves', [await world.files.clip()], settings);
    return { target, post: await world.ended(groupId, 60_000), attempts: await attemptsOf(groupId) };
  };

  test('is waited for in one attempt, after an intermediary’s responses to the first polls', async () => {
    const wait = async ([name, answer]: (typeof ANSWERS)[number]) => {
      const { target, post, attempts } = await publish({ kind: 'answer', answer, times: 2 });
      expect({ name, ...post, attempts }).toMatchObject({ name, status: 'published', attempts: 1 });
      expect(live(target)).toHaveLength(1);
    };
    await Promise.all(ANSWERS.map(wait));
  });

  if (platform === 'shortvideo') {
    test('about which it says no more ends with what it said', async () => {
      const answer = {
        status: 400,
        body: { data: {}, error: { code: 'invalid_publish_id', message: 'No such post', log_id: '1' } },
      };
      const { target, post } = await publish({ kind: 'answer', answer, times: 0 });
      expect(post).toMatchObject({ status: 'failed', error: { code: 'OUTCOME_UNKNOWN' } });
      expect(post.error?.message).toMatch(/^shortvideo returned a response .*; the post may be live: No such post$/);
      expect(live(target)).toHaveLength(1);
    });
  }
});
