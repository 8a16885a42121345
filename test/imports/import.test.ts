/** Imports of posts: each row of a file becomes a post once, with a report. */
import { newId } from '../../src/foundation/database/id.js';
import { createAccount, type TestAccount } from '../support/account.js';
import type { Headers } from '../support/graphql.js';
import { graphql } from '../support/graphql.js';
import { addMember } from '../support/member.js';
import { nodesOf } from '../support/nodes.js';
import { useService } from '../support/service.js';
import { importing } from './support.js';

const { db, service } = await useService({ roles: 'api,worker' });
let account: TestAccount;
let owner: Headers;
const { start, finish, posts, preview, run } = importing(service, () => owner);
const SOON = '2027-01-31 14:30';

beforeEach(async () => {
  account = await createAccount(db, { workspaceAccess: true, connected: ['fediverse-1', 'microblog-1'] });
  owner = await account.session();
});

const fileOf = (rows: readonly string[]) => `text,accounts,time,labels,files\n${rows.join('\n')}`;
const idsOf = async (platformId: string): Promise<string[]> =>
  (
    await db.query<{ id: string }>('SELECT id FROM connections WHERE user_id = $1 AND platform_id = $2', [
      account.userId,
      platformId,
    ])
  ).map(({ id }) => id);
const contents = (found: { content: string }[]) => found.map(({ content }) => content).sort();

describe('an import', () => {
  test('makes a post of each row, with its time, accounts, labels and texts, and reports it', async () => {
    const done = await finish(
      `text,text for fediverse,accounts,time,labels,files,alt\nScheduled,Own,"fediverse;microblog",${SOON},"Launch, Shop",,\nDraft,,microblog,,,https://example.com/a.png,A cat\n`,
      { createLabels: true, timeZone: 'Europe/Berlin', fileName: 'plan.csv' },
    );
    expect(done).toMatchObject({
      ...{ fileName: 'plan.csv', counts: { rows: 2, pending: 0, created: 2, skipped: 0, failed: 0 } },
      rows: [
        { number: 2, status: 'CREATED', excerpt: 'Scheduled', reason: null },
        { number: 3, status: 'CREATED', excerpt: 'Draft', reason: null },
      ],
    });
    const made = await posts();
    expect(made.map(({ id }: { id: string }) => id)).toEqual(
      done.rows.map(({ groupId }: { groupId: string }) => groupId),
    );
    expect(made).toMatchObject([
      {
        ...{ content: 'Scheduled', status: 'SCHEDULED', scheduledTime: '2027-01-31T13:30:00.000Z' },
        labels: [{ name: 'Launch' }, { name: 'Shop' }],
        posts: [
          { platformId: 'fediverse-1', content: 'Own' },
          { platformId: 'microblog-1', content: 'Scheduled' },
        ],
      },
      { content: 'Draft', status: 'DRAFT', scheduledTime: null, media: { edges: [{ node: { altText: 'A cat' } }] } },
    ]);
    expect(done.reportCsv).toBe(
      `Row,Status,Post,Reason,Text\r\n2,CREATED,${done.rows[0].groupId},,Scheduled\r\n3,CREATED,${done.rows[1].groupId},,Draft\r\n`,
    );
  });

  test('gives a post its title and its link', async () => {
    const { rows } = await finish('text,title,link,account\nHello,Our news,https://example.com/n,fediverse');
    expect(rows).toMatchObject([{ status: 'CREATED' }]);
    const [row] = await db.query<{ content: string; title: string }>(
      `SELECT content, platform_settings->'videohub'->>'title' AS title FROM post_groups WHERE id = $1`,
      [rows[0].groupId],
    );
    expect(row).toEqual({ content: 'Hello\n\nhttps://example.com/n', title: 'Our news' });
  });

  test('is refused with a problem in any row, and nothing is stored', async () => {
    const { code, error } = await start(fileOf(['One,fediverse', 'Two,nobody', 'Three,fediverse,2020-01-01 10:00']));
    expect(code).toBe('IMPORT_HAS_PROBLEMS');
    expect(error).toMatchObject({
      message: '2 rows have problems, row 3 first: correct the file, or skip these rows',
      extensions: { rows: [3, 4], problems: 2 },
    });
    expect(await posts()).toEqual([]);
    expect((await run('query { imports { totalCount } }')).data.imports.totalCount).toBe(0);
  });

  test('skips rows with problems if asked, and the same file goes on with them once they are right', async () => {
    const file = fileOf(['One,fediverse', '=cmd(),threadtalk']);
    const first = await finish(file, { skipInvalid: true });
    expect(first.rows).toMatchObject([
      { status: 'CREATED' },
      {
        ...{ number: 3, status: 'SKIPPED', groupId: null },
        reason: expect.stringContaining('column 2: “threadtalk” is no connected account.'),
      },
    ]);
    // What people wrote is no formula in the report.
    expect(first.reportCsv).toContain(`'=cmd()`);
    await connect('threadtalk-1');
    expect((await preview(file)).totals).toMatchObject({ rows: 2, imported: 1, ready: 1, invalid: 0 });
    const second = await finish(file);
    expect(second).toMatchObject({ counts: { created: 2, skipped: 0 } });
    expect(contents(await posts())).toEqual(['=cmd()', 'One']);
  });

  test('of the same file makes no post twice: one after the other, two at once, or written in another way', async () => {
    const rows = Array.from({ length: 20 }, (_, at) => `Text ${at},fediverse`);
    const file = fileOf(rows);
    const [one, other] = await Promise.all([finish(file), finish(file)]);
    const third = await finish(Buffer.from(`\uFEFF${file.replaceAll(',', ';').replaceAll('\n', '\r\n')}`));
    expect([other.id, third.id]).toEqual([one.id, one.id]);
    expect(contents(await posts())).toEqual(contents(rows.map((row) => ({ content: row.split(',')[0] ?? '' }))));
    // A row that changed is another file.
    expect((await finish(file.replace('Text 0', 'Text zero'), {})).id).not.toBe(one.id);
  });

  test('of a corrected file makes posts of its new rows alone, however the others are written and ordered', async () => {
    await finish(fileOf(['One,fediverse', 'Two,fediverse', 'Three,nobody']), { skipInvalid: true });
    const corrected = 'Accounts,Text\nfediverse,Three\nfediverse,Two\nfediverse-1,One\nfediverse,One\n';
    expect((await preview(corrected)).totals).toMatchObject({ rows: 4, imported: 2, drafts: 2 });
    const [done] = await Promise.all([finish(corrected), finish(`${corrected}fediverse,Four\n`)]);
    expect(done.counts).toMatchObject({ rows: 4, failed: 0 });
    // Of two equal rows of a file, each makes one.
    expect(contents(await posts())).toEqual(['Four', 'One', 'One', 'Three', 'Two']);
    // With other columns it is another post.
    await finish(corrected, {
      columns: [
        { column: 1, field: 'TEXT' },
        { column: 2, field: 'LABELS' },
      ],
      accountIds: await idsOf('fediverse-1'),
      createLabels: true,
    });
    expect((await posts()).length).toBe(9);
  });

  test('counts the drafts of the plan over all rows', async () => {
    await db.query(`UPDATE users SET limit_overrides = '{"drafts": 2}' WHERE id = $1`, [account.userId]);
    const { code, error } = await start(fileOf(['One,fediverse', 'Two,fediverse', 'Three,fediverse']));
    expect([code, error?.extensions.rows]).toEqual(['IMPORT_HAS_PROBLEMS', [4]]);
    expect((await finish(fileOf(['One,fediverse', 'Two,fediverse']))).counts).toMatchObject({ created: 2, failed: 0 });
  });

  test('adds posts to queues', async () => {
    await run(
      `mutation { createPostingSchedule(input: { name: "Mornings", timeZone: "UTC", times: [{ weekday: MONDAY, time: "09:00" }] }) { postingSchedule { id } } }`,
    );
    const file = 'text,accounts,time,queue\nOne,fediverse,NEXT_FREE,\nTwo,fediverse,,mornings\nThree,fediverse,,';
    const shown = await preview(file, { withoutTime: 'NEXT_FREE' });
    expect(shown.rows.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['QUEUED', 'QUEUED', 'QUEUED']);
    await finish(file, { withoutTime: 'NEXT_FREE' });
    const times = (await posts()).map(({ scheduledTime }: { scheduledTime: string }) => Date.parse(scheduledTime));
    const week = 7 * 24 * 3_600_000;
    expect(times.map((time: number) => time - (times[0] ?? 0))).toEqual([0, week, 2 * week]);
  });

  test('notifies the person who started it', async () => {
    const { id } = await finish(fileOf(['One,fediverse']), { fileName: 'plan.csv' });
    const { data } = await run('query { notifications { edges { node { kind title action { path } } } } }');
    expect(nodesOf(data.notifications)).toEqual([
      { kind: 'IMPORT_DONE', title: '1 post was imported', action: { path: expect.stringContaining(`/import/${id}`) } },
    ]);
  });

  test('is in the audit log, and the labels that it creates are', async () => {
    await finish('text,accounts,labels\nOne,fediverse,Launch', { createLabels: true, fileName: 'plan.csv' });
    const events = await db.query('SELECT action FROM audit_events WHERE user_id = $1', [account.userId]);
    expect(events.map(({ action }) => action)).toEqual(expect.arrayContaining(['posts_imported', 'label_created']));
  });
});

describe('who may import', () => {
  test('a contributor gets drafts, which keep their times', async () => {
    const { browser } = await addMember(db, account.userId, 'CONTRIBUTOR');
    await finish(fileOf([`One,fediverse,${SOON}`]), { timeZone: 'UTC' }, browser);
    expect(await posts()).toMatchObject([{ status: 'DRAFT', scheduledTime: '2027-01-31T14:30:00.000Z' }]);
  });

  test('where everybody needs an approval, all rows become drafts, but those of programs', async () => {
    await run('mutation { setApprovalPolicy(input: { neededFor: EVERYBODY }) { approvalPolicy { neededFor } } }');
    await finish(fileOf([`One,fediverse,${SOON}`]));
    await finish(fileOf([`Two,fediverse,${SOON}`]), {}, { 'x-api-key': account.apiKey });
    expect(await posts()).toMatchObject([
      { content: 'One', status: 'DRAFT' },
      { content: 'Two', status: 'SCHEDULED' },
    ]);
  });

  test('a key that drafts gets drafts, and one that reads none', async () => {
    const draft = { 'x-api-key': await account.newKey({ scopes: ['DRAFT'] }) };
    await finish(fileOf([`One,fediverse,${SOON}`]), {}, draft);
    expect(await posts()).toMatchObject([{ status: 'DRAFT' }]);
    const read = { 'x-api-key': await account.newKey({ scopes: ['READ'] }) };
    expect((await start(fileOf(['Two,fediverse']), {}, read)).code).toBe('API_KEY_SCOPE_REQUIRED');
  });

  test('a manager imports for a client', async () => {
    const clientId = await account.manage();
    await connect('fediverse-9', clientId);
    const forClient = { ...owner, 'x-service-user-id': clientId };
    const { id } = await finish(fileOf([`One,fediverse,${SOON}`]), {}, forClient);
    expect(await posts(forClient)).toMatchObject([{ status: 'SCHEDULED', posts: [{ platformId: 'fediverse-9' }] }]);
    expect(await posts()).toEqual([]);
    expect((await run('query ($id: ID!) { import(id: $id) { id } }', { id })).data.import).toBeNull();
  });

  test('nobody sees an import of another account', async () => {
    const { id } = await finish(fileOf(['One,fediverse']));
    const other = await (await createAccount(db)).session();
    const { data } = await graphql(
      service,
      other,
      'query ($id: ID!) { import(id: $id) { id } node(id: $id) { id } imports { totalCount } }',
      { id },
    );
    expect(data).toEqual({ import: null, node: null, imports: { totalCount: 0 } });
  });
});

async function connect(platformId: string, userId = account.userId): Promise<void> {
  const [platform = '', accountId = ''] = platformId.split('-');
  await db.query(
    `INSERT INTO connections (id, user_id, platform, account_id, platform_id, username, display_name, base_url, credentials, created_at, updated_at)
     SELECT $1, $2, $3, $4, $5, 'test', 'Test', base_url, credentials, now(), now() FROM connections LIMIT 1`,
    [newId(), userId, platform, accountId, platformId],
  );
}
