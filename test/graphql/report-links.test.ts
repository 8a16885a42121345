/** Shared reports: a secret page with the numbers of the queries, as of its creation. */
import { newId } from '../../src/foundation/database/id.js';
import { connectTargets, createAccount, type TestAccount } from '../support/account.js';
import { graphql, type Headers } from '../support/graphql.js';
import { nodesOf } from '../support/nodes.js';
import { useService } from '../support/service.js';
import { type StoredPart, storeParts } from './results.js';

const { db, service } = await useService({ roles: 'api' });
const JUNE = { from: '2026-06-01', to: '2026-07-01', timeZone: 'Europe/Berlin' };
const CREATE = `mutation ($input: CreateReportLinkInput!) {
  createReportLink(input: $input) { url reportLink { id name from to createdAt expiresAt } } }`;
const LIST = '{ reportLinks { totalCount edges { node { id name } } } }';
const REVOKE = 'mutation ($input: RevokeReportLinkInput!) { revokeReportLink(input: $input) { revokedReportLinkId } }';

let account: TestAccount;
let browser: Headers;

beforeEach(async () => {
  account = await createAccount(db, { connected: ['microblog-1'] });
  browser = await account.session();
});

const part = (values: StoredPart['values'], more: Partial<StoredPart> = {}): StoredPart => ({
  ...{ groupId: newId(), platformId: 'microblog-1', partIndex: 0, publishedAt: new Date('2026-06-02T08:00:00Z') },
  ...{ values, ...more },
});
async function create(more: object = {}, headers = browser) {
  const input = { filter: JUNE, name: 'June at ACME', ...more };
  const { data, errors } = await graphql(service, headers, CREATE, { input });
  return { ...data?.createReportLink, code: errors?.[0]?.extensions.code };
}
async function open(url: string) {
  const { pathname } = new URL(url);
  const response = await fetch(service.url + pathname);
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, rows: rowsIn(text) };
}
/** The rows of its tables, as texts. */
const rowsIn = (page: string): string[] =>
  [...page.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    row
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  );

test('the page has the numbers of the queries, as of its creation', async () => {
  const posts = [part({ impressions: 1200, reactions: 7 }), part({ reactions: 30, comments: 0 })];
  await storeParts(db, account, [...posts, part({ reactions: 2 }, { publishedAt: new Date('2026-05-20T08:00:00Z') })]);
  const { url, reportLink } = await create();
  expect(reportLink).toMatchObject({ name: 'June at ACME', from: JUNE.from, to: JUNE.to });
  const query = `query ($filter: MetricsFilter!) { metrics(filter: $filter, compare: true) {
    total { posts values { impressions reactions engagements } } previous { values { engagements } } } }`;
  const { data } = await graphql(service, browser, query, { filter: JUNE });
  expect(data.metrics).toMatchObject({
    total: { posts: 2, values: { impressions: 1200, reactions: 37, engagements: 37 } },
    previous: { values: { engagements: 2 } },
  });
  const { status, rows, text } = await open(url);
  expect(status).toBe(200);
  expect(rows).toEqual(
    expect.arrayContaining(['Posts 2 1', 'Impressions 1,200 –', 'Reactions 37 2', 'Comments 0 –', 'Engagements 37 2']),
  );
  expect(text).toMatch(/1 June 2026 to 30 June 2026 \(Europe\/Berlin\)/);
  expect(rows[0]).toBe('This period 1 May 2026 to 31 May 2026');
  expect(text).toMatch(/By the posts of 2 April 2026 to 30 June 2026\./);
  expect(text).toMatch(/Not enough posts yet: 3 of 30/);

  await db.query('UPDATE post_metrics SET reactions = 999 WHERE user_id = $1', [account.userId]);
  await db.query('DELETE FROM post_groups WHERE id = $1', [posts[0]?.groupId]);
  expect((await open(url)).text).toBe(text);
});

test('accounts with the same display name are shown with their platform and user name', async () => {
  await connectTargets(db, account.userId, ['network-1', 'network-2']);
  const parts = ['network-1', 'network-2', 'skyfeed-9'].map((platformId, index) =>
    part({ reactions: 9 - index }, { platformId }),
  );
  await storeParts(db, account, parts);
  await db.query(
    `UPDATE connections SET display_name = 'Spoke & Bean', username = 'of-' || account_id WHERE user_id = $1`,
    [account.userId],
  );
  const { rows } = await open((await create()).url);
  expect(rows).toEqual(
    expect.arrayContaining(['Network @of-1 1 9', 'Network @of-2 1 8', 'An account on Skyfeed, disconnected 1 7']),
  );
});

test('with enough posts, it names the best times of the week, and the top posts', async () => {
  // June 2026 begins on a Monday: Tuesdays at 10 in Berlin do best.
  const at = (day: number, hour: number) => ({ publishedAt: new Date(Date.UTC(2026, 5, day, hour)) });
  const days = Array.from({ length: 30 }, (_, index) => index + 1);
  const usual = days.map((day) => part({ reactions: 1 }, at(day, 15)));
  const good = [2, 9, 16, 23, 30].map((day) => part({ reactions: 50 + day }, at(day, 8)));
  await storeParts(db, account, [...usual, ...good]);
  const { text } = await open((await create()).url);
  expect(text).toMatch(/<h2>Best times<\/h2>\s*<p>Tuesday 10:00<\/p>/);
  expect([...text.matchAll(/Microblog, (.*?): (\d+) engagements/g)].map(([, when, value]) => [when, value])).toEqual([
    ...[30, 23, 16, 9, 2].map((day) => [`${day} Jun 2026, 10:00`, String(50 + day)]),
    ...[30, 29, 28, 27, 26].map((day) => [`${day} Jun 2026, 17:00`, '1']),
  ]);
});

test('an empty period says so, and no text of a user is markup', async () => {
  const empty = await open((await create({ name: '<b>June</b>' })).url);
  expect(empty.text).toMatch(/Nothing was published in this period\./);
  expect(empty.text).not.toMatch(/<b>|<script/);
  const one = part({ reactions: 1 });
  await storeParts(db, account, [one]);
  await db.query(`UPDATE post_groups SET content = '<img src=x>' WHERE id = $1`, [one.groupId]);
  expect((await open((await create()).url)).text).not.toMatch(/<img/);
});

test('it is kept from search engines, caches and other sites, and loads no script', async () => {
  const { headers } = await open((await create()).url);
  expect(headers.get('x-robots-tag')).toBe('noindex');
  expect(headers.get('cache-control')).toBe('private, no-store');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self'/);
});

test('its token is stored nowhere, and opens nothing once it is revoked, has expired, or the account is deactivated', async () => {
  const { url, reportLink } = await create();
  const token = new URL(url).pathname.split('/').at(-1) ?? '';
  const [stored] = await db.query<{ text: string }>(
    'SELECT row_to_json(l)::text AS text FROM report_links l WHERE id = $1',
    [reportLink.id],
  );
  expect(stored?.text).not.toContain(token);
  for (const wrong of ['x', 'a'.repeat(43)]) expect((await open(url.replace(token, wrong))).status).toBe(410);

  const other = await create();
  await db.query(`UPDATE report_links SET expires_at = now() - interval '1 minute' WHERE id = $1`, [
    other.reportLink.id,
  ]);
  expect((await open(other.url)).status).toBe(410);
  const { data } = await graphql(service, browser, LIST);
  expect(nodesOf(data.reportLinks)).toEqual([{ id: reportLink.id, name: 'June at ACME' }]);

  await db.query('UPDATE users SET deactivated_at = now() WHERE id = $1', [account.userId]);
  expect((await open(url)).status).toBe(410);
  await db.query('UPDATE users SET deactivated_at = NULL WHERE id = $1', [account.userId]);
  for (const [role, status] of [
    ['VIEWER', 410],
    ['EDITOR', 200],
    ['OWNER', 200],
  ] as const) {
    await db.query('UPDATE memberships SET role = $2 WHERE user_id = $1', [account.userId, role]);
    expect((await open(url)).status).toBe(status);
  }
  const revoke = () => graphql(service, browser, REVOKE, { input: { reportLinkId: reportLink.id } });
  expect((await revoke()).data.revokeReportLink).toEqual({ revokedReportLinkId: reportLink.id });
  expect((await open(url)).status).toBe(410);
  expect((await revoke()).errors?.[0]?.extensions.code).toBe('REPORT_LINK_NOT_FOUND');
});

test('input is bounded, and so is the number of links', async () => {
  expect((await create({ days: 0 })).code).toBe('REPORT_LINK_INPUT_INVALID');
  expect((await create({ days: 91 })).code).toBe('REPORT_LINK_INPUT_INVALID');
  expect((await create({ name: ' ' })).code).toBe('REPORT_LINK_INPUT_INVALID');
  expect((await create({ name: 'x'.repeat(201) })).code).toBe('DISPLAY_NAME_INVALID');
  expect((await create({ filter: { from: JUNE.to, to: JUNE.from } })).code).toBe('FILTER_INVALID');
  expect((await create({}, { 'x-api-key': account.apiKey })).code).toBe('SESSION_REQUIRED');
  await db.query(
    `INSERT INTO report_links (id, user_id, token_hash, name, report, created_by_id, created_at, expires_at)
     SELECT right($1, 20) || lpad(to_hex(n), 4, '0'), $1, $1 || n, 'June', '{}', $2, now(), now() + interval '1 day' FROM generate_series(1, 99) n`,
    [account.userId, account.personId],
  );
  expect((await create()).code).toBeUndefined();
  expect((await create()).code).toBe('REPORT_LINK_LIMIT_REACHED');
});
