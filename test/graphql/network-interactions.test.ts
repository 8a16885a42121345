import { type Sandbox, type SandboxAccount, startSandbox } from '../../sandbox/sandbox.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { eventually } from '../support/eventually.js';
import { graphql } from '../support/graphql.js';
import { useService } from '../support/service.js';

const { db, service } = await useService({ roles: 'api,worker' });
let box: Sandbox;
let account: TestAccount;
let member: SandboxAccount;
let platformId: string;
/** A post of the member. */
let postedId: string;
/** The activity of that post. */
let activity: string;

beforeAll(async () => {
  box = await startSandbox({ port: 0 });
  account = await createAccount(db);
  member = box.createAccount('network');
  platformId = await account.connect(member);
  postedId = await publish();
  activity = `urn:network:activity:${BigInt(postedId.split(':').at(-1) ?? 0) + 1n}`;
});
afterEach(() => box.clearFaults());
afterAll(async () => {
  await box?.close();
});

const ask = (query: string, variables: Record<string, unknown>, from = account) =>
  graphql(service, { 'x-api-key': from.apiKey }, query, variables);

async function publish(): Promise<string> {
  const input = { post: { content: 'Hello', platformIds: [platformId] }, scheduledTime: new Date().toISOString() };
  const { data } = await ask(CREATE, { input });
  const { id } = data.createPost.postGroup;
  return eventually(async () => (await ask(POSTS, { id })).data.postGroup.posts[0].postedId ?? undefined);
}

const CREATE = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { id } } }';
const POSTS = 'query ($id: ID!) { postGroup(id: $id) { posts { postedId } } }';
const COMMENT = `mutation ($input: AddCommentInput!) {
  addComment(input: $input) { comment { id commentId commentUrn message fields } }
}`;
const REMOVE_COMMENT = 'mutation ($input: RemoveCommentInput!) { removeComment(input: $input) { removedCommentId } }';
const REACT = `mutation ($input: AddReactionInput!) {
  addReaction(input: $input) { reaction urnTranslated { from to } }
}`;
const REMOVE_REACTION = `mutation ($input: RemoveReactionInput!) {
  removeReaction(input: $input) { urnTranslated { from to } }
}`;

const comment = (more: object = {}, from = account) =>
  ask(COMMENT, { input: { platformId, postedId, message: 'Well said', ...more } }, from);
const removeComment = (commentId: string) => ask(REMOVE_COMMENT, { input: { platformId, postedId, commentId } });
const react = (more: object = {}) => ask(REACT, { input: { platformId, postedId, reactionType: 'LIKE', ...more } });
const removeReaction = (more: object = {}) => ask(REMOVE_REACTION, { input: { platformId, postedId, ...more } });

const refused = (code: string, more: object = {}) => ({
  // The error of a root field, which is null then.
  errors: [{ path: [expect.any(String)], extensions: { code, ...more } }],
});
const answering = (path: string, status: number, body: unknown, headers: Record<string, string> = {}) =>
  box.setFault({ platform: 'network', kind: 'answer', path, answer: { status, body, headers } });

describe('addComment', () => {
  test('returns the comment, with all that the platform says of it in the neutral namespace', async () => {
    const message = 'Thanks @{urn:network:person:abc|Zoë Ł.}';
    const { data } = await comment({ message });
    const { commentId } = data.addComment.comment;
    const commentUrn = `urn:network:comment:(${activity},${commentId})`;
    expect(data.addComment.comment).toEqual({
      id: commentUrn,
      commentId: expect.stringMatching(/^\d{19}$/),
      commentUrn,
      message,
      fields: expect.objectContaining({
        actor: `urn:network:person:${member.accountId}`,
        message: {
          text: 'Thanks Zoë Ł.',
          attributes: [{ start: 7, length: 6, value: { person: { person: 'urn:network:person:abc' } } }],
        },
      }),
    });
  });

  test('replies to a comment', async () => {
    const { commentUrn: parentComment } = (await comment()).data.addComment.comment;
    const { data } = await comment({ parentComment });
    expect(data.addComment.comment.fields.parentComment).toBe(parentComment);
  });

  test.each([
    [{ postedId: '17' }, 'POSTED_ID_INVALID'],
    [{ message: ' ' }, 'COMMENT_EMPTY'],
    [{ message: 'x'.repeat(1251) }, 'COMMENT_TOO_LONG'],
    [{ parentComment: '17' }, 'PARENT_COMMENT_INVALID'],
    [{ platformId: '' }, 'NETWORK_PLATFORM_ID_INVALID'],
    [{ platformId: 'network-nobody' }, 'NETWORK_CONNECTION_NOT_FOUND'],
  ])('with %j is %s', async (more, code) => {
    expect(await comment(more)).toMatchObject(refused(code));
  });

  test('a connection of somebody else is none', async () => {
    expect(await comment({}, await createAccount(db))).toMatchObject(refused('NETWORK_CONNECTION_NOT_FOUND'));
  });

  test('a platform without comments has no connection for them', async () => {
    const other = await account.connect(box.createAccount('fediverse'));
    expect(await comment({ platformId: other })).toMatchObject(refused('NETWORK_CONNECTION_NOT_FOUND'));
  });

  test('a refusal has the platform’s response, and the time of the next allowed request', async () => {
    const details = { status: 429, serviceErrorCode: 101, message: 'Slow', of: 'urn:network:person:a' };
    const said = { ...details, of: 'urn:li:person:a' };
    answering('/comments', 429, said, { 'retry-after': '60' });
    const { errors } = await comment();
    expect(errors).toMatchObject([
      {
        message: 'Failed to create network comment',
        extensions: {
          code: 'ADD_COMMENT_FAILED',
          failure: 'RATE_LIMITED',
          reason: expect.stringContaining('Slow'),
          status: 429,
          details,
        },
      },
    ]);
    expect(errors?.[0]?.extensions.retryAfterSeconds).toBeGreaterThan(50);
    expect(errors?.[0]?.extensions.retryAfterSeconds).toBeLessThanOrEqual(60);
  });

  test('no refusal shows the token, even when the platform repeats it', async () => {
    const { accessToken } = member.credentials;
    answering('/comments', 400, { message: `No ${accessToken}`, token: accessToken });
    const answer = await comment();
    expect(answer).toMatchObject(refused('ADD_COMMENT_FAILED', { status: 400 }));
    expect(JSON.stringify(answer)).not.toContain(accessToken);
  });
});

describe('removeComment', () => {
  test.each(['commentId', 'commentUrn'])('removes the comment that its %s names, once', async (by) => {
    const { [by]: commentId } = (await comment()).data.addComment.comment;
    expect((await removeComment(commentId)).data).toEqual({ removeComment: { removedCommentId: commentId } });
    const details = expect.objectContaining({ code: 'NOT_FOUND' });
    expect(await removeComment(commentId)).toMatchObject(refused('REMOVE_COMMENT_FAILED', { status: 404, details }));
  });

  test('a word names no comment', async () => {
    expect(await removeComment('first')).toMatchObject(refused('COMMENT_ID_INVALID'));
  });
});

describe('addReaction and removeReaction', () => {
  test('addReaction returns the reaction, and removeReaction takes it back, once', async () => {
    const { data } = await react({ reactionType: 'PRAISE' });
    expect(data.addReaction).toEqual({
      reaction: expect.objectContaining({ root: postedId, reactionType: 'PRAISE' }),
      urnTranslated: null,
    });
    expect((await removeReaction()).data).toEqual({ removeReaction: { urnTranslated: null } });
    expect(await removeReaction()).toMatchObject(refused('REMOVE_REACTION_FAILED', { status: 404 }));
  });

  test('an activity is translated to its post, and the responses say so', async () => {
    const urnTranslated = { from: activity, to: postedId };
    expect((await react({ postedId: activity })).data.addReaction).toMatchObject({ urnTranslated });
    expect((await removeReaction({ postedId: activity })).data.removeReaction).toEqual({ urnTranslated });
  });

  test('a reaction that there is not is none of the type', async () => {
    const { errors } = await react({ reactionType: 'MAYBE' });
    expect(errors?.[0]?.message).toContain('"MAYBE" does not exist in "ReactionType" enum');
  });

  test('what is no post is POSTED_ID_INVALID', async () => {
    expect(await react({ postedId: 'urn:network:person:1' })).toMatchObject(refused('POSTED_ID_INVALID'));
    expect(await removeReaction({ postedId: '17' })).toMatchObject(refused('POSTED_ID_INVALID'));
  });

  test('a platform that does not respond has no status', async () => {
    box.setFault({ platform: 'network', kind: 'reset_before_store', path: '/rest/reactions' });
    const failure = 'NETWORK_ERROR';
    expect(await react()).toMatchObject(
      refused('REACT_FAILED', { failure, status: null, details: expect.any(String) }),
    );
  });
});
