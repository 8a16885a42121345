import { createAccount } from '../support/account.js';
import { type Caller, create, ISO_TIME, POST_GROUP_ID, refused, startContract } from './contract.js';

// Nothing is published here. Statuses and times that take publishing or waiting are written to the tables.
// The zone of the process must not matter.
const contract = startContract({ env: { TZ: 'America/New_York' } });

interface Listed {
  content: string;
  status: string;
}

/** Lists posts with a query. The second function returns only the contents, in order. */
const list = (caller: Caller, query: Record<string, string> = {}) =>
  caller.get(`/list-posts?${new URLSearchParams(query)}`);
const contents = async (caller: Caller, query: Record<string, string>) =>
  (await list(caller, query)).body.posts.map(({ content }: Listed) => content);

const newCaller = async () => contract.as({ 'x-api-key': (await createAccount(contract.db)).apiKey });
const set = (id: string, column: string, value: string) =>
  contract.db.query(`UPDATE post_groups SET ${column} = $2 WHERE id = $1`, [id, value]);

describe('the response', () => {
  test('without any group', async () => {
    expect(await list(await newCaller())).toEqual({
      status: 200,
      body: {
        success: true,
        posts: [],
        pagination: { page: 1, limit: 20, totalItems: 0, totalPages: 0, hasNextPage: false, hasPrevPage: false },
      },
    });
  });

  test('a summary: targets in their compound form; no processingStatus', async () => {
    const caller = await newCaller();
    const scheduledTime = '2035-03-15T10:00:00.000Z';
    const postGroupId = await create(caller, { platforms: ['fediverse-1', 'messenger--100'], scheduledTime });
    expect((await list(caller)).body.posts).toEqual([
      {
        postGroupId,
        content: 'Hi',
        status: 'scheduled',
        scheduledTime,
        createdAt: ISO_TIME,
        updatedAt: ISO_TIME,
        platforms: [
          { platformId: 'fediverse-1', platform: 'fediverse', status: 'scheduled' },
          { platformId: 'messenger--100', platform: 'messenger', status: 'scheduled' },
        ],
        mediaUrls: [],
      },
    ]);
  });

  test('a draft without a time has no key scheduledTime', async () => {
    const caller = await newCaller();
    await create(caller);
    expect((await list(caller)).body.posts).toEqual([
      {
        postGroupId: POST_GROUP_ID,
        content: 'Hi',
        status: 'draft',
        createdAt: ISO_TIME,
        updatedAt: ISO_TIME,
        platforms: [{ platformId: 'fediverse-1', platform: 'fediverse', status: 'draft' }],
        mediaUrls: [],
      },
    ]);
  });

  test('another account’s groups are not in it', async () => {
    await create(contract.owner);
    expect((await list(await newCaller())).body.posts).toEqual([]);
  });
});

describe('page and limit', () => {
  let caller: Caller;
  beforeAll(async () => {
    caller = await newCaller();
    for (let index = 1; index <= 25; index += 1) await create(caller, { content: `Post ${index}` });
  });

  test.each([
    [{}, { page: 1, limit: 20, totalPages: 2, hasNextPage: true, hasPrevPage: false }, 20],
    [{ page: '2' }, { page: 2, limit: 20, totalPages: 2, hasNextPage: false, hasPrevPage: true }, 5],
    [{ page: '3' }, { page: 3, limit: 20, totalPages: 2, hasNextPage: false, hasPrevPage: true }, 0],
    [{ page: '0' }, { page: 1, limit: 20, totalPages: 2, hasNextPage: true, hasPrevPage: false }, 20],
    [{ page: '-5' }, { page: 1, limit: 20, totalPages: 2, hasNextPage: true, hasPrevPage: false }, 20],
    [{ page: 'two' }, { page: 1, limit: 20, totalPages: 2, hasNextPage: true, hasPrevPage: false }, 20],
    [{ page: '' }, { page: 1, limit: 20, totalPages: 2, hasNextPage: true, hasPrevPage: false }, 20],
    [{ page: '20000000' }, { page: 20_000_000, limit: 20, totalPages: 2, hasNextPage: false, hasPrevPage: true }, 0],
    [{ page: '20000001' }, { page: 20_000_000, limit: 20, totalPages: 2, hasNextPage: false, hasPrevPage: true }, 0],
    [{ page: '1e300' }, { page: 20_000_000, limit: 20, totalPages: 2, hasNextPage: false, hasPrevPage: true }, 0],
    [{ limit: '0' }, { page: 1, limit: 20, totalPages: 2, hasNextPage: true, hasPrevPage: false }, 20],
    [{ limit: '' }, { page: 1, limit: 20, totalPages: 2, hasNextPage: true, hasPrevPage: false }, 20],
    [{ limit: 'many' }, { page: 1, limit: 20, totalPages: 2, hasNextPage: true, hasPrevPage: false }, 20],
    [{ limit: '-1' }, { page: 1, limit: 1, totalPages: 25, hasNextPage: true, hasPrevPage: false }, 1],
    [{ limit: '1' }, { page: 1, limit: 1, totalPages: 25, hasNextPage: true, hasPrevPage: false }, 1],
    [{ limit: '100' }, { page: 1, limit: 100, totalPages: 1, hasNextPage: false, hasPrevPage: false }, 25],
    [{ limit: '101' }, { page: 1, limit: 100, totalPages: 1, hasNextPage: false, hasPrevPage: false }, 25],
    [{ limit: '10', page: '2' }, { page: 2, limit: 10, totalPages: 3, hasNextPage: true, hasPrevPage: true }, 10],
    [{ limit: '5', page: '5' }, { page: 5, limit: 5, totalPages: 5, hasNextPage: false, hasPrevPage: true }, 5],
  ] as [Record<string, string>, object, number][])('%j', async (query, pagination, count) => {
    const { body } = await list(caller, query);
    expect(body.pagination).toEqual({ totalItems: 25, ...pagination });
    expect(body.posts).toHaveLength(count);
  });

  test('pages follow each other without a gap or a repetition', async () => {
    const pages = await Promise.all(['1', '2', '3'].map((page) => contents(caller, { page, limit: '10' })));
    expect(pages.flat()).toEqual(Array.from({ length: 25 }, (_, index) => `Post ${25 - index}`));
  });

  test('totalItems counts what the filter lets through', async () => {
    expect((await list(caller, { status: 'failed' })).body.pagination.totalItems).toBe(0);
  });
});

describe('status', () => {
  const STATUSES = ['draft', 'scheduled', 'published', 'failed', 'partially_published'];
  let caller: Caller;
  beforeAll(async () => {
    caller = await newCaller();
    for (const status of STATUSES) await set(await create(caller, { content: status }), 'status', status);
  });

  // `published` leaves out partially_published.
  test.each(STATUSES)('%s: only groups with exactly this status', async (status) => {
    const { body } = await list(caller, { status });
    expect(body.posts.map((post: Listed) => [post.content, post.status])).toEqual([[status, status]]);
    expect(body.pagination.totalItems).toBe(1);
  });

  test('status[] is another name, and ignored', async () => {
    expect((await caller.get('/list-posts?status[]=draft')).body.posts).toHaveLength(5);
  });

  test.each<Record<string, string>>([{}, { status: '' }])('%j: all', async (query) => {
    expect((await list(caller, query)).body.posts).toHaveLength(5);
  });

  test.each(['Published', 'processing', 'pending', 'all', ' draft', 'draft,failed', 'toString'])(
    '%j: 400',
    async (status) => {
      const message = 'Invalid status. Must be one of: draft, scheduled, published, failed, partially_published';
      expect(await list(caller, { status })).toEqual(refused(400, message));
    },
  );
});

describe('platform', () => {
  let caller: Caller;
  beforeAll(async () => {
    caller = await newCaller();
    await create(caller, { content: 'one', platforms: ['fediverse-1'] });
    await create(caller, { content: 'two', platforms: ['messenger-1', 'fediverse-2'] });
    await create(caller, { content: 'three', platforms: ['microblog-1'] });
  });

  test.each([
    ['fediverse', ['two', 'one']],
    ['FediVerse', ['two', 'one']],
    ['messenger', ['two']],
    ['MICROBLOG', ['three']],
    ['network', []],
    ['', ['three', 'two', 'one']],
  ])('%j, a bare key in any letter case: %j', async (platform, expected) => {
    expect(await contents(caller, { platform })).toEqual(expected);
  });

  test.each([
    'microblog',
    'network',
    'photogram',
    'threadtalk',
    'shortvideo',
    'videohub',
    'socialpage',
    'skyfeed',
    'fediverse',
    'messenger',
    'pinboard',
  ])('the key %s finds its posts', async (platform) => {
    const owner = await newCaller();
    await create(owner, { content: platform, platforms: [`${platform}-1`] });
    await create(owner, { content: 'other', platforms: ['myspace-1'] });
    expect(await contents(owner, { platform })).toEqual([platform]);
  });

  test.each(['myspace', 'fedi', 'verse', 'fediverse ', '%', '.*', 'fediverse,messenger'])(
    'an unknown name, %j: an empty list',
    async (platform) => {
      const { status, body } = await list(caller, { platform });
      expect([status, body.posts, body.pagination.totalItems]).toEqual([200, [], 0]);
    },
  );

  test.each(['fediverse-1', 'fediverse-'])('quirk: a compound id, %j, matches nothing', async (platform) => {
    expect(await contents(caller, { platform })).toEqual([]);
  });
});

describe('sortBy and sortOrder', () => {
  let caller: Caller;
  beforeAll(async () => {
    caller = await newCaller();
    const times: [content: string, created: number, updated: number, scheduled: number][] = [
      ['a', 1, 6, 8],
      ['b', 2, 5, 9],
      ['c', 3, 4, 7],
    ];
    for (const [content, created, updated, scheduled] of times) {
      const id = await create(caller, { content, scheduledTime: `2035-03-0${scheduled}T00:00:00Z` });
      await set(id, 'created_at', `2026-01-0${created}T00:00:00Z`);
      await set(id, 'updated_at', `2026-01-0${updated}T00:00:00Z`);
    }
  });

  test.each([
    [{}, 'cba'],
    [{ sortOrder: 'asc' }, 'abc'],
    [{ sortBy: '', sortOrder: '' }, 'cba'],
    [{ sortBy: 'createdAt' }, 'cba'],
    [{ sortBy: 'createdAt', sortOrder: 'desc' }, 'cba'],
    [{ sortBy: 'createdAt', sortOrder: 'asc' }, 'abc'],
    [{ sortBy: 'updatedAt', sortOrder: 'desc' }, 'abc'],
    [{ sortBy: 'updatedAt', sortOrder: 'asc' }, 'cba'],
    [{ sortBy: 'scheduledTime', sortOrder: 'desc' }, 'bac'],
    [{ sortBy: 'scheduledTime', sortOrder: 'asc' }, 'cab'],
    [{ sortBy: 'createdAt', sortOrder: 'upwards' }, 'cba'],
    [{ sortBy: 'createdAt', sortOrder: 'ASC' }, 'cba'],
  ] as [Record<string, string>, string][])('%j (an invalid order is desc): %s', async (query, expected) => {
    expect((await contents(caller, query)).join('')).toBe(expected);
  });

  test.each(['created_at', 'CreatedAt', 'content', 'id', '__proto__'])('sortBy %s: 400', async (sortBy) => {
    const message = 'Invalid sortBy. Must be one of: createdAt, updatedAt, scheduledTime';
    expect(await list(caller, { sortBy })).toEqual(refused(400, message));
  });
});

describe('fromDate and toDate', () => {
  let caller: Caller;
  beforeAll(async () => {
    caller = await newCaller();
    await create(caller, { content: 'draft' });
    for (const day of ['10', '11', '12']) {
      await create(caller, { content: day, scheduledTime: `2035-03-${day}T10:00:00.000Z` });
    }
    const timed = await create(caller, { content: 'draft with a time', scheduledTime: '2035-03-13T10:00:00.000Z' });
    await caller.put(`/update-post/${timed}`, { status: 'draft' });
  });
  const all = ['draft with a time', '12', '11', '10'];

  test.each([
    [{ fromDate: '2035-03-11T10:00:00.000Z' }, ['draft with a time', '12', '11']],
    [{ fromDate: '2035-03-11T10:00:00.001Z' }, ['draft with a time', '12']],
    [{ toDate: '2035-03-11T10:00:00.000Z' }, ['11', '10']],
    [{ toDate: '2035-03-11T09:59:59.999Z' }, ['10']],
    [{ fromDate: '2035-03-11T10:00:00.000Z', toDate: '2035-03-11T10:00:00.000Z' }, ['11']],
    [{ fromDate: '2035-03-12T10:00:00.000Z', toDate: '2035-03-10T10:00:00.000Z' }, []],
    [{ fromDate: '2035-03-11T12:00:00+02:00', toDate: '2035-03-11' }, []],
    [{ fromDate: '2035-03-12' }, ['draft with a time', '12']],
    [{ fromDate: 'March 12, 2035 00:00:00 UTC' }, ['draft with a time', '12']],
    [{ toDate: 'Sat, 10 Mar 2035 10:00:00 GMT' }, ['10']],
    [{ fromDate: '2035' }, all],
    [{ fromDate: '2035-03-11T10:00:00' }, ['draft with a time', '12', '11']],
    [{ fromDate: '2035-03-11 10:00:00.001' }, ['draft with a time', '12']],
    [{ toDate: 'March 11, 2035 10:00:00' }, ['11', '10']],
    [{ toDate: '03/11/2035' }, ['10']],
    [{ fromDate: '-000001-01-01T00:00:00Z', toDate: '+012345-01-01T00:00:00Z' }, all],
    [{ fromDate: '+012345-01-01T00:00:00Z' }, []],
    [{ fromDate: '', toDate: '' }, [...all, 'draft']],
  ] as [Record<string, string>, string[]][])(
    '%j: inclusive bounds on scheduledTime, without drafts that have none: %j',
    async (query, expected) => {
      expect(await contents(caller, query)).toEqual(expected);
    },
  );

  test.each(['soon', '2035-02-30T99:00:00Z', '13/13/2035', 'null'])('%j cannot be parsed: 400', async (date) => {
    expect(await list(caller, { fromDate: date })).toEqual(refused(400, 'Invalid fromDate format'));
    expect(await list(caller, { toDate: date })).toEqual(refused(400, 'Invalid toDate format'));
  });
});

test('filters and order go together', async () => {
  const caller = await newCaller();
  for (const content of ['a', 'b', 'c', 'd']) {
    const platforms = [content === 'd' ? 'messenger-1' : 'fediverse-1'];
    await create(caller, { content, platforms, ...(content !== 'b' && { scheduledTime: '2035-03-10T10:00:00Z' }) });
  }
  const query = { status: 'scheduled', platform: 'fediverse', sortOrder: 'asc', limit: '1', page: '2', toDate: '2036' };
  expect(await contents(caller, query)).toEqual(['c']);
});

test('several faults: status, then sortBy, then fromDate, then toDate', async () => {
  const faults = { status: 'x', sortBy: 'x', fromDate: 'x', toDate: 'x' };
  const refusal = async (query: Record<string, string>) => (await list(contract.owner, query)).body.error;
  expect(await refusal(faults)).toMatch(/^Invalid status/);
  expect(await refusal({ ...faults, status: '' })).toMatch(/^Invalid sortBy/);
  expect(await refusal({ ...faults, status: '', sortBy: '' })).toBe('Invalid fromDate format');
});
