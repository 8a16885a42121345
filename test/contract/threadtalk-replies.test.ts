import type { SandboxAccount } from '../../sandbox/sandbox.js';
import { tokenWith } from '../sandbox/graph-support.js';
import { reply } from '../sandbox/threadtalk-support.js';
import { createAccount } from '../support/account.js';
import { type Caller, ISO_TIME, refused, startContract } from './contract.js';
import { type Threaded, threadtalk } from './threadtalk-support.js';

const FETCH_FAILED = 'Failed to fetch threadtalk replies';
const MANAGE_FAILED = 'Failed to manage threadtalk reply';

const contract = startContract({ roles: 'api,worker', unlogged: new RegExp(`^(${FETCH_FAILED}|${MANAGE_FAILED})$`) });

let own: Threaded;
let dashboard: Caller;
let ann: SandboxAccount;
beforeAll(async () => {
  own = await threadtalk(contract);
  dashboard = contract.dashboard(await contract.account.session());
  ann = contract.sandbox.createAccount('threadtalk');
});
afterEach(() => contract.sandbox.clearFaults());

const list = (query: Record<string, string> = {}, caller = dashboard) => {
  const { postedId, platformId } = own;
  return caller.raw('get', `/threadtalk/replies?${new URLSearchParams({ postedId, platformId, ...query })}`);
};
const manage = (
  what: 'hide' | 'unhide',
  id: string,
  body: object = { platformId: own.platformId },
  caller = dashboard,
) => caller.raw('post', `/threadtalk/replies/${id}/${what}`, body);
const plain = async (answer: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await answer;
  return { status, body };
};
const idsOf = ({ body }: { body: { replies: { id: string }[] } }) => body.replies.map(({ id }) => id);

/** The requests to threadtalk with this method, without those of the worker about its own posts. */
const sent = (method: string, path: RegExp) =>
  contract.sandbox.requests().filter((one) => one.method === method && path.test(one.path)).length;
const requests = () => sent('GET', /\/conversation$/) + sent('POST', /\/manage_reply$/);

describe('GET /threadtalk/replies', () => {
  test('200 with the replies to a post and to its replies, newest first', async () => {
    const { owner, platformId, postedId } = await threadtalk(contract);
    const first = await reply(ann, postedId, 'First');
    const nested = await reply(owner, first, 'Thanks');
    const answer = await plain(list({ platformId, postedId }));
    const shown = (id: string, author: SandboxAccount, text: string, parentId: string) => ({
      id,
      username: author.username,
      text,
      timestamp: ISO_TIME,
      permalink: contract.sandbox.posts().find((post) => post.postedId === id)?.url,
      hidden: false,
      parentId,
    });
    expect(answer).toEqual({
      status: 200,
      body: {
        success: true,
        replies: [shown(nested, owner, 'Thanks', first), shown(first, ann, 'First', postedId)],
        nextCursor: null,
      },
    });
  });

  test('a post without replies: an empty list', async () => {
    const { platformId, postedId } = await threadtalk(contract);
    expect(await plain(list({ platformId, postedId }))).toEqual({
      status: 200,
      body: { success: true, replies: [], nextCursor: null },
    });
  });

  test('what the platform does not tell of a reply is null, and a reply without a text has an empty one', async () => {
    const bare = { id: '1', timestamp: '2026-01-02T03:04:05+0000', replied_to: { id: own.postedId } };
    const answer = { status: 200, body: { data: [bare] } };
    contract.sandbox.setFault({ platform: 'threadtalk', kind: 'answer', path: '/conversation', answer });
    expect((await list()).body.replies).toEqual([
      {
        ...{ id: '1', username: null, text: '', permalink: null, hidden: false, parentId: own.postedId },
        timestamp: '2026-01-02T03:04:05.000Z',
      },
    ]);
  });

  test('25 at once; nextCursor leads to the next page, and is null on the last one', async () => {
    const { platformId, postedId } = await threadtalk(contract);
    const all: string[] = [];
    for (let index = 0; index < 26; index += 1) all.unshift(await reply(ann, postedId, `Reply ${index}`));
    const first = await list({ platformId, postedId });
    expect(idsOf(first)).toEqual(all.slice(0, 25));
    const last = await list({ platformId, postedId, cursor: first.body.nextCursor });
    expect([idsOf(last), last.body.nextCursor]).toEqual([all.slice(25), null]);
  });

  test('returns what is there now: nothing is kept from one request to the next', async () => {
    const { platformId, postedId } = await threadtalk(contract);
    expect(idsOf(await list({ platformId, postedId }))).toEqual([]);
    const id = await reply(ann, postedId, 'Late');
    expect(idsOf(await list({ platformId, postedId }))).toEqual([id]);
  });
});

describe('POST /threadtalk/replies/:replyId/hide and /unhide', () => {
  test('200 with the reply, which is hidden with those to it, and shown again', async () => {
    const { platformId, postedId } = await threadtalk(contract);
    const id = await reply(ann, postedId, 'Spam');
    const nested = await reply(ann, id, 'More of it');
    const other = await reply(ann, postedId, 'Nice');
    const hidden = async () =>
      (await list({ platformId, postedId })).body.replies.map((one: { id: string; hidden: boolean }) => [
        one.id,
        one.hidden,
      ]);
    for (const [what, isHidden] of [
      ['hide', true],
      ['hide', true],
      ['unhide', false],
    ] as const) {
      expect(await plain(manage(what, id, { platformId }))).toEqual({
        status: 200,
        body: { success: true, reply: { id, hidden: isHidden } },
      });
      expect(await hidden()).toEqual([
        [other, false],
        [nested, isHidden],
        [id, isHidden],
      ]);
    }
  });

  test('is one request to the platform', async () => {
    const id = await reply(ann, own.postedId, 'Once');
    const before = requests();
    await manage('hide', id);
    expect(requests()).toBe(before + 1);
    expect(contract.sandbox.requests().at(-1)).toMatchObject({
      path: `/v1.0/${id}/manage_reply`,
      body: { hide: 'true' },
    });
  });
});

describe('what is refused before a request is sent', () => {
  test.each([
    '',
    '?postedId=1',
    '?platformId=threadtalk-1',
    '?postedId=&platformId=',
    '?postedId=1&platformId=a&platformId=b',
  ])('a list of %j: 400', async (query) => {
    const required = refused(400, 'postedId and platformId are required');
    expect(await plain(dashboard.raw('get', `/threadtalk/replies${query}`))).toEqual(required);
  });

  test.each(['hide', 'unhide'] as const)('%s without a platformId, or with one that is no text: 400', async (what) => {
    for (const body of [{}, { platformId: '' }, { platformId: 5 }, { platformId: null }]) {
      expect(await plain(manage(what, '1', body))).toEqual(refused(400, 'platformId is required'));
    }
  });

  test.each(['threadtalk-1', 'threadtalk', 'nothing-1', 'fediverse-1', '%00'])(
    'a connection %s that there is not: 404',
    async (platformId) => {
      const notFound = refused(404, 'threadtalk connection not found');
      expect(await plain(list({ platformId }))).toEqual(notFound);
      expect(await plain(manage('hide', '1', { platformId }))).toEqual(notFound);
      expect(await plain(manage('unhide', '1', { platformId }))).toEqual(notFound);
    },
  );

  test('a connection of another platform, and one of another account: 404', async () => {
    const notFound = refused(404, 'threadtalk connection not found');
    const network = await contract.account.connect(contract.sandbox.createAccount('network'));
    const otherUser = contract.dashboard(await (await createAccount(contract.db)).session());
    const before = requests();
    expect(await plain(list({ platformId: network }))).toEqual(notFound);
    expect(await plain(manage('hide', '1', { platformId: network }))).toEqual(notFound);
    expect(await plain(list({}, otherUser))).toEqual(notFound);
    expect(await plain(manage('hide', '1', undefined, otherUser))).toEqual(notFound);
    expect(requests()).toBe(before);
  });

  test('an API key: 401, and there are no such routes under /api/v1', async () => {
    const byKey = contract.dashboard({ 'x-api-key': contract.account.apiKey });
    const signIn = refused(401, 'Sign in first: this requires a dashboard session, not an API key');
    const before = requests();
    expect(await plain(list({}, byKey))).toEqual(signIn);
    expect(await plain(manage('hide', '1', undefined, byKey))).toEqual(signIn);
    expect(await plain(manage('unhide', '1', undefined, byKey))).toEqual(signIn);
    expect((await contract.owner.raw('get', '/threadtalk/replies')).status).toBe(404);
    expect((await contract.owner.raw('post', '/threadtalk/replies/1/hide', {})).status).toBe(404);
    expect(requests()).toBe(before);
  });
});

describe('a connection without the scopes of reply management', () => {
  const DENIED = refused(403, 'Reply management is not permitted for this account');
  const granted = ['threads_basic', 'threads_content_publish'];

  /** Connects an account whose login granted these; `known`: and the connection knows that. */
  const connectWith = async (scopes: string[], known: boolean): Promise<Threaded> => {
    const owner = contract.sandbox.createAccount('threadtalk');
    const accessToken = await tokenWith(contract.sandbox, owner, scopes);
    const credentials = { accessToken, ...(known ? { scopes: scopes.join(' ') } : undefined) };
    return threadtalk(contract, { ...owner, credentials });
  };

  test('403, without a request to the platform, when the login did not grant them', async () => {
    const { platformId, postedId } = await connectWith(granted, true);
    const id = await reply(ann, postedId, 'Hi');
    const before = requests();
    expect(await plain(list({ platformId, postedId }))).toEqual(DENIED);
    expect(await plain(manage('hide', id, { platformId }))).toEqual(DENIED);
    expect(await plain(manage('unhide', id, { platformId }))).toEqual(DENIED);
    expect(requests()).toBe(before);
  });

  test('403 when the platform says so, of a connection that is older than the scopes', async () => {
    const { platformId, postedId } = await connectWith(granted, false);
    const id = await reply(ann, postedId, 'Hi');
    expect(await plain(list({ platformId, postedId }))).toEqual(DENIED);
    expect(await plain(manage('hide', id, { platformId }))).toEqual(DENIED);
  });

  test('one that may read replies may list them, and not hide them', async () => {
    const { platformId, postedId } = await connectWith([...granted, 'threads_read_replies'], true);
    const id = await reply(ann, postedId, 'Hi');
    expect(idsOf(await list({ platformId, postedId }))).toEqual([id]);
    expect(await plain(manage('hide', id, { platformId }))).toEqual(DENIED);
  });
});

describe('500 when the platform refuses, or cannot be reached', () => {
  const both = async (id: string) => {
    expect(await plain(list())).toEqual(refused(500, FETCH_FAILED));
    expect(await plain(manage('hide', id))).toEqual(refused(500, MANAGE_FAILED));
    expect(await plain(manage('unhide', id))).toEqual(refused(500, MANAGE_FAILED));
  };
  const fault = (kind: 'server_error' | 'reset_before_store') =>
    contract.sandbox.setFault({ platform: 'threadtalk', kind, on: 'any', times: 0 });

  test.each(['server_error', 'reset_before_store'] as const)('%s', async (kind) => {
    const id = await reply(ann, own.postedId, 'Hi');
    fault(kind);
    await both(id);
  });

  test('a rate limit of the platform, with Retry-After', async () => {
    contract.sandbox.setFault({ platform: 'threadtalk', kind: 'rate_limited', on: 'any', resetSeconds: 60 });
    const answer = await list();
    expect([answer.status, answer.body]).toEqual([500, { error: FETCH_FAILED }]);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('the post of another account, and a post and a reply that there are not', async () => {
    const theirs = await threadtalk(contract);
    const toTheirs = await reply(ann, theirs.postedId, 'Hi');
    for (const postedId of [theirs.postedId, '1']) {
      expect(await plain(list({ postedId }))).toEqual(refused(500, FETCH_FAILED));
    }
    for (const id of [toTheirs, own.postedId, '1']) {
      expect(await plain(manage('hide', id))).toEqual(refused(500, MANAGE_FAILED));
    }
    const { body } = await list({ platformId: theirs.platformId, postedId: theirs.postedId });
    expect(body.replies).toMatchObject([{ id: toTheirs, hidden: false }]);
  });

  test('a reply to a reply, which the platform does not hide by itself', async () => {
    const nested = await reply(ann, await reply(ann, own.postedId, 'Hi'), 'Hello');
    expect(await plain(manage('hide', nested))).toEqual(refused(500, MANAGE_FAILED));
  });
});
