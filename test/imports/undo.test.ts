/** Undoing an import: what nothing else happened to is removed, and the rest stays, with the reason. */
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { eventually } from '../support/eventually.js';
import type { Headers } from '../support/graphql.js';
import { addMember } from '../support/member.js';
import { useService } from '../support/service.js';
import { importing } from './support.js';

const { db, service } = await useService({ roles: 'api,worker' });
let sandbox: Sandbox;
let account: TestAccount;
let owner: Headers;
const { finish, posts, preview, run, start, undo, undone } = importing(service, () => owner);
const SOON = '2027-01-31 14:30';

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
});
afterAll(() => sandbox?.close());

beforeEach(async () => {
  account = await createAccount(db, { workspaceAccess: true, connected: ['fediverse-1', 'microblog-1'] });
  owner = await account.session();
});

const fileOf = (rows: readonly string[]) => `text,accounts,time\n${rows.join('\n')}`;
const contents = async () => (await posts()).map(({ content }: { content: string }) => content).sort();
const reasons = (rows: { excerpt: string; status: string; reason: string | null }[]) =>
  Object.fromEntries(rows.map(({ excerpt, status, reason }) => [excerpt, reason ?? status]));
const usage = async () =>
  db.query('SELECT platform_id, sum(used)::int AS count FROM post_usage WHERE user_id = $1 GROUP BY 1 ORDER BY 1', [
    account.userId,
  ]);

describe('undoing an import', () => {
  test('removes its drafts and scheduled posts, frees their quota, and the file can be imported again', async () => {
    const file = fileOf([`One,fediverse,${SOON}`, 'Two,microblog,']);
    const { id } = await finish(file);
    expect((await run('query ($id: ID!) { import(id: $id) { undo { removed kept } } }', { id })).data.import).toEqual({
      undo: { removed: 2, kept: 0 },
    });
    const done = await undone(id);
    expect(done).toMatchObject({
      ...{ status: 'UNDONE', counts: { rows: 2, created: 0, removed: 2, kept: 0 }, undo: null },
      rows: [
        { status: 'REMOVED', reason: null },
        { status: 'REMOVED', reason: null },
      ],
    });
    expect(done.endedAt).not.toBeNull();
    expect(await contents()).toEqual([]);
    expect((await usage()).filter(({ count }) => Number(count) !== 0)).toEqual([]);
    // Repeating it changes nothing.
    expect((await undone(id)).counts).toMatchObject({ removed: 2 });
    expect((await preview(file)).totals).toMatchObject({ ready: 2, imported: 0 });
    expect((await finish(file)).counts).toMatchObject({ created: 2, removed: 0 });
    expect(await contents()).toEqual(['One', 'Two']);
    expect((await undone(id)).counts).toMatchObject({ removed: 2 });
  });

  test('keeps what was changed, approved, commented on, repeated or sent, and says why', async () => {
    const names = ['Changed', 'Approval', 'Comment', 'Repeated', 'Sending', 'Deleted', 'Left'];
    const { id, rows } = await finish(fileOf(names.map((name) => `${name},fediverse,`)));
    const groups = new Map<string, string>(
      rows.map(({ excerpt, groupId }: { excerpt: string; groupId: string }) => [excerpt, groupId]),
    );
    const change = async (mutation: string) => expect((await run(`mutation { ${mutation} }`)).code).toBeUndefined();
    await change('setApprovalPolicy(input: { neededFor: CONTRIBUTORS }) { approvalPolicy { neededFor } }');
    await change(
      `updatePost(input: { postGroupId: "${groups.get('Changed')}", content: "Changed by hand" }) { postGroup { id } }`,
    );
    await change(`requestApproval(input: { postGroupId: "${groups.get('Approval')}" }) { approval { requestedAt } }`);
    await change(
      `addTeamComment(input: { postGroupId: "${groups.get('Comment')}", body: "Wait" }) { comment { commentId } }`,
    );
    await change(
      `createRecurrence(input: { postGroupId: "${groups.get('Repeated')}", rule: "FREQ=WEEKLY", timeZone: "UTC", startsAt: "2027-01-04T09:00:00Z" }) { recurrence { id } }`,
    );
    await change(`deletePost(input: { postGroupId: "${groups.get('Deleted')}" }) { deletedPostGroupId }`);
    await db.query(`UPDATE post_groups SET processing_status = 'processing' WHERE id = $1`, [groups.get('Sending')]);
    const { data } = await run('query ($id: ID!) { import(id: $id) { undo { removed kept } } }', { id });
    expect(data.import.undo).toEqual({ removed: 1, kept: 5 });
    const done = await undone(id);
    expect(reasons(done.rows)).toEqual({
      Changed: 'It was changed after it was imported.',
      Approval: 'Its approval was requested or given.',
      Comment: 'It has comments.',
      Repeated: 'It is repeated.',
      Sending: 'Its publishing has begun.',
      Deleted: 'It was deleted before.',
      Left: 'REMOVED',
    });
    expect(done.counts).toMatchObject({ created: 0, removed: 2, kept: 5 });
    expect(done.reportCsv).toContain('KEPT');
  });

  test('leaves the posts that another import of the same rows created, and takes its own from both', async () => {
    const first = await finish(fileOf(['One,fediverse,']));
    const second = await finish(fileOf(['One,fediverse,', 'Two,fediverse,']));
    expect(reasons((await undone(second.id)).rows)).toEqual({ One: 'Another import created it.', Two: 'REMOVED' });
    expect(await contents()).toEqual(['One']);
    await undone(first.id);
    expect(await contents()).toEqual([]);
    expect((await preview(fileOf(['One,fediverse,']))).totals).toMatchObject({ ready: 1, imported: 0 });
  });

  test('stops an import that is running', async () => {
    const file = fileOf(Array.from({ length: 80 }, (_, at) => `Text ${at},fediverse,`));
    const { data } = await start(file);
    const done = await undone(data.importPosts.import.id);
    expect(done.counts).toMatchObject({ rows: 80, pending: 0, created: 0, kept: 0 });
    expect(await contents()).toEqual([]);
    expect((await finish(file)).counts).toMatchObject({ created: 80 });
  });

  test('is in the audit log, and the import of another account is not found', async () => {
    const { id } = await finish(fileOf(['One,fediverse,']), { fileName: 'plan.csv' });
    const stranger = await (await createAccount(db)).session();
    expect((await undo(id, stranger)).code).toBe('IMPORT_NOT_FOUND');
    await undone(id);
    const events = await db.query(`SELECT details FROM audit_events WHERE user_id = $1 AND action = 'import_undone'`, [
      account.userId,
    ]);
    expect(events).toEqual([{ details: { file: 'plan.csv' } }]);
  });

  test('by a contributor removes drafts alone', async () => {
    const { id } = await finish(fileOf([`One,fediverse,${SOON}`, 'Two,fediverse,']));
    const { browser } = await addMember(db, account.userId, 'CONTRIBUTOR');
    expect(reasons((await undone(id, browser)).rows)).toEqual({
      One: 'It is scheduled, and you may only remove drafts.',
      Two: 'REMOVED',
    });
  });

  test('at the moment of publishing: each post is sent once, or removed and never sent', async () => {
    const target = sandbox.createAccount('fediverse');
    const platformId = await account.connect(target);
    const first = Date.now() + 8_000;
    const at = (index: number) => new Date(first + index * 250).toISOString();
    const rows = Array.from({ length: 24 }, (_, index) => `Text ${index},${platformId},${at(index)}`);
    const { id } = await finish(fileOf(rows));
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, first + 1000 - Date.now())));
    const done = await undone(id);
    const kept = await contents();
    await eventually(async () => {
      const statuses = (await posts()).map(({ status }: { status: string }) => status);
      expect(statuses).toEqual(kept.map(() => 'PUBLISHED'));
      return true;
    });
    expect(done.counts).toMatchObject({ created: 0, kept: kept.length, removed: 24 - kept.length });
    const sent = sandbox.posts({ accountId: target.accountId }).map(({ text }) => text);
    expect(sent.sort()).toEqual(kept);
  });
});
