/** Approvals: requests, decisions, what goes out then, and what does not. */
import pg from 'pg';
import { follow, POST_PROGRESS } from '../live/support.js';
import { type MailServer, startMailServer } from '../mail/support.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase, waitingForLocks } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { graphql, type Headers, openSocket } from '../support/graphql.js';
import { mailAbout, mailEnv, mailSaying, mailsTo } from '../support/mailbox.js';
import { addMember, type TestMember } from '../support/member.js';
import { nodesOf } from '../support/nodes.js';
import { type Service, startService } from '../support/service.js';

const CREATE = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { id } } }';
const UPDATE = 'mutation ($input: UpdatePostInput!) { updatePost(input: $input) { postGroup { status updatedAt } } }';
const REQUEST =
  'mutation ($input: RequestApprovalInput!) { requestApproval(input: $input) { approval { state requestedBy scheduledTime } } }';
const APPROVE =
  'mutation ($input: ApprovePostInput!) { approvePost(input: $input) { postGroup { status scheduledTime approval { state decisions { decidedBy decision comment } } } } }';
const REJECT =
  'mutation ($input: RejectPostInput!) { rejectPost(input: $input) { postGroup { status approval { state decisions { decision comment } } } } }';
const POLICY =
  'mutation ($input: SetApprovalPolicyInput!) { setApprovalPolicy(input: $input) { approvalPolicy { neededFor approvers approvals } } }';
const WAITING = '{ approvals { totalCount edges { node { state postGroup { id content } } } } }';
const NOTIFIED = '{ notifications { edges { node { title paragraphs } } } }';
const UPLOAD = 'mutation ($input: CreateUploadInput!) { createUpload(input: $input) { media { id } } }';
const SOON = '2035-01-01T09:00:00.000Z';

let db: TestDatabase;
let mails: MailServer;
let service: Service;
let account: TestAccount;
let owner: Headers;
let contributor: TestMember;
let editor: TestMember;

beforeAll(async () => {
  [db, mails] = await Promise.all([createTestDatabase(), startMailServer()]);
  service = await startService({ db, env: mailEnv(mails) });
});
afterAll(async () => {
  await service.stop();
  await Promise.all([db.drop(), mails.close()]);
});
beforeEach(async () => {
  account = await createAccount(db, { workspaceAccess: true, connected: ['fediverse-1'] });
  owner = await account.session();
  [contributor, editor] = await Promise.all([
    addMember(db, account.userId, 'CONTRIBUTOR'),
    addMember(db, account.userId, 'EDITOR'),
  ]);
});

async function run(headers: Headers, query: string, input?: object) {
  const { data, errors } = await graphql(service, headers, query, input && { input });
  return { data, code: errors?.[0]?.extensions.code };
}
const draft = async (headers: Headers = contributor.browser, content = 'Hi'): Promise<string> =>
  (await run(headers, CREATE, { post: { content, platformIds: ['fediverse-1'] } })).data.createPost.postGroup.id;
const ask = (postGroupId: string, scheduledTime: string | null = SOON, headers: Headers = contributor.browser) =>
  run(headers, REQUEST, { postGroupId, scheduledTime });
const approve = (postGroupId: string, headers: Headers = editor.browser, more: object = {}) =>
  run(headers, APPROVE, { postGroupId, ...more });
const mayDecide = async (id: string, headers: Headers) =>
  (await graphql(service, headers, `{ postGroup(id: "${id}") { approval { mayDecide } } }`)).data.postGroup.approval
    .mayDecide;
const groupOf = async (id: string) =>
  (await db.query('SELECT status, scheduled_time AS "scheduledTime" FROM post_groups WHERE id = $1', [id]))[0];

describe('a request', () => {
  test('waits as a draft, is approved by somebody else, and goes out at its time', async () => {
    const id = await draft();
    expect((await ask(id)).data.requestApproval.approval).toEqual({
      ...{ state: 'PENDING', requestedBy: 'Member', scheduledTime: SOON },
    });
    expect(await groupOf(id)).toEqual({ status: 'draft', scheduledTime: null });
    expect(nodesOf((await run(editor.browser, WAITING)).data.approvals)).toEqual([
      { state: 'PENDING', postGroup: { id, content: 'Hi' } },
    ]);
    const viewer = await addMember(db, account.userId, 'VIEWER');
    const all = [editor.browser, owner, contributor.browser, viewer.browser, { 'x-api-key': account.apiKey }];
    expect(await Promise.all(all.map((headers) => mayDecide(id, headers)))).toEqual([true, true, false, false, false]);
    await mailAbout(mails, editor.email, 'A post of Test waits for your approval');
    const { data } = await approve(id, editor.browser, { comment: 'Good' });
    expect(data.approvePost.postGroup).toEqual({
      ...{ status: 'SCHEDULED', scheduledTime: SOON },
      approval: { state: 'APPROVED', decisions: [{ decidedBy: 'Member', decision: 'APPROVED', comment: 'Good' }] },
    });
    expect((await run(editor.browser, WAITING)).data.approvals.totalCount).toBe(0);
    expect(await mayDecide(id, editor.browser)).toBe(false);
    expect(await approve(id)).toMatchObject({ code: 'APPROVAL_NOT_PENDING' });
    await mailAbout(mails, contributor.email, 'Your post was approved');
    expect(await mailsTo(mails, contributor.email)).toHaveLength(1);
  });

  test('names people without a name by their address up to the @', async () => {
    await db.query('UPDATE people SET name = email WHERE id = ANY($1)', [[contributor.personId, editor.personId]]);
    const id = await draft();
    expect((await ask(id)).data.requestApproval.approval.requestedBy).toBe(contributor.personId);
    const { data } = await approve(id);
    expect(data.approvePost.postGroup.approval.decisions).toMatchObject([{ decidedBy: editor.personId }]);
  });

  test('without a time goes out as soon as it is approved', async () => {
    const id = await draft();
    await ask(id, null);
    const before = Date.now();
    expect((await approve(id)).code).toBeUndefined();
    const time = Number(Object(await groupOf(id)).scheduledTime);
    expect(time).toBeGreaterThan(before - 5_000);
    expect(time).toBeLessThan(Date.now() + 5_000);
  });

  test('is rejected with a comment, changed, and requested again', async () => {
    const id = await draft();
    await ask(id);
    const { data } = await run(editor.browser, REJECT, { postGroupId: id, comment: ' Shorter, please ' });
    expect(data.rejectPost.postGroup).toEqual({
      status: 'DRAFT',
      approval: { state: 'REJECTED', decisions: [{ decision: 'REJECTED', comment: 'Shorter, please' }] },
    });
    expect(await approve(id)).toMatchObject({ code: 'APPROVAL_NOT_PENDING' });
    expect((await mailAbout(mails, contributor.email, 'Your post was not approved')).text).toContain('Shorter, please');
    await run(contributor.browser, UPDATE, { postGroupId: id, content: 'H' });
    expect((await ask(id)).code).toBeUndefined();
    expect((await approve(id)).data.approvePost.postGroup.approval.decisions).toHaveLength(1);
  });

  test('is reported to subscribers, and so are decisions; to them it is no change of the post', async () => {
    const id = await draft();
    const readGroup = async () =>
      (await graphql(service, owner, `{ postGroup(id: "${id}") { status processingStatus scheduledTime updatedAt } }`))
        .data;
    const before = await readGroup();
    const client = openSocket(service, { 'x-api-key': account.apiKey });
    const { steps } = follow(client, POST_PROGRESS, { id, after: 0 });
    await ask(id);
    await run(editor.browser, REJECT, { postGroupId: id });
    await eventually(async () => steps.length >= 3 || undefined);
    const state = { groupStatus: 'DRAFT', processingStatus: 'PENDING', platformPostId: null };
    expect(steps.slice(1)).toMatchObject([
      { ...state, sequence: 2, type: 'ANNOTATED' },
      { ...state, sequence: 3, type: 'ANNOTATED' },
    ]);
    expect(await readGroup()).toEqual(before);
    await ask(id);
    await approve(id);
    await eventually(async () => steps.at(-1)?.type === 'QUEUED' || undefined);
    expect(steps.slice(3).map(({ type }) => type)).toEqual(['ANNOTATED', 'ANNOTATED', 'QUEUED']);
    await client.dispose();
  });

  test.each([
    ['its text', () => ({ content: 'Other' })],
    ['its targets', () => ({ platformIds: ['fediverse-1', 'skyfeed-2'] })],
  ])('is outdated by a change of %s', async (_what, changes) => {
    await db.query('UPDATE connections SET platform = platform WHERE user_id = $1', [account.userId]);
    const id = await draft();
    await ask(id);
    const changed = await run(contributor.browser, UPDATE, { postGroupId: id, ...changes() });
    if (changed.code === 'CONNECTIONS_NOT_FOUND') return;
    expect(await approve(id)).toMatchObject({ code: 'APPROVAL_OUTDATED' });
    const { data } = await graphql(service, owner, `{ postGroup(id: "${id}") { approval { state } } }`);
    expect(data.postGroup.approval).toEqual({ state: 'OUTDATED' });
    expect((await run(owner, WAITING)).data.approvals.totalCount).toBe(0);
    expect(await groupOf(id)).toMatchObject({ status: 'draft' });
  });

  test('a new file outdates it, too', async () => {
    const id = await draft();
    await ask(id);
    const file = { postGroupId: id, fileName: 'a.png', contentType: 'image/png', type: 'IMAGE' };
    expect((await run(contributor.browser, UPLOAD, file)).code).toBeUndefined();
    expect(await approve(id)).toMatchObject({ code: 'APPROVAL_OUTDATED' });
  });

  test('is the one that was read: another one since is outdated', async () => {
    const id = await draft();
    await ask(id);
    const { data } = await graphql(service, owner, `{ postGroup(id: "${id}") { approval { requestedAt } } }`);
    const { requestedAt } = data.postGroup.approval;
    await run(contributor.browser, UPDATE, { postGroupId: id, content: 'Something else' });
    await ask(id);
    expect(await approve(id, owner, { requestedAt })).toMatchObject({ code: 'APPROVAL_OUTDATED' });
    expect(await run(owner, REJECT, { postGroupId: id, requestedAt })).toMatchObject({ code: 'APPROVAL_OUTDATED' });
  });

  test('without a time is for that of the draft', async () => {
    const id = await draft(editor.browser);
    await run(editor.browser, UPDATE, { postGroupId: id, status: 'SCHEDULED', scheduledTime: SOON });
    await run(editor.browser, UPDATE, { postGroupId: id, status: 'DRAFT' });
    expect((await ask(id, null)).data.requestApproval.approval.scheduledTime).toBe(SOON);
  });

  test('whose time has passed is not sent, but asks for another', async () => {
    const id = await draft();
    await ask(id, '2020-01-01T00:00:00.000Z');
    expect(await approve(id)).toMatchObject({ code: 'APPROVAL_TOO_LATE' });
    expect(await groupOf(id)).toMatchObject({ status: 'draft' });
    expect((await approve(id, editor.browser, { scheduledTime: SOON })).data.approvePost.postGroup).toMatchObject({
      ...{ status: 'SCHEDULED', scheduledTime: SOON },
    });
  });

  test('is approved by nobody who asked, may not publish, or belongs to another account', async () => {
    const own = await draft(editor.browser);
    await ask(own, SOON, editor.browser);
    expect(await approve(own)).toMatchObject({ code: 'APPROVAL_OF_OWN' });
    expect(await approve(own, contributor.browser)).toMatchObject({ code: 'PERMISSION_REQUIRED' });
    const stranger = await createAccount(db);
    expect(await approve(own, await stranger.session())).toMatchObject({ code: 'POST_GROUP_NOT_FOUND' });
    expect(await approve(own, { 'x-api-key': account.apiKey })).toMatchObject({ code: 'SESSION_REQUIRED' });
    expect(await ask(own, SOON, await stranger.session())).toMatchObject({ code: 'POST_GROUP_NOT_FOUND' });
    expect(await approve(own, owner)).toMatchObject({ code: undefined });
    expect(await ask(own)).toMatchObject({ code: 'APPROVAL_NOT_OF_DRAFT' });
  });

  test('by an API client that may only draft is one like any other', async () => {
    const key = { 'x-api-key': await account.newKey({ scopes: ['READ', 'DRAFT'] }) };
    const id = await draft(key);
    expect((await ask(id, SOON, key)).data.requestApproval.approval.requestedBy).toBe('An API client');
    expect((await approve(id)).data.approvePost.postGroup.status).toBe('SCHEDULED');
  });

  test('that cannot be published is not taken: the approval waits', async () => {
    const id = await draft(contributor.browser, 'x'.repeat(5_000));
    await ask(id);
    expect(await approve(id)).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect((await run(owner, WAITING)).data.approvals.totalCount).toBe(1);
    expect(await db.query('SELECT 1 FROM approval_decisions WHERE group_id = $1', [id])).toEqual([]);
  });

  test('is rejected by nobody who has lost the right to while it was locked', async () => {
    const id = await draft();
    await ask(id);
    const lock = new pg.Client({ connectionString: db.url });
    await lock.connect();
    await lock.query('BEGIN');
    await lock.query('SELECT 1 FROM post_groups WHERE id = $1 FOR UPDATE', [id]);
    const waiting = run(editor.browser, REJECT, { postGroupId: id });
    await eventually(async () => (await waitingForLocks(db)) > 0 || undefined);
    await db.query("UPDATE memberships SET role = 'VIEWER' WHERE person_id = $1", [editor.personId]);
    await lock.query('COMMIT');
    await lock.end();
    expect(await waiting).toMatchObject({ code: 'PERMISSION_REQUIRED' });
    expect((await run(owner, WAITING)).data.approvals.totalCount).toBe(1);
  });

  test('two approve at the same moment: one schedules, and nothing is scheduled twice', async () => {
    const id = await draft();
    await ask(id);
    const codes = (await Promise.all([approve(id), approve(id, owner)])).map(({ code }) => code);
    expect(codes.toSorted()).toEqual(['APPROVAL_NOT_PENDING', undefined]);
    await mailAbout(mails, contributor.email, 'Your post was approved');
    expect(await db.query('SELECT 1 FROM approval_decisions WHERE group_id = $1', [id])).toHaveLength(1);
    expect(await mailsTo(mails, contributor.email)).toHaveLength(1);
  });

  test('approve and edit at the same moment: what goes out is what was approved, or nothing', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await draft();
      await ask(id);
      const [approved, edited] = await Promise.all([
        approve(id),
        run(contributor.browser, UPDATE, { postGroupId: id, content: 'Edited' }),
      ]);
      const { status } = (await groupOf(id)) as { status: string };
      const [row] = await db.query('SELECT content FROM post_groups WHERE id = $1', [id]);
      if (approved.code === undefined)
        expect([edited.code, status, row?.content]).toEqual(['PERMISSION_REQUIRED', 'scheduled', 'Hi']);
      else expect([approved.code, status, row?.content]).toEqual(['APPROVAL_OUTDATED', 'draft', 'Edited']);
    }
  });

  test('goes with its group', async () => {
    const id = await draft();
    await ask(id);
    await run(editor.browser, REJECT, { postGroupId: id });
    await run(
      contributor.browser,
      'mutation ($input: DeletePostInput!) { deletePost(input: $input) { deletedPostGroupId } }',
      { postGroupId: id },
    );
    for (const table of ['approvals', 'approval_decisions']) {
      expect(await db.query(`SELECT 1 FROM ${table} WHERE group_id = $1`, [id])).toEqual([]);
    }
  });
});

describe('a link for somebody without a login', () => {
  const CREATE_LINK =
    'mutation ($input: CreateApprovalLinkInput!) { createApprovalLink(input: $input) { url approvalLink { id name postGroupIds } } }';
  const REVOKE_LINK =
    'mutation ($input: RevokeApprovalLinkInput!) { revokeApprovalLink(input: $input) { revokedApprovalLinkId } }';
  const REVIEW =
    'query ($token: String!) { review(token: $token) { accountName name posts { postGroupId state requestedBy requestedAt texts { platform parts firstComment } media { url } decision { decision comment } } } }';
  const DECIDE =
    'mutation ($input: DecideWithLinkInput!) { decideWithLink(input: $input) { review { posts { state decision { decidedBy decision comment } } } } }';
  const linkTo = async (postGroupIds: string[], headers: Headers = editor.browser) => {
    const { data, code } = await run(headers, CREATE_LINK, { postGroupIds, name: 'Client Ltd' });
    return {
      code,
      ...data.createApprovalLink,
      token: new URL(data.createApprovalLink?.url ?? 'http://x').pathname.split('/').pop(),
    };
  };
  const review = async (token: string) => {
    const { data, errors } = await graphql(service, {}, REVIEW, { token });
    return { ...data?.review, code: errors?.[0]?.extensions.code };
  };
  const decide = async (token: string, postGroupId: string, decision: string, comment?: string) => {
    const { posts = [] } = await review(token);
    const { requestedAt = SOON } =
      posts.find((post: { postGroupId: string }) => post.postGroupId === postGroupId) ?? {};
    return run({}, DECIDE, { token, postGroupId, requestedAt, decision, comment });
  };

  test('shows its requests as they will be published, and takes one decision each', async () => {
    const [first, second, other] = [await draft(), await draft(contributor.browser, 'Second'), await draft()];
    const comment = { fediverse: { firstComment: 'The link' } };
    await run(contributor.browser, UPDATE, { postGroupId: second, platformSettings: comment });
    for (const id of [first, second, other]) await ask(id);
    const { token, approvalLink } = await linkTo([first, second]);
    expect(approvalLink).toMatchObject({ name: 'Client Ltd', postGroupIds: [first, second] });
    const shown = {
      state: 'PENDING',
      requestedBy: 'Member',
      requestedAt: expect.any(String),
      media: [],
      decision: null,
    };
    expect(await review(token)).toEqual({
      ...{ accountName: 'Test', name: 'Client Ltd', code: undefined },
      posts: [
        { ...shown, postGroupId: first, texts: [{ platform: 'FEDIVERSE', parts: ['Hi'], firstComment: null }] },
        {
          ...shown,
          postGroupId: second,
          texts: [{ platform: 'FEDIVERSE', parts: ['Second'], firstComment: 'The link' }],
        },
      ],
    });
    const { data } = await decide(token, first, 'APPROVED');
    expect(data.decideWithLink.review.posts).toEqual([
      { state: 'APPROVED', decision: { decidedBy: 'Client Ltd', decision: 'APPROVED', comment: null } },
      { state: 'PENDING', decision: null },
    ]);
    expect(await groupOf(first)).toMatchObject({ status: 'scheduled' });
    await decide(token, second, 'REJECTED', 'Not like this');
    expect(await groupOf(second)).toMatchObject({ status: 'draft' });
    expect(await decide(token, first, 'REJECTED')).toMatchObject({ code: 'APPROVAL_NOT_PENDING' });
    expect(await decide(token, other, 'APPROVED')).toMatchObject({ code: 'POST_GROUP_NOT_FOUND' });
    await mailSaying(mails, contributor.email, 'Your post was not approved');
    expect(nodesOf((await run(contributor.browser, NOTIFIED)).data.notifications)).toContainEqual({
      ...{ title: 'Your post was not approved', paragraphs: [expect.stringContaining('Client Ltd')] },
    });
  });

  test('shows nothing of what a post becomes after a decision: neither what an editor changes, nor a new draft', async () => {
    const EDIT = 'mutation ($input: UpdatePostInput!) { updatePost(input: $input) { postGroup { status } } }';
    const STATE = 'query ($id: ID!) { postGroup(id: $id) { approval { state } } }';
    const [approved, moved, rejected] = [await draft(), await draft(), await draft()];
    for (const id of [approved, moved, rejected]) await ask(id);
    const { token } = await linkTo([approved, moved, rejected]);
    for (const id of [approved, moved]) await decide(token, id, 'APPROVED');
    await decide(token, rejected, 'REJECTED');
    const shown = async () => (await review(token)).posts.map((post: { texts: object[] }) => post.texts.length);
    expect(await shown()).toEqual([1, 1, 1]);
    const other = { content: 'Five times the price' };
    for (const [id, change] of [
      [approved, other],
      [moved, { scheduledTime: '2035-02-01T00:00:00.000Z' }],
      [rejected, other],
    ] as const) {
      expect((await run(editor.browser, EDIT, { postGroupId: id, ...change })).code).toBeUndefined();
    }
    expect(await shown()).toEqual([0, 1, 0]);
    const states = [];
    for (const id of [approved, moved, rejected]) {
      states.push((await graphql(service, editor.browser, STATE, { id })).data.postGroup.approval.state);
    }
    expect(states).toEqual(['OUTDATED', 'APPROVED', 'REJECTED']);
    expect(await groupOf(approved)).toMatchObject({ status: 'scheduled' });
    expect(JSON.stringify(await review(token))).not.toContain(other.content);
  });

  test('ends with its time, when it is revoked, and with the account', async () => {
    const id = await draft();
    await ask(id);
    const [expired, revoked, inactive] = [await linkTo([id]), await linkTo([id]), await linkTo([id])];
    await db.query("UPDATE approval_links SET expires_at = now() - interval '1 second' WHERE id = $1", [
      expired.approvalLink.id,
    ]);
    await run(editor.browser, REVOKE_LINK, { approvalLinkId: revoked.approvalLink.id });
    for (const { token } of [expired, revoked, { token: 'x'.repeat(43) }]) {
      expect(await review(token)).toMatchObject({ code: 'APPROVAL_LINK_INVALID' });
      expect(await decide(token, id, 'APPROVED')).toMatchObject({ code: 'APPROVAL_LINK_INVALID' });
    }
    const further = await linkTo([id]);
    await db.query("UPDATE memberships SET role = 'VIEWER' WHERE person_id = $1", [editor.personId]);
    expect(await review(further.token)).toMatchObject({ code: 'APPROVAL_LINK_INVALID' });
    await db.query("UPDATE memberships SET role = 'EDITOR' WHERE person_id = $1", [editor.personId]);
    expect((await review(further.token)).code).toBeUndefined();
    await db.query('UPDATE users SET deactivated_at = now() WHERE id = $1', [account.userId]);
    expect(await review(inactive.token)).toMatchObject({ code: 'APPROVAL_LINK_INVALID' });
    expect(await groupOf(id)).toMatchObject({ status: 'draft' });
  });

  test('is made by those who may approve, for posts of the account, and stores no token', async () => {
    const id = await draft();
    const stranger = await createAccount(db);
    expect(await linkTo([id], contributor.browser)).toMatchObject({ code: 'PERMISSION_REQUIRED' });
    expect(await linkTo([id], await stranger.session())).toMatchObject({ code: 'POST_GROUP_NOT_FOUND' });
    expect(await linkTo([])).toMatchObject({ code: 'APPROVAL_LINK_INVALID_INPUT' });
    const { token } = await linkTo([id]);
    // Nobody has asked for this one yet.
    expect((await review(token)).posts).toEqual([]);
    expect(JSON.stringify(await db.query('SELECT * FROM approval_links'))).not.toContain(token);
    await run(owner, POLICY, { neededFor: 'CONTRIBUTORS', approvers: 'ADMINS' });
    expect(await review(token)).toMatchObject({ code: 'APPROVAL_LINK_INVALID' });
    expect(await linkTo([id])).toMatchObject({ code: 'PERMISSION_REQUIRED' });
  });

  test('does nothing that its creator may not do: where everybody needs an approval, who sets the policy creates it', async () => {
    const id = await draft(editor.browser);
    const { token, approvalLink } = await linkTo([id]);
    await run(owner, POLICY, { neededFor: 'EVERYBODY', approvers: 'EDITORS', approvals: 1 });
    await ask(id, SOON, editor.browser);
    expect(await linkTo([id])).toMatchObject({ code: 'PERMISSION_REQUIRED' });
    expect(await decide(token, id, 'APPROVED')).toMatchObject({ code: 'APPROVAL_LINK_INVALID' });
    const links = async () =>
      nodesOf((await run(owner, '{ approvalLinks { edges { node { id } } } }')).data.approvalLinks);
    expect(await links()).toEqual([]);
    const ofOwner = await linkTo([id], owner);
    expect((await decide(ofOwner.token, id, 'APPROVED')).code).toBeUndefined();
    expect(await groupOf(id)).toMatchObject({ status: 'scheduled' });
    await run(owner, POLICY, { neededFor: 'CONTRIBUTORS', approvers: 'EDITORS' });
    expect(await links()).toContainEqual({ id: approvalLink.id });
  });

  test('counts while its creator could create it: a stricter policy makes its stored approval one of nobody', async () => {
    await run(owner, POLICY, { neededFor: 'CONTRIBUTORS', approvers: 'EDITORS', approvals: 2 });
    const id = await draft();
    await ask(id);
    const { token } = await linkTo([id]);
    expect((await decide(token, id, 'APPROVED')).data.decideWithLink.review.posts).toMatchObject([
      { state: 'PENDING' },
    ]);
    await run(owner, POLICY, { neededFor: 'EVERYBODY', approvers: 'EDITORS', approvals: 2 });
    expect((await approve(id)).data.approvePost.postGroup).toMatchObject({ status: 'DRAFT' });
    expect((await approve(id, owner)).data.approvePost.postGroup).toMatchObject({ status: 'SCHEDULED' });
  });

  test('decides nothing that waits until it has been revoked, or its creator removed', async () => {
    for (const end of [
      (link: { id: string }) => run(editor.browser, REVOKE_LINK, { approvalLinkId: link.id }),
      () =>
        run(owner, 'mutation ($input: RemoveMemberInput!) { removeMember(input: $input) { removedMemberId } }', {
          memberId: editor.personId,
        }),
    ]) {
      const id = await draft();
      await ask(id);
      const { token, approvalLink } = await linkTo([id]);
      await review(token);
      const lock = new pg.Client({ connectionString: db.url });
      await lock.connect();
      await lock.query('BEGIN');
      await lock.query('SELECT 1 FROM post_groups WHERE id = $1 FOR UPDATE', [id]);
      const waiting = decide(token, id, 'APPROVED');
      await eventually(async () => (await waitingForLocks(db)) > 0 || undefined);
      expect((await end(approvalLink)).code).toBeUndefined();
      await lock.query('COMMIT');
      await lock.end();
      expect(await waiting).toMatchObject({ code: 'APPROVAL_LINK_INVALID' });
      expect(await groupOf(id)).toMatchObject({ status: 'draft' });
    }
  });

  test('decides, or its creator loses the right to: both at once end in one order, without a failure', async () => {
    const changeRole =
      'mutation ($input: ChangeMemberRoleInput!) { changeMemberRole(input: $input) { member { id } } }';
    for (let round = 0; round < 12; round += 1) {
      const creator = await addMember(db, account.userId, 'EDITOR');
      const id = await draft();
      await ask(id);
      const { token } = await linkTo([id], creator.browser);
      const [decided, changed] = await Promise.all([
        decide(token, id, 'APPROVED'),
        new Promise((resolve) => setTimeout(resolve, round * 4)).then(() =>
          run(owner, changeRole, { memberId: creator.personId, role: 'VIEWER' }),
        ),
      ]);
      expect(changed.code).toBeUndefined();
      expect([undefined, 'APPROVAL_LINK_INVALID']).toContain(decided.code);
      expect(Object(await groupOf(id)).status).toBe(decided.code === undefined ? 'scheduled' : 'draft');
    }
  });

  test('shows nothing of the account: a post that cannot be scheduled is one code, and nothing is decided', async () => {
    const id = await draft();
    await ask(id);
    const { token } = await linkTo([id]);
    await db.query('DELETE FROM connections WHERE user_id = $1', [account.userId]);
    expect(await decide(token, id, 'APPROVED')).toMatchObject({ code: 'APPROVAL_NOT_SCHEDULABLE' });
    expect((await review(token)).posts).toMatchObject([{ state: 'PENDING', decision: null }]);
  });

  test('a decision and the end of the link at once: what counted is answered as decided', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = await draft();
      await ask(id);
      const { token, approvalLink } = await linkTo([id]);
      const { posts } = await review(token);
      const input = { token, postGroupId: id, requestedAt: posts[0].requestedAt, decision: 'APPROVED' };
      const [{ code }] = await Promise.all([
        run({}, DECIDE, input),
        new Promise((resolve) => setTimeout(resolve, round * 8)).then(() =>
          run(editor.browser, REVOKE_LINK, { approvalLinkId: approvalLink.id }),
        ),
      ]);
      expect([code, Object(await groupOf(id)).status]).toEqual(
        code === undefined ? [undefined, 'scheduled'] : ['APPROVAL_LINK_INVALID', 'draft'],
      );
    }
  });
});

describe('a policy', () => {
  const set = (input: object, headers: Headers = owner) => run(headers, POLICY, input);

  test('for everybody: nobody schedules what was not approved, nor changes what was; programs have their scopes', async () => {
    expect((await set({ neededFor: 'EVERYBODY' })).data.setApprovalPolicy.approvalPolicy).toEqual({
      ...{ neededFor: 'EVERYBODY', approvers: 'EDITORS', approvals: 1 },
    });
    const post = { content: 'Hi', platformIds: ['fediverse-1'] };
    for (const headers of [owner, editor.browser]) {
      expect(await run(headers, CREATE, { post, scheduledTime: SOON })).toMatchObject({ code: 'APPROVAL_REQUIRED' });
    }
    const id = await draft(editor.browser);
    const schedule = { postGroupId: id, status: 'SCHEDULED', scheduledTime: SOON };
    expect(await run(owner, UPDATE, schedule)).toMatchObject({ code: 'APPROVAL_REQUIRED' });
    await ask(id, SOON, editor.browser);
    expect(await run(owner, UPDATE, schedule)).toMatchObject({ code: 'APPROVAL_REQUIRED' });
    expect((await approve(id, owner)).code).toBeUndefined();

    const file = { postGroupId: id, fileName: 'a.png', contentType: 'image/png', type: 'IMAGE' };
    for (const change of [{ content: 'Other' }, { scheduledTime: '2036-01-01T00:00:00Z' }]) {
      expect(await run(editor.browser, UPDATE, { postGroupId: id, ...change })).toMatchObject({
        code: 'APPROVAL_REQUIRED',
      });
    }
    expect(await run(editor.browser, UPLOAD, file)).toMatchObject({ code: 'APPROVAL_REQUIRED' });
    const copy = 'mutation ($input: DuplicatePostInput!) { duplicatePost(input: $input) { postGroup { id } } }';
    expect(await run(owner, copy, { postGroupId: id, scheduledTime: SOON })).toMatchObject({
      code: 'APPROVAL_REQUIRED',
    });
    // Taken back, it is a draft that nobody has approved as it is.
    expect((await run(editor.browser, UPDATE, { postGroupId: id, status: 'DRAFT' })).code).toBeUndefined();
    expect(await run(owner, UPDATE, schedule)).toMatchObject({ code: 'APPROVAL_REQUIRED' });
    expect((await run({ 'x-api-key': account.apiKey }, CREATE, { post, scheduledTime: SOON })).code).toBeUndefined();
  });

  test('of two approvals by admins: the second, by another person, schedules', async () => {
    const admin = await addMember(db, account.userId, 'ADMIN');
    await set({ neededFor: 'CONTRIBUTORS', approvers: 'ADMINS', approvals: 2 });
    const id = await draft();
    await ask(id);
    expect(await approve(id)).toMatchObject({ code: 'PERMISSION_REQUIRED' });
    expect((await approve(id, admin.browser)).data.approvePost.postGroup).toMatchObject({
      status: 'DRAFT',
      approval: { state: 'PENDING' },
    });
    expect(await approve(id, admin.browser)).toMatchObject({ code: 'APPROVAL_DECIDED_BEFORE' });
    expect((await approve(id, owner)).data.approvePost.postGroup).toMatchObject({
      status: 'SCHEDULED',
      approval: { state: 'APPROVED' },
    });
    expect(
      await db.query("SELECT details FROM audit_events WHERE action = 'approval_policy_changed' AND user_id = $1", [
        account.userId,
      ]),
    ).toEqual([{ details: { neededFor: 'CONTRIBUTORS', approvers: 'ADMINS', approvals: 2 } }]);
  });

  test('for nobody refuses requests; one of a client counts there, and without one that of the agency', async () => {
    await set({ neededFor: 'NOBODY' });
    expect(await ask(await draft())).toMatchObject({ code: 'APPROVALS_OFF' });
    const client = await account.manage();
    const inClient = { ...owner, 'x-service-user-id': client };
    const policy = async (headers: Headers) =>
      (await graphql(service, headers, '{ viewer { approvalPolicy { neededFor } } }')).data.viewer.approvalPolicy
        .neededFor;
    expect(await policy(inClient)).toBe('NOBODY');
    await set({ neededFor: 'EVERYBODY' }, inClient);
    expect([await policy(inClient), await policy(owner)]).toEqual(['EVERYBODY', 'NOBODY']);
    expect(await set({ neededFor: 'EVERYBODY', approvals: 3 })).toMatchObject({ code: 'APPROVAL_COUNT_INVALID' });
  });
});
