/** The posts of a period with their numbers, page by page, as JSON and as CSV. */
import { parse } from 'csv-parse/sync';
import { newId } from '../../src/foundation/database/id.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { graphql } from '../support/graphql.js';
import { useService } from '../support/service.js';
import { type StoredPart, storeParts, VALUES, type Values } from './results.js';

const { db, service } = await useService({ roles: 'api' });
const JUNE = { from: '2026-06-01', to: '2026-07-01', timeZone: 'UTC' };
const PAGE = `query ($filter: MetricsFilter!, $first: Int, $after: String) {
  postResults(filter: $filter, first: $first, after: $after) {
    totalCount csv pageInfo { hasNextPage endCursor }
    edges { node { postId postGroupId partIndex platform platformId accountName url publishedAt excerpt labels author state measuredAt ${VALUES} } }
  }
}`;
let account: TestAccount;

beforeEach(async () => {
  account = await createAccount(db, { connected: ['microblog-1'] });
});

const read = async (variables: object, of = account) => {
  const { data, errors } = await graphql(service, { 'x-api-key': of.apiKey }, PAGE, { ...variables });
  return { page: data?.postResults, errors };
};
const part = (day: number, values: Values | null, more: Partial<StoredPart> = {}): StoredPart => ({
  ...{ groupId: newId(), platformId: 'microblog-1', partIndex: 0, publishedAt: new Date(Date.UTC(2026, 5, day, 9)) },
  ...{ values, ...more },
});

/** All pages of a size. */
async function readAll(first: number) {
  let csv = '';
  const nodes: Record<string, unknown>[] = [];
  for (let after: string | null = null; ; ) {
    const { page } = await read({ filter: JUNE, first, after });
    csv += page.csv;
    nodes.push(...page.edges.map(({ node }: { node: object }) => node));
    expect(page.totalCount).toBe(7);
    if (!page.pageInfo.hasNextPage) return { csv, nodes };
    after = page.pageInfo.endCursor;
  }
}

test('pages of any size have each post once, and together the same table; what is not given is an empty cell', async () => {
  const thread = newId();
  // Two of one moment.
  const parts = [
    part(3, { impressions: 10, reactions: 0 }),
    part(3, { reactions: 5, watchSeconds: 90 }),
    part(1, null),
    part(9, { views: 3 }, { groupId: thread }),
    part(9, { views: 4 }, { groupId: thread, partIndex: 1, publishedAt: new Date(Date.UTC(2026, 5, 9, 9, 1)) }),
    part(12, { reactions: 2 }, { platformId: 'messenger-9' }),
    part(30, { comments: 1 }),
  ];
  await storeParts(db, account, [...parts, part(31, { comments: 100 })]);
  const whole = await readAll(100);
  const times = whole.nodes.map(({ publishedAt }) => String(publishedAt));
  expect(times).toEqual(times.toSorted());
  expect(whole.nodes.map(({ postGroupId }) => postGroupId).sort()).toEqual(parts.map(({ groupId }) => groupId).sort());
  for (const size of [1, 2, 3]) expect(await readAll(size)).toEqual(whole);

  const rows = parse(whole.csv, { columns: true }) as Record<string, string>[];
  expect(rows).toHaveLength(7);
  const [unread, , , first, second, other] = rows;
  expect(unread).toMatchObject({ State: 'WAITING', Read: '', Impressions: '', Reactions: '', Engagements: '' });
  expect(rows.find(({ Impressions }) => Impressions === '10')).toMatchObject({
    ...{ Platform: 'microblog', 'Platform id': 'microblog-1', Part: '1', Text: 'Text', Reactions: '0', Reach: '' },
    ...{ Published: '2026-06-03T09:00:00.000Z', State: 'MEASURED', Engagements: '0', 'Watch seconds': '' },
  });
  expect([first?.Part, second?.Part, first?.['Post group'], second?.Views]).toEqual(['1', '2', thread, '4']);
  expect(other).toMatchObject({ State: 'NOT_SUPPORTED', Account: '', 'Platform id': 'messenger-9' });
});

test('a text that a spreadsheet would run is text', async () => {
  const formula = '=HYPERLINK("https://example.com")\n"quoted"';
  const one = part(2, { reactions: 1 });
  await storeParts(db, account, [one], new Map([[one.groupId, account.personId]]));
  await db.query('UPDATE post_groups SET content = $2 WHERE id = $1', [one.groupId, formula]);
  await db.query(`UPDATE people SET name = '+1' WHERE id = $1`, [account.personId]);
  const label = newId();
  await db.query(
    `INSERT INTO labels (id, user_id, name, name_key, color, created_at) VALUES ($1, $2, '@launch', '@launch', 'blue', now())`,
    [label, account.userId],
  );
  await db.query('INSERT INTO group_labels (label_id, group_id) VALUES ($1, $2)', [label, one.groupId]);
  const { page } = await read({ filter: JUNE });
  expect(page.edges[0].node).toMatchObject({ excerpt: formula, labels: ['@launch'], author: '+1' });
  const [row] = parse(page.csv, { columns: true }) as Record<string, string>[];
  expect(row).toMatchObject({ Text: `'${formula}`, Labels: "'@launch", Author: '+1' });
});

test('an empty period is a table without rows; wrong filters and cursors are refused', async () => {
  const { page } = await read({ filter: JUNE });
  expect(page).toMatchObject({ totalCount: 0, edges: [] });
  expect(page.csv).toMatch(/^Published,Platform,.*,Engagements\r\n$/);
  const codeOf = async (variables: object) => (await read({ filter: JUNE, ...variables })).errors?.[0]?.extensions.code;
  expect(await codeOf({ first: 101 })).toBe('PAGE_INVALID');
  expect(await codeOf({ after: 'x' })).toBe('PAGE_INVALID');
  expect(await codeOf({ filter: { ...JUNE, to: JUNE.from } })).toBe('FILTER_INVALID');
  expect(await codeOf({ filter: { ...JUNE, timeZone: 'Mars/Base' } })).toBe('TIME_ZONE_INVALID');
});

test('another account reads nothing of it', async () => {
  await storeParts(db, account, [part(2, { reactions: 1 })]);
  expect((await read({ filter: JUNE }, await createAccount(db))).page.edges).toEqual([]);
});
