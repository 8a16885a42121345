import { type StatementTap, startStatementTap } from '../../bench/statement-tap.js';
import { foldPostCounts } from '../../src/domain/usage/post-counts.repository.js';
import { newId } from '../../src/foundation/database/id.js';
import type { Db } from '../../src/foundation/database/unit-of-work.js';
import { createAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { graphql, type Headers } from '../support/graphql.js';
import { type Service, startService } from '../support/service.js';
import { at, insertRows, type Row } from './page-data.js';

let db: TestDatabase;
let tap: StatementTap;
let service: Service;

beforeAll(async () => {
  db = await createTestDatabase();
  tap = await startStatementTap(db.url, 'social-publishing-service');
  service = await startService({ db: { ...db, url: tap.url }, roles: 'api' });
});
afterAll(async () => {
  await service?.stop();
  tap?.close();
  await db?.drop();
});

async function viewerWith(rows: Row[]): Promise<Headers> {
  const account = await createAccount(db);
  await insertRows(db, account.userId, rows);
  return { 'x-api-key': account.apiKey };
}

const row = (more: Partial<Row> = {}): Row => ({
  id: newId(),
  createdAt: 0,
  updatedAt: 0,
  scheduledTime: null,
  status: 'draft',
  platforms: ['fediverse'],
  ...more,
});

const FIND = `query ($filter: PostGroupFilter) {
  postGroups(filter: $filter, sort: { direction: ASC }, first: 100) { totalCount edges { node { id } } }
  postGroupCounts(filter: $filter) { status count }
}`;

/** The places of the groups that match, which `totalCount` and `postGroupCounts` count too. */
async function find(headers: Headers, rows: Row[], filter: object | null): Promise<number[]> {
  const { data, errors } = await graphql(service, headers, FIND, { filter });
  expect(errors).toBeUndefined();
  const found: string[] = data.postGroups.edges.map(({ node }: { node: { id: string } }) => node.id);
  expect(data.postGroups.totalCount).toBe(found.length);
  const statuses = rows.filter(({ id }) => found.includes(id)).map(({ status }) => status.toUpperCase());
  expect(data.postGroupCounts).toEqual(
    ['DRAFT', 'SCHEDULED', 'PUBLISHED', 'FAILED', 'PARTIALLY_PUBLISHED'].map((status) => ({
      status,
      count: statuses.filter((one) => one === status).length,
    })),
  );
  return found.map((id) => rows.findIndex((entry) => entry.id === id));
}

test('conditions add up; totalCount and postGroupCounts count what matches', async () => {
  const rows = [
    row({ createdAt: 1, status: 'scheduled', scheduledTime: 10, platforms: ['fediverse', 'skyfeed'] }),
    row({ createdAt: 2, status: 'scheduled', scheduledTime: 20, platforms: ['skyfeed'], account: '2' }),
    row({ createdAt: 3, status: 'published', scheduledTime: 30, publishedAt: 31, platforms: ['messenger'] }),
    row({ createdAt: 4, content: 'Bye' }),
  ];
  const headers = await viewerWith(rows);
  await viewerWith([row({ createdAt: 2, status: 'scheduled', scheduledTime: 20, publishedAt: 31, content: 'Bye' })]);
  const cases: [object | null, number[]][] = [
    [null, [0, 1, 2, 3]],
    [{}, [0, 1, 2, 3]],
    [{ statuses: ['SCHEDULED'] }, [0, 1]],
    [{ statuses: ['PUBLISHED', 'DRAFT', 'DRAFT'] }, [2, 3]],
    [{ statuses: ['FAILED'] }, []],
    [{ statuses: [] }, []],
    [{ platforms: ['SKYFEED'] }, [0, 1]],
    [{ platforms: ['FEDIVERSE', 'MESSENGER'] }, [0, 2, 3]],
    [{ platforms: [] }, []],
    [{ platformIds: ['skyfeed-2'] }, [1]],
    [{ platformIds: ['skyfeed-1', 'fediverse-1'] }, [0, 3]],
    [{ platformIds: ['skyfeed-3'] }, []],
    [{ platformIds: [] }, []],
    [{ scheduledTime: { from: at(20) } }, [1, 2]],
    [{ scheduledTime: { to: at(20) } }, [0, 1]],
    [{ scheduledTime: { from: at(20), to: at(20) } }, [1]],
    [{ scheduledTime: { from: at(21), to: at(20) } }, []],
    [{ createdAt: { from: at(2), to: at(3) } }, [1, 2]],
    [{ publishedAt: { from: at(31) } }, [2]],
    [{ publishedAt: { to: at(31) } }, [2]],
    [{ publishedAt: { to: at(30) } }, []],
    [{ publishedAt: {} }, [0, 1, 2, 3]],
    [{ text: 'hi' }, [0, 1, 2]],
    [{ statuses: ['SCHEDULED'], platforms: ['FEDIVERSE'] }, [0]],
    [{ text: 'hi', platforms: ['SKYFEED'], platformIds: ['skyfeed-2'], createdAt: { from: at(2) } }, [1]],
  ];
  for (const [filter, expected] of cases)
    expect([filter, await find(headers, rows, filter)]).toEqual([filter, expected]);
});

test('failure finds groups by one failed post: by its account, its code and when it failed', async () => {
  const auth = 'PLATFORM_AUTH_EXPIRED';
  const rows = [
    row({ createdAt: 1, failure: { code: auth, failedAt: 10 } }),
    row({ createdAt: 2, failure: { code: 'INVALID_CONTENT', failedAt: 20 } }),
    row({ createdAt: 3, failure: { code: auth, failedAt: 30 }, account: '2' }),
    row({ createdAt: 4, failure: { code: auth, failedAt: 40 }, platforms: ['fediverse', 'skyfeed'] }),
    row({ createdAt: 5 }),
  ];
  const headers = await viewerWith(rows);
  await viewerWith([row({ createdAt: 1, failure: { code: auth, failedAt: 10 } })]);
  const cases: [object, number[]][] = [
    [{}, [0, 1, 2, 3]],
    [{ codes: [auth] }, [0, 2, 3]],
    [{ codes: [] }, []],
    [{ platformIds: ['fediverse-1'] }, [0, 1, 3]],
    [{ platformIds: ['fediverse-2', 'skyfeed-1'] }, [2, 3]],
    [{ failedAt: { from: at(20), to: at(30) } }, [1, 2]],
    [{ failedAt: {} }, [0, 1, 2, 3]],
    [{ platformIds: ['fediverse-1'], codes: [auth], failedAt: { from: at(11) } }, [3]],
  ];
  for (const [failure, expected] of cases)
    expect([failure, await find(headers, rows, { failure })]).toEqual([failure, expected]);
});

describe('text', () => {
  const rows = [
    'Spring sale! 50% off at https://shop.example/spring-2027 #SpringSale',
    'Café ÉCOLE in Ångström Street, straße',
    '明日は東京タワーへ行きます。楽しみ！',
    'สวัสดีครับทุกคน ยินดีต้อนรับ',
    '안녕하세요 여러분',
    'Привет, МИР! Ёлка',
    'Launch 🚀🎉 today',
    'Σίσυφος, ἄνθρωπος; Łódź, Ærø, Þór, İstanbul, ısı',
    "it's C++, quoted 'twice' \\ & back | slash:* !no <-> (yes)",
  ].map((content, index) => row({ createdAt: index, content }));
  /** A search box that is still empty filters nothing. */
  const EVERY = rows.map((_, index) => index);
  let headers: Headers;
  beforeAll(async () => {
    headers = await viewerWith(rows);
  });

  test.each<[string, number[]]>([
    ['spring', [0]],
    ['SALE spring', [0]],
    ['spri', [0]],
    ['pring', []],
    ['spring winter', []],
    ['shop.example/spring', [0]],
    ['#springsale', [0]],
    ['50%', [0]],
    ['cafe', [1]],
    ['CAFÉ école', [1]],
    ['ångstrom', [1]],
    ['STRASSE', [1]],
    ['straß', [1]],
    ['ΣΊΣΥΦΟΣ', [7]],
    ['σίσυφος', [7]],
    ['σισυφοσ', [7]],
    ['ΆΝΘΡΩΠΟΣ', [7]],
    ['lodz', [7]],
    ['ŁÓDŹ', [7]],
    ['aero', [7]],
    ['thor', [7]],
    ['istanbul', [7]],
    ['ISI', [7]],
    ['東京', [2]],
    ['東京タワー', [2]],
    ['京', [2]],
    ['京都', []],
    ['タワー 明日', [2]],
    ['ﾀﾜｰ', [2]],
    ['ทุกคน', [3]],
    ['안녕', [4]],
    ['мир привет', [5]],
    ['елка', [5]],
    ['🎉', [6]],
    ['🚀 launch', [6]],
    ['🥳', []],
    ["'twice'", [8]],
    ['c++', [1, 8]],
    ["':* | 'a", [0, 1, 7]],
    ['slash:*', [8]],
    ['!no', [8]],
    ['\\', []],
    ['  ', EVERY],
    ['', EVERY],
    ['?!', []],
    ['nul \u0000 in it', []],
  ])('%j', async (text, expected) => {
    expect(await find(headers, rows, { text })).toEqual(expected);
  });

  test('finds a text as soon as it is stored, changed or removed', async () => {
    const rows = [row({ content: 'first' })];
    const headers = await viewerWith(rows);
    expect(await find(headers, rows, { text: 'first' })).toEqual([0]);
    await db.query(`UPDATE post_groups SET content = 'second' WHERE id = $1`, [rows[0]?.id]);
    expect(await find(headers, rows, { text: 'first' })).toEqual([]);
    expect(await find(headers, rows, { text: 'second' })).toEqual([0]);
    await db.query('DELETE FROM post_groups WHERE id = $1', [rows[0]?.id]);
    expect(await db.query('SELECT 1 FROM post_searches WHERE group_id = $1', [rows[0]?.id])).toEqual([]);
  });

  test('finds nothing of a user whose words begin alike', async () => {
    const [mine, others] = [[row({ content: 'shared' })], [row({ content: 'shared' })]];
    const headers = await viewerWith(mine);
    await viewerWith(others);
    await db.query(
      `UPDATE post_searches o SET words = s.words FROM post_searches s WHERE s.group_id = $1 AND o.group_id = $2`,
      [mine[0]?.id, others[0]?.id],
    );
    expect(await find(headers, mine, { text: 'shared' })).toEqual([0]);
  });

  test.each([
    ['distinct characters', (index: number) => String.fromCodePoint(0x20000 + ((index * 7919) % 40_000)), ''],
    ['distinct words', (index: number) => `${index}`, ' '],
    ['a character that expands to four words', () => '\ufdfa', ''],
    ['one word', () => 'ß', ''],
  ])('the longest text of %s is stored, and found by its beginning', async (_name, part, between) => {
    const content = `begin ${Array.from({ length: 100_000 }, (_, index) => part(index)).join(between)}`.slice(
      0,
      190_000,
    );
    const rows = [row({ content })];
    expect(await find(await viewerWith(rows), rows, { text: 'begin' })).toEqual([0]);
  });

  test('a longer one than 200 characters, or more than 100 accounts: FILTER_INVALID; a malformed one: PLATFORM_ID_INVALID', async () => {
    const headers = await viewerWith([]);
    const refusals = [
      [{ text: '漢'.repeat(200) }, undefined],
      [{ text: '漢'.repeat(201) }, 'FILTER_INVALID'],
      [{ platformIds: Array(100).fill('skyfeed-1') }, undefined],
      [{ platformIds: Array(101).fill('skyfeed-1') }, 'FILTER_INVALID'],
      [{ failure: { platformIds: Array(101).fill('skyfeed-1') } }, 'FILTER_INVALID'],
      [{ failure: { platformIds: ['skyfeed'] } }, 'PLATFORM_ID_INVALID'],
      [{ platformIds: ['skyfeed'] }, 'PLATFORM_ID_INVALID'],
    ];
    for (const [filter, code] of refusals) {
      const { errors } = await graphql(service, headers, FIND, { filter });
      expect(errors?.[0]?.extensions.code).toBe(code);
    }
  });
});

describe('among 20,000 groups of an account, and as many of others', () => {
  const SIZE = 20_000;
  let headers: Headers;

  beforeAll(async () => {
    const accounts = await Promise.all([createAccount(db), createAccount(db), createAccount(db)]);
    for (const [index, { userId }] of accounts.entries()) {
      const size = index === 0 ? SIZE : SIZE / 2;
      await db.query(
        `INSERT INTO post_groups (id, user_id, content, status, processing_status, scheduled_time, published_at,
                                  platform_settings, created_at, updated_at)
         SELECT left(md5($1 || n), 24), $1, 'Post number n' || n || ' of many about topic t' || n % 100,
                CASE n % 1000 WHEN 0 THEN 'failed' WHEN 1 THEN 'draft' ELSE 'published' END, 'finished',
                now() + n * interval '1 hour', CASE WHEN n % 1000 > 1 THEN now() + n * interval '1 hour' END, '{}',
                now() + n * interval '1 hour', now() + n * interval '1 hour'
           FROM generate_series(1, $2::int) AS n`,
        [userId, size],
      );
      await db.query(
        `INSERT INTO platform_posts (id, group_id, user_id, target_index, platform, account_id, platform_id, status,
                                     created_at, updated_at)
         SELECT left(md5('p' || $1 || n), 24), left(md5($1 || n), 24), $1, 0, platform, account, platform || '-' || account,
                'published', now(), now()
           FROM generate_series(1, $2::int) AS n,
                LATERAL (SELECT CASE n % 1000 WHEN 0 THEN 'messenger' ELSE 'skyfeed' END AS platform,
                                CASE n % 500 WHEN 0 THEN '2' ELSE '1' END AS account) AS target`,
        [userId, size],
      );
    }
    await foldPostCounts({ query: db.query } as Db);
    await db.query(
      `INSERT INTO post_counts (user_id, counter, count)
       SELECT left(md5('u' || n), 24), 'status:published', 1 FROM generate_series(1, $1::int) AS n`,
      [SIZE],
    );
    await db.query('VACUUM (ANALYZE) post_groups, platform_posts, post_searches, post_counts, post_count_changes');
    headers = { 'x-api-key': accounts[0]?.apiKey ?? '' };
    // Its first operation reserves points of its limit for those that follow.
    await graphql(service, headers, '{ viewer { id } }');
  });

  /** The statements about groups that an operation makes the service send, with their plans. */
  async function plansOf(query: string): Promise<{ text: string; plan: string }[]> {
    tap.take();
    const { errors } = await graphql(service, headers, query);
    expect(errors).toBeUndefined();
    const statements = tap.take().filter(({ text }) => /FROM "?(?:post_groups|post_counts|platform_posts)/.test(text));
    return Promise.all(
      statements.map(async ({ text, values }) => {
        const rows = await db.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
        return { text, plan: rows.map((one) => one['QUERY PLAN']).join('\n') };
      }),
    );
  }

  const now = Date.now();
  const inHours = (hours: number) => new Date(now + hours * 3_600_000).toISOString();
  const week = `{ from: "${inHours(1000)}", to: "${inHours(1168)}" }`;
  const FILTERS: [filter: string, index: RegExp, sort?: string][] = [
    ['statuses: [FAILED, DRAFT]', /post_groups_status_idx|post_counts_pkey/],
    ['platforms: [MESSENGER]', /platform_posts_target_idx|post_groups_pkey|post_counts_pkey/],
    ['platformIds: ["skyfeed-2", "messenger-2"]', /platform_posts_target_idx/],
    ['text: "n4711"', /post_searches_words_idx/],
    ['text: "post topic t42"', /post_searches_words_idx/],
    [`scheduledTime: ${week}`, /post_groups_scheduled_idx/, 'SCHEDULED_TIME'],
    [`createdAt: ${week}`, /post_groups_(created|status)_idx/],
    [`publishedAt: ${week}`, /post_groups_published_idx/, 'PUBLISHED_AT'],
    [`failure: { platformIds: ["skyfeed-2"], failedAt: ${week} }`, /platform_posts_failed_idx/],
  ];

  test.each(FILTERS)(
    'the filter %s uses an index, in the page and in the counts',
    async (filter, index, sort = 'CREATED_AT') => {
      const plans = await plansOf(`{
      postGroups(filter: { ${filter} }, sort: { field: ${sort} }) { totalCount edges { node { id } } }
      postGroupCounts(filter: { ${filter} }) { status count }
    }`);
      // Of a platform, its groups are found first where they are few.
      expect(plans).toHaveLength(filter.startsWith('platforms:') ? 3 : 2);
      for (const { plan } of plans) {
        expect(plan).toMatch(index);
        // Of changes that are not added up yet there are few.
        expect(plan).not.toMatch(/Seq Scan on (?!post_count_changes)/);
      }
    },
  );

  test.each([
    ['CREATED_AT', /post_groups_created_idx/],
    ['UPDATED_AT', /post_groups_updated_idx/],
    ['SCHEDULED_TIME', /post_groups_scheduled_idx/],
    ['PUBLISHED_AT', /post_groups_published_idx/],
  ])('a page by %s reads no more than its page', async (field, index) => {
    const [first] = await plansOf(`{ postGroups(sort: { field: ${field} }) { edges { node { id } } } }`);
    expect(first?.plan).toMatch(index);
    expect(first?.plan).not.toMatch(/Sort|Seq Scan/);
  });

  test('a page of what most groups have stops at its end: it reads groups in their order', async () => {
    const [, page] = await plansOf('{ postGroups(filter: { platforms: [SKYFEED] }) { edges { node { id } } } }');
    expect(page?.plan).toMatch(/Limit/);
    expect(page?.plan).toMatch(/post_groups_created_idx/);
    expect(page?.plan).not.toContain('Seq Scan');
  });

  test('the counts are one statement, which reads counters alone when nothing is filtered', async () => {
    tap.take();
    await graphql(service, headers, '{ postGroupCounts { status count } }');
    const tables = tap.take().map(({ text }) => /FROM "?(\w+)"?/.exec(text)?.[1]);
    expect(tables).toEqual(['api_keys', 'post_counts']);
    const [{ plan } = { plan: '' }] = await plansOf('{ postGroupCounts { status count } }');
    expect(plan).toMatch(/Index.* Scan (using|on) post_counts_pkey/);
    expect(plan).not.toMatch(/post_groups|platform_posts|Seq Scan on post_counts/);
  });
});
