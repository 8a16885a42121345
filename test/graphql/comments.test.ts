/** Comments of people who work on a post: threads, mentions, who may do what, and live. */
import pg from 'pg';
import { type StatementTap, startStatementTap } from '../../bench/statement-tap.js';
import { newId } from '../../src/foundation/database/id.js';
import { follow, POST_PROGRESS } from '../live/support.js';
import { connectTargets, createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase, waitingForLocks } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { graphql, type Headers, openSocket } from '../support/graphql.js';
import { addMember, addMembership, type TestMember } from '../support/member.js';
import { nodesOf } from '../support/nodes.js';
import { type Service, startService } from '../support/service.js';

const CREATE = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { id } } }';
const DELETE_POST = 'mutation ($input: DeletePostInput!) { deletePost(input: $input) { __typename } }';
const COMMENT = 'commentId author body mentions { memberId name } editedAt mayEdit mayDelete';
const ADD = `mutation ($input: AddTeamCommentInput!) { addTeamComment(input: $input) { comment { ${COMMENT} } } }`;
const EDIT = `mutation ($input: EditTeamCommentInput!) { editTeamComment(input: $input) { comment { ${COMMENT} } } }`;
const DELETE = 'mutation ($input: DeleteTeamCommentInput!) { deleteTeamComment(input: $input) { deletedCommentId } }';
const RESOLVE =
  'mutation ($input: ResolveCommentThreadInput!) { resolveCommentThread(input: $input) { thread { threadId resolvedAt resolvedBy comments { body } } } }';
const THREADS = `query ($id: ID!) { postGroup(id: $id) { openThreads commentThreads { threadId resolvedAt resolvedBy comments { ${COMMENT} } } } }`;
const MENTIONABLE = '{ viewer { mentionable { memberId name } } }';

let db: TestDatabase;
let tap: StatementTap;
let service: Service;
let account: TestAccount;
let owner: Headers;
let ann: TestMember;
let eve: TestMember;
let viewer: TestMember;

beforeAll(async () => {
  db = await createTestDatabase();
  tap = await startStatementTap(db.url, 'social-publishing-service');
  service = await startService({ db: { ...db, url: tap.url } });
});
afterAll(async () => {
  await service?.stop();
  tap?.close();
  await db?.drop();
});
beforeEach(async () => {
  account = await createAccount(db, { workspaceAccess: true, connected: ['fediverse-1'] });
  owner = await account.session();
  [ann, eve, viewer] = await Promise.all([
    member('CONTRIBUTOR', 'Ann Lee'),
    member('EDITOR', 'Eve Moon'),
    member('VIEWER', 'Vic Poe'),
  ]);
});

async function member(role: 'CONTRIBUTOR' | 'EDITOR' | 'VIEWER', name: string, userId = account.userId) {
  const added = await addMember(db, userId, role);
  await db.query('UPDATE people SET name = $2 WHERE id = $1', [added.personId, name]);
  return added;
}
async function run(headers: Headers, query: string, input: object) {
  const { data, errors } = await graphql(service, headers, query, { input });
  return { data, code: errors?.[0]?.extensions.code, message: errors?.[0]?.message };
}
const createGroup = async (headers: Headers = owner): Promise<string> =>
  (await run(headers, CREATE, { post: { content: 'Hi', platformIds: ['fediverse-1'] } })).data.createPost.postGroup.id;

/** Writes a comment; returns its id. */
async function add(postGroupId: string, body: string, { browser }: Pick<TestMember, 'browser'> = ann, more = {}) {
  const { data, code } = await run(browser, ADD, { postGroupId, body, ...more });
  expect(code).toBeUndefined();
  return String(data.addTeamComment.comment.commentId);
}
const refusal = async (headers: Headers, query: string, input: object) => (await run(headers, query, input)).code;
async function threadsOf(id: string, headers: Headers = owner) {
  const { data, errors } = await graphql(service, headers, THREADS, { id });
  expect(errors).toBeUndefined();
  return data.postGroup;
}
const bodiesOf = async (id: string) =>
  (await threadsOf(id)).commentThreads.map(({ comments }: { comments: { body: string }[] }) =>
    comments.map(({ body }) => body),
  );

describe('threads', () => {
  test('begin with a comment, have replies, and are read by everybody, oldest first', async () => {
    const id = await createGroup();
    const first = await add(id, ' Is the price right? ');
    await add(id, 'Which picture?', eve);
    await add(id, 'Yes', eve, { threadId: first });
    expect(await bodiesOf(id)).toEqual([['Is the price right?', 'Yes'], ['Which picture?']]);
    const seen = await threadsOf(id, viewer.browser);
    expect(seen.openThreads).toBe(2);
    expect(seen.commentThreads[0]).toEqual({
      ...{ threadId: first, resolvedAt: null, resolvedBy: null },
      comments: [
        {
          ...{ commentId: first, author: 'Ann Lee', body: 'Is the price right?', mentions: [], editedAt: null },
          ...{ mayEdit: false, mayDelete: false },
        },
        expect.objectContaining({ author: 'Eve Moon', body: 'Yes' }),
      ],
    });
    expect(await threadsOf(id, { 'x-api-key': account.apiKey })).toEqual(seen);
  });

  test('are resolved and opened again; a reply opens a resolved one', async () => {
    const id = await createGroup();
    const threadId = await add(id, 'Is the price right?');
    const { data } = await run(eve.browser, RESOLVE, { threadId });
    const { thread } = data.resolveCommentThread;
    expect(thread).toEqual({
      ...{ threadId, resolvedAt: expect.any(String), resolvedBy: 'Eve Moon' },
      comments: [{ body: 'Is the price right?' }],
    });
    expect((await threadsOf(id)).openThreads).toBe(0);
    // Who resolves it again changes nothing.
    expect((await run(ann.browser, RESOLVE, { threadId })).data.resolveCommentThread.thread).toEqual(thread);
    await add(id, 'No', ann, { threadId });
    expect(await threadsOf(id)).toMatchObject({ openThreads: 1, commentThreads: [{ resolvedBy: null }] });
    await run(eve.browser, RESOLVE, { threadId });
    const { data: opened } = await run(ann.browser, RESOLVE, { threadId, resolved: false });
    expect(opened.resolveCommentThread.thread).toMatchObject({ resolvedAt: null, resolvedBy: null });
  });

  test('are written in every state of a post, also after it was published', async () => {
    const id = await createGroup();
    for (const status of ['scheduled', 'published', 'failed', 'partially_published']) {
      await db.query('UPDATE post_groups SET status = $2 WHERE id = $1', [id, status]);
      await add(id, status);
    }
    expect((await threadsOf(id)).openThreads).toBe(4);
  });

  test('end with the comment that begins them, and with the post', async () => {
    const id = await createGroup();
    const first = await add(id, 'Old');
    const reply = await add(id, 'Reply', eve, { threadId: first });
    await add(id, 'Other');
    expect((await run(eve.browser, DELETE, { commentId: reply })).data.deleteTeamComment).toEqual({
      deletedCommentId: reply,
    });
    expect(await bodiesOf(id)).toEqual([['Old'], ['Other']]);
    await add(id, 'Another reply', eve, { threadId: first });
    await run(ann.browser, DELETE, { commentId: first });
    expect(await bodiesOf(id)).toEqual([['Other']]);
    expect(await refusal(owner, DELETE_POST, { postGroupId: id })).toBeUndefined();
    expect(await db.query('SELECT 1 FROM comments WHERE group_id = $1', [id])).toEqual([]);
  });

  test('have at most 500 comments in all', async () => {
    const id = await createGroup();
    const threadId = await add(id, 'First');
    await db.query(
      `INSERT INTO comments (id, group_id, thread_id, person_id, author, body, mentions, created_at)
       SELECT lpad(n::text, 24, '0'), group_id, thread_id, person_id, author, 'x', '[]', now()
         FROM comments, generate_series(1, 499) n WHERE id = $1`,
      [threadId],
    );
    expect(await refusal(ann.browser, ADD, { postGroupId: id, body: 'x' })).toBe('TEAM_COMMENT_LIMIT_REACHED');
    await run(ann.browser, DELETE, { commentId: '1'.padStart(24, '0') });
    await add(id, 'x');
    await db.query('DELETE FROM comments');
  });
});

describe('a comment', () => {
  test.each([
    ['blank', ' \u200B\n', 'TEAM_COMMENT_BODY_INVALID'],
    ['too long', 'x'.repeat(2_001), 'TEAM_COMMENT_BODY_INVALID'],
    ['half of a surrogate pair', 'x\uD800', 'TEXT_NOT_PUBLISHABLE'],
  ])('that is %s is refused', async (_what, body, code) => {
    const id = await createGroup();
    expect(await refusal(ann.browser, ADD, { postGroupId: id, body })).toBe(code);
    const commentId = await add(id, 'x'.repeat(2_000));
    expect(await refusal(ann.browser, EDIT, { commentId, body })).toBe(code);
  });

  test('is edited by its author alone, and deleted by its author and by admins', async () => {
    const id = await createGroup();
    const commentId = await add(id, 'Helo');
    const { data } = await run(ann.browser, EDIT, { commentId, body: 'Hello' });
    expect(data.editTeamComment.comment).toEqual({
      ...{ commentId, author: 'Ann Lee', body: 'Hello', mentions: [], editedAt: expect.any(String) },
      ...{ mayEdit: true, mayDelete: true },
    });
    for (const headers of [eve.browser, owner]) {
      expect(await refusal(headers, EDIT, { commentId, body: 'x' })).toBe('TEAM_COMMENT_NOT_YOURS');
    }
    expect(await refusal(eve.browser, DELETE, { commentId })).toBe('TEAM_COMMENT_NOT_YOURS');
    const rights = async (headers: Headers) => {
      const [{ comments }] = (await threadsOf(id, headers)).commentThreads;
      return [comments[0].mayEdit, comments[0].mayDelete];
    };
    expect([await rights(ann.browser), await rights(eve.browser), await rights(owner)]).toEqual([
      [true, true],
      [false, false],
      [false, true],
    ]);
    // Whose role was changed since reads what they wrote.
    await db.query(`UPDATE memberships SET role = 'VIEWER' WHERE person_id = $1`, [ann.personId]);
    expect(await rights(ann.browser)).toEqual([false, false]);
    expect(await refusal(ann.browser, EDIT, { commentId, body: 'x' })).toBe('PERMISSION_REQUIRED');
    expect(await refusal(owner, DELETE, { commentId })).toBeUndefined();
    expect(await bodiesOf(id)).toEqual([]);
  });

  test('names an author without a name by the address up to the @', async () => {
    const id = await createGroup();
    const { personId } = ann;
    await db.query('UPDATE people SET name = email WHERE id = $1', [personId]);
    const threadId = await add(id, 'Hello');
    expect((await run(ann.browser, RESOLVE, { threadId })).code).toBeUndefined();
    expect(await threadsOf(id)).toMatchObject({
      commentThreads: [{ resolvedBy: personId, comments: [{ author: personId }] }],
    });
  });

  test('keeps the name of an author who has left', async () => {
    const id = await createGroup();
    await add(id, 'Bye');
    const remove = 'mutation ($input: RemoveMemberInput!) { removeMember(input: $input) { removedMemberId } }';
    expect(await refusal(owner, remove, { memberId: ann.personId })).toBeUndefined();
    expect(await threadsOf(id)).toMatchObject({ commentThreads: [{ comments: [{ author: 'Ann Lee', body: 'Bye' }] }] });
  });

  test('is written by people who may write drafts, and by no program', async () => {
    const id = await createGroup();
    const input = { postGroupId: id, body: 'Hi' };
    expect(await refusal(viewer.browser, ADD, input)).toBe('PERMISSION_REQUIRED');
    expect(await refusal({ 'x-api-key': account.apiKey }, ADD, input)).toBe('SESSION_REQUIRED');
    expect(await refusal({}, ADD, input)).toBe('SESSION_REQUIRED');
    const threadId = await add(id, 'Hi');
    expect(await refusal(viewer.browser, RESOLVE, { threadId })).toBe('PERMISSION_REQUIRED');
    expect(await refusal({ 'x-api-key': account.apiKey }, DELETE, { commentId: threadId })).toBe('SESSION_REQUIRED');
  });
});

describe('mentions', () => {
  test('are of members, whose names everybody reads, without their addresses', async () => {
    const id = await createGroup();
    const { data } = await graphql(service, ann.browser, MENTIONABLE);
    const names = data.viewer.mentionable.map(({ name }: { name: string }) => name);
    expect(names.filter((name: string) => name !== 'Test')).toEqual(['Ann Lee', 'Eve Moon', 'Vic Poe']);
    expect((await graphql(service, { 'x-api-key': account.apiKey }, MENTIONABLE)).data).toEqual(data);
    const commentId = await add(id, '@Eve Moon look', ann, { mentions: [eve.personId, eve.personId] });
    const mentions = [{ memberId: eve.personId, name: 'Eve Moon' }];
    expect((await threadsOf(id)).commentThreads[0].comments[0].mentions).toEqual(mentions);
    const edited = await run(ann.browser, EDIT, { commentId, body: 'Never mind' });
    expect(edited.data.editTeamComment.comment.mentions).toEqual([]);
  });

  test('of strangers, and of too many, are refused', async () => {
    const id = await createGroup();
    const stranger = await addMember(db, (await createAccount(db)).userId, 'EDITOR');
    for (const mentions of [[stranger.personId], [eve.personId, newId()], Array.from({ length: 21 }, () => newId())]) {
      const input = { postGroupId: id, body: 'Hi', mentions };
      expect(await refusal(ann.browser, ADD, input)).toBe('TEAM_COMMENT_MENTIONS_INVALID');
    }
    expect(await refusal(ann.browser, ADD, { postGroupId: id, body: 'Hi', mentions: ['x'] })).toBe('ID_INVALID');
    expect(await bodiesOf(id)).toEqual([]);
  });

  test('of a client are of its members and of those of the agency, as long as that manages it', async () => {
    const client = await account.manage();
    const carl = await member('CONTRIBUTOR', 'Carl', client);
    const inClient = { ...eve.browser, 'x-service-user-id': client };
    await connectTargets(db, client, ['fediverse-1']);
    const id = await createGroup(inClient);
    await add(id, 'Hi', carl, { mentions: [eve.personId, carl.personId] });
    const { code } = await run(inClient, ADD, { postGroupId: id, body: 'Hi', mentions: [carl.personId] });
    expect(code).toBeUndefined();
    // The agency’s own posts are none of the client's business.
    const own = await createGroup();
    expect(await refusal(carl.browser, ADD, { postGroupId: own, body: 'Hi' })).toBe('POST_GROUP_NOT_FOUND');
    expect(await refusal(ann.browser, ADD, { postGroupId: own, body: 'Hi', mentions: [carl.personId] })).toBe(
      'TEAM_COMMENT_MENTIONS_INVALID',
    );
    await db.query('UPDATE users SET workspace_access = false WHERE id = $1', [account.userId]);
    expect(await refusal(carl.browser, ADD, { postGroupId: id, body: 'Hi', mentions: [eve.personId] })).toBe(
      'TEAM_COMMENT_MENTIONS_INVALID',
    );
    expect((await graphql(service, carl.browser, MENTIONABLE)).data.viewer.mentionable).toEqual([
      { memberId: carl.personId, name: 'Carl' },
    ]);
  });
});

describe('notifications', () => {
  const NOTIFIED =
    '{ notifications(first: 10) { edges { node { kind title facts { name value } action { path } count } } } }';
  const notifiedOf = async ({ browser }: TestMember) =>
    nodesOf((await graphql(service, browser, NOTIFIED)).data.notifications);
  const kindsOf = async (person: TestMember) => (await notifiedOf(person)).map(({ kind }) => kind).sort();

  test('go to the mentioned, and to the others who wrote about the post or asked for its approval, once for each comment', async () => {
    const id = await createGroup();
    const ask = 'mutation ($input: RequestApprovalInput!) { requestApproval(input: $input) { __typename } }';
    expect(await refusal(ann.browser, ask, { postGroupId: id })).toBeUndefined();
    await add(id, '@Vic Poe look', eve, { mentions: [viewer.personId, eve.personId] });
    expect(await notifiedOf(viewer)).toEqual([
      {
        ...{ kind: 'MENTION', title: 'Eve Moon mentioned you in a comment', count: 1 },
        facts: [
          { name: 'Comment', value: '@Vic Poe look' },
          { name: 'Post', value: 'Hi' },
        ],
        action: { path: `/posts/${id}?account=${account.userId}` },
      },
    ]);
    expect(await kindsOf(ann)).toEqual(['COMMENT']);
    expect(await kindsOf(eve)).toEqual(['APPROVAL_REQUESTED']);
    // Eve wrote before, and is mentioned: one of both.
    await add(id, '@Eve Moon thanks', ann, { mentions: [eve.personId] });
    expect(await kindsOf(eve)).toEqual(['APPROVAL_REQUESTED', 'MENTION']);
    expect(await kindsOf(ann)).toEqual(['COMMENT']);
    // Vic was mentioned, but did not write.
    expect(await kindsOf(viewer)).toEqual(['MENTION']);
  });

  test('of an edited comment go to those whom it mentions from now on', async () => {
    const id = await createGroup();
    const commentId = await add(id, '@Eve Moon', ann, { mentions: [eve.personId] });
    const mentions = [eve.personId, viewer.personId];
    await run(ann.browser, EDIT, { commentId, body: '@Eve Moon @Vic Poe', mentions });
    expect(await notifiedOf(eve)).toMatchObject([{ kind: 'MENTION', count: 1 }]);
    expect(await notifiedOf(viewer)).toMatchObject([{ kind: 'MENTION', count: 1 }]);
    expect(await kindsOf(ann)).toEqual([]);
  });

  test('that were not read say what a comment says now, and end with it', async () => {
    const id = await createGroup();
    const threadId = await add(id, 'Secret', ann, { mentions: [eve.personId, viewer.personId] });
    await add(id, 'Yes', eve, { threadId });
    expect(await kindsOf(ann)).toEqual(['COMMENT']);
    await run(ann.browser, EDIT, { commentId: threadId, body: 'Harmless', mentions: [viewer.personId] });
    expect(await notifiedOf(viewer)).toMatchObject([{ facts: [{ name: 'Comment', value: 'Harmless' }, {}], count: 1 }]);
    expect(await kindsOf(eve)).toEqual([]);
    await run(ann.browser, DELETE, { commentId: threadId });
    expect(await Promise.all([ann, eve, viewer].map(kindsOf))).toEqual([[], [], []]);
  });

  test('are written with the comment, or not at all; a person who has left gets none', async () => {
    const id = await createGroup();
    await add(id, 'Hi', eve);
    await db.query('DELETE FROM memberships WHERE person_id = $1', [eve.personId]);
    expect(await refusal(ann.browser, ADD, { postGroupId: id, body: 'Hi', threadId: newId() })).toBeDefined();
    await add(id, 'Hi');
    expect(await db.query('SELECT 1 FROM notifications WHERE person_id = $1', [eve.personId])).toEqual([]);
  });
});

describe('comments of others', () => {
  test('of another account are not found, by their ids and by that of the post', async () => {
    const id = await createGroup();
    const commentId = await add(id, 'Secret');
    const other = await createAccount(db);
    const headers = await other.session();
    expect(await refusal(headers, ADD, { postGroupId: id, body: 'x' })).toBe('POST_GROUP_NOT_FOUND');
    expect(await refusal(headers, EDIT, { commentId, body: 'x' })).toBe('TEAM_COMMENT_NOT_FOUND');
    expect(await refusal(headers, DELETE, { commentId })).toBe('TEAM_COMMENT_NOT_FOUND');
    expect(await refusal(headers, RESOLVE, { threadId: commentId })).toBe('COMMENT_THREAD_NOT_FOUND');
    expect((await graphql(service, headers, THREADS, { id })).data?.postGroup ?? null).toBeNull();
    // Nor by their author, who acts for another account.
    await addMembership(db, ann.personId, other.userId, 'ADMIN');
    const elsewhere = { ...ann.browser, 'x-service-user-id': other.userId };
    expect(await refusal(elsewhere, EDIT, { commentId, body: 'x' })).toBe('TEAM_COMMENT_NOT_FOUND');
    expect(await bodiesOf(id)).toEqual([['Secret']]);
  });

  test('a thread is of one post, and a reply is none', async () => {
    const [id, other] = [await createGroup(), await createGroup()];
    const threadId = await add(id, 'First');
    const reply = await add(id, 'Reply', ann, { threadId });
    expect(await refusal(ann.browser, ADD, { postGroupId: other, threadId, body: 'x' })).toBe(
      'COMMENT_THREAD_NOT_FOUND',
    );
    for (const wrong of [reply, newId()]) {
      const input = { postGroupId: id, threadId: wrong, body: 'x' };
      expect(await refusal(ann.browser, ADD, input)).toBe('COMMENT_THREAD_NOT_FOUND');
      expect(await refusal(ann.browser, RESOLVE, { threadId: wrong })).toBe('COMMENT_THREAD_NOT_FOUND');
    }
    expect(await bodiesOf(other)).toEqual([]);
  });
});

test('every change is reported to subscribers, and is no change of the post', async () => {
  const id = await createGroup();
  const read = async () => db.query('SELECT status, updated_at FROM post_groups WHERE id = $1', [id]);
  const before = await read();
  const client = openSocket(service, { 'x-api-key': account.apiKey });
  const { steps } = follow(client, POST_PROGRESS, { id, after: 1 });
  const threadId = await add(id, 'Hi');
  await run(ann.browser, EDIT, { commentId: threadId, body: 'Hello' });
  await run(ann.browser, RESOLVE, { threadId });
  await run(ann.browser, DELETE, { commentId: threadId });
  await eventually(async () => steps.length >= 4 || undefined);
  expect(steps.map(({ sequence, type }) => [sequence, type])).toEqual([2, 3, 4, 5].map((n) => [n, 'ANNOTATED']));
  expect(await read()).toEqual(before);
  await client.dispose();
});

test('comments of posts that are too large together are refused, whether or not their texts are requested', async () => {
  const ids = [await createGroup(), await createGroup()];
  // Each is 3 bytes long.
  const mentions = JSON.stringify(
    Array.from({ length: 20 }, () => ({ memberId: eve.personId, name: '漢'.repeat(200) })),
  );
  for (const id of ids) {
    await db.query(
      `INSERT INTO comments (id, group_id, thread_id, person_id, author, body, mentions, created_at)
       SELECT lpad(to_hex(n) || $1::text, 24, '0'), $1, lpad(to_hex(n) || $1::text, 24, '0'), $2, 'Ann', repeat('漢', 2000), $3, now()
         FROM (SELECT n FROM generate_series(1, 500) n) s`,
      [id, ann.personId, mentions],
    );
  }
  const refused = async (selection: string) => {
    const query = `{ postGroups(first: 2) { edges { node { commentThreads { comments { ${selection} } } } } } }`;
    return (await graphql(service, owner, query)).errors?.[0]?.extensions.code;
  };
  expect(await refused('body')).toBe('ANSWER_TOO_LARGE');
  expect(await refused('author mentions { name }')).toBe('ANSWER_TOO_LARGE');
});

test('a list of posts reads their comments in the same number of statements, however long it is', async () => {
  const query = '{ postGroups(first: 20) { edges { node { id openThreads commentThreads { comments { body } } } } } }';
  const statements = async () => {
    tap.take();
    const { data } = await graphql(service, owner, query);
    return [data.postGroups.edges.length, tap.take().filter(({ text }) => /\bcomments\b/.test(text)).length];
  };
  await add(await createGroup(), 'One');
  expect(await statements()).toEqual([1, 3]);
  for (const body of ['Two', 'Three']) await add(await createGroup(), body);
  expect(await statements()).toEqual([3, 3]);
});

test('a comment that is written while the post is deleted is refused', async () => {
  const id = await createGroup();
  const threadId = await add(id, 'First');
  const deleting = new pg.Client({ connectionString: db.url });
  await deleting.connect();
  await deleting.query('BEGIN');
  await deleting.query('SELECT FROM post_groups WHERE id = $1 FOR UPDATE', [id]);
  const late = [
    refusal(ann.browser, ADD, { postGroupId: id, body: 'Late', threadId }),
    refusal(ann.browser, EDIT, { commentId: threadId, body: 'Late' }),
    refusal(ann.browser, RESOLVE, { threadId }),
  ];
  await eventually(async () => (await waitingForLocks(db)) >= 3 || undefined);
  await deleting.query('DELETE FROM post_groups WHERE id = $1', [id]);
  await deleting.query('COMMIT');
  await deleting.end();
  expect(await Promise.all(late)).toEqual([
    'POST_GROUP_NOT_FOUND',
    'TEAM_COMMENT_NOT_FOUND',
    'COMMENT_THREAD_NOT_FOUND',
  ]);
});

test('two who resolve and reply at once leave the thread open or resolved, never between', async () => {
  const id = await createGroup();
  const threadId = await add(id, 'First');
  const results = await Promise.all([
    refusal(eve.browser, RESOLVE, { threadId }),
    refusal(ann.browser, ADD, { postGroupId: id, threadId, body: 'Reply' }),
    refusal(ann.browser, ADD, { postGroupId: id, threadId, body: 'Reply' }),
  ]);
  expect(results).toEqual([undefined, undefined, undefined]);
  const [thread] = (await threadsOf(id)).commentThreads;
  expect(thread.comments).toHaveLength(3);
  expect(thread.resolvedAt === null).toBe(thread.resolvedBy === null);
});
