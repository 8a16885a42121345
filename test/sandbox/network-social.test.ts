import type { Sandbox, SandboxAccount } from '../../sandbox/sandbox.js';
import { memberOf, postForm, tokenWith } from './network-support.js';
import { type Answer, closeSandboxes, demo, sandbox } from './support.js';

afterEach(closeSandboxes);

type Member = ReturnType<typeof memberOf>;

let box: Sandbox;
let account: SandboxAccount;
let member: Member;
let post: string;
beforeEach(async () => {
  box = await sandbox();
  account = demo(box, 'network');
  member = memberOf(account);
  post = await publish(member);
});

const publish = async ({ post: send, urn }: Member): Promise<string> =>
  (await send('/rest/posts', postForm(urn))).headers.get('x-restli-id') ?? '';
/** The activity of a post. */
const activityOf = (urn: string) => `urn:li:activity:${BigInt(urn.split(':').at(-1) ?? 0) + 1n}`;

const commentsOf = (urn: string) => `/rest/socialActions/${encodeURIComponent(urn)}/comments`;
const comment = (more: object = {}, on = post, headers = member.headers()): Promise<Answer> =>
  member.post(commentsOf(on), { actor: member.urn, object: on, message: { text: 'Well said' }, ...more }, headers);

const react = (more: object = {}, actor = member.urn): Promise<Answer> =>
  member.post(`/rest/reactions?actor=${encodeURIComponent(actor)}`, { root: post, reactionType: 'LIKE', ...more });
const reactionTo = (urn: string) =>
  `/rest/reactions/(actor:${encodeURIComponent(member.urn)},entity:${encodeURIComponent(urn)})`;

describe('a comment', () => {
  test('has a number and a URN, in the words of the platform', async () => {
    const { status, headers, body } = await comment();
    expect(status).toBe(201);
    expect(headers.get('x-restli-id')).toBe(body.id);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^\d{19}$/),
      commentUrn: `urn:li:comment:(${activityOf(post)},${body.id})`,
      object: activityOf(post),
      message: { text: 'Well said', attributes: [] },
      created: { actor: member.urn, time: expect.any(Number) },
    });
  });

  test('may be to the activity of a post, and to another comment', async () => {
    const { commentUrn } = (await comment({}, activityOf(post))).body;
    expect((await comment({ parentComment: commentUrn })).body).toMatchObject({ parentComment: commentUrn });
  });

  const mention = (start: number, length: number) => ({
    start,
    length,
    value: { person: { person: 'urn:li:person:a' } },
  });
  test.each([
    [{ actor: 'urn:li:person:somebody' }, 403],
    [{ actor: undefined }, 400],
    [{ object: undefined }, 400],
    [{ object: 'urn:li:share:1' }, 404],
    [{ message: undefined }, 400],
    [{ message: { text: ' ' } }, 400],
    [{ message: { text: 'x'.repeat(1251) } }, 400],
    [{ message: { text: 'Zoë', attributes: [mention(0, 4)] } }, 400],
    [{ message: { text: 'Zoë', attributes: [{ ...mention(0, 3), value: { person: 'urn:li:person:a' } }] } }, 400],
    [{ message: { text: 'Zoë', attributes: [mention(0, 3)] } }, 201],
    [{ parentComment: 'urn:li:comment:(urn:li:activity:1,2)' }, 404],
    [{ text: 'x' }, 400],
  ])('with %j is answered with %d', async (more, status) => {
    expect((await comment(more)).status).toBe(status);
  });

  test('to what is no post is not found', async () => {
    for (const on of ['urn:li:share:1', 'urn:li:activity:1', 'urn:li:person:1']) {
      expect((await comment({}, on)).status).toBe(404);
    }
  });

  test('takes the right to it', async () => {
    const authorization = `Bearer ${await tokenWith(box, account, 'openid profile')}`;
    expect(await comment({}, post, member.headers({ authorization }))).toMatchObject({
      status: 403,
      body: { code: 'ACCESS_DENIED' },
    });
  });

  test('is removed once, and only by its author', async () => {
    const { id } = (await comment()).body;
    const other = memberOf(box.createAccount('network'));
    const path = (actor: string) => `${commentsOf(post)}/${id}?actor=${encodeURIComponent(actor)}`;
    expect((await other.delete(path(other.urn))).status).toBe(403);
    expect((await other.delete(path(member.urn))).status).toBe(403);
    expect((await member.delete(`${commentsOf(post)}/${id}`)).status).toBe(403);
    expect((await member.delete(path(member.urn))).status).toBe(204);
    expect((await member.delete(path(member.urn))).status).toBe(404);
  });
});

describe('a reaction', () => {
  test('takes the place of the one before, and is removed once', async () => {
    expect((await react()).status).toBe(201);
    expect((await react({ reactionType: 'PRAISE' })).body).toMatchObject({ root: post, reactionType: 'PRAISE' });
    expect((await member.delete(reactionTo(activityOf(post)))).status).toBe(204);
    expect((await member.delete(reactionTo(post))).status).toBe(404);
  });

  test.each([
    [{ reactionType: 'MAYBE' }, 400],
    [{ reactionType: 'like' }, 400],
    [{ root: undefined }, 400],
    [{ root: 'urn:li:share:1' }, 404],
    [{ actor: 'x' }, 400],
  ])('with %j is answered with %d', async (more, status) => {
    expect((await react(more)).status).toBe(status);
  });

  test('is that of the member, and of no other user', async () => {
    const other = memberOf(box.createAccount('network'));
    expect((await react({}, other.urn)).status).toBe(403);
    await react();
    expect((await other.delete(reactionTo(post))).status).toBe(403);
    expect((await member.delete('/rest/reactions/like')).status).toBe(400);
  });
});

test('an activity is looked up as its post', async () => {
  const known = activityOf(post);
  const { body } = await member.get(`/v2/activities?ids=${known}&ids=urn:li:activity:1`);
  expect(body.results).toEqual({ [known]: expect.objectContaining({ domainEntity: post }) });
});

describe('numbers', () => {
  const range = '(start:(year:2026,month:5,day:4),end:(year:2026,month:5,day:6))';
  const entity = (urn: string, kind = 'share') => `(${kind}:${encodeURIComponent(urn)})`;
  const followers = (query: string) => member.get(`/rest/memberFollowersCount?${query}`);
  const analytics = (query: string) => member.get(`/rest/memberCreatorPostAnalytics?${query}`);

  test('of followers: all of them, or those of each day before the end', async () => {
    expect((await followers('q=me')).body.elements).toEqual([{ memberFollowersCount: expect.any(Number) }]);
    const days = (await followers(`q=dateRange&dateRange=${range}`)).body.elements;
    expect(days.map(({ dateRange }: { dateRange: { start: object } }) => dateRange.start)).toEqual([
      { year: 2026, month: 5, day: 4 },
      { year: 2026, month: 5, day: 5 },
    ]);
  });

  test.each([
    'q=all',
    'q=dateRange',
    'q=dateRange&dateRange=(start:2026-05-04,end:2026-05-06)',
    `q=dateRange&dateRange=${encodeURIComponent(range)}`,
    'q=me&period=daily',
  ])('of followers are refused to %s', async (query) => {
    expect((await followers(query)).status).toBe(400);
  });

  test('of a post: comments and reactions are those that there are', async () => {
    await comment();
    await react();
    for (const metric of ['COMMENT', 'REACTION']) {
      const { body } = await analytics(`q=entity&entity=${entity(post)}&queryType=${metric}&aggregation=TOTAL`);
      expect(body.elements).toMatchObject([{ count: 1, metricType: metric }]);
    }
  });

  test.each([
    ['an activity', () => entity(activityOf(post)), 'IMPRESSION', 'TOTAL', 400],
    ['a share that is called ugc', () => entity(post, 'ugc'), 'IMPRESSION', 'TOTAL', 400],
    ['a share that is not encoded', () => `(share:${post})`, 'IMPRESSION', 'TOTAL', 400],
    ['a share that there is not', () => entity('urn:li:share:1'), 'IMPRESSION', 'TOTAL', 404],
    ['an unknown metric', () => entity(post), 'impression', 'TOTAL', 400],
    ['an unknown aggregation', () => entity(post), 'IMPRESSION', 'WEEKLY', 400],
    ['whom it reached by day', () => entity(post), 'MEMBERS_REACHED', 'DAILY', 400],
  ])('of %s are refused', async (_what, of, metric, aggregation, status) => {
    const query = `q=entity&entity=${of()}&queryType=${metric}&aggregation=${aggregation}&dateRange=${range}`;
    expect((await analytics(query)).status).toBe(status);
  });

  test('of somebody else’s post are refused', async () => {
    const other = await publish(memberOf(box.createAccount('network')));
    const query = `q=entity&entity=${entity(other)}&queryType=COMMENT&aggregation=TOTAL`;
    expect((await analytics(query)).status).toBe(403);
  });

  test('take the right to them', async () => {
    const authorization = `Bearer ${await tokenWith(box, account, 'openid profile w_member_social')}`;
    const headers = member.headers({ authorization });
    expect((await member.get('/rest/memberFollowersCount?q=me', headers)).status).toBe(403);
    const query = 'q=me&queryType=COMMENT&aggregation=TOTAL';
    expect((await member.get(`/rest/memberCreatorPostAnalytics?${query}`, headers)).status).toBe(403);
  });
});
