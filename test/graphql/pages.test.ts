import fc from 'fast-check';
import { newId } from '../../src/foundation/database/id.js';
import { createAccount } from '../support/account.js';
import { type GraphqlAnswer, graphql, type Headers } from '../support/graphql.js';
import { useService } from '../support/service.js';
import { at, insertRows, type Row } from './page-data.js';

const { db, service } = await useService();

const PAGE = `query ($filter: PostGroupFilter, $sort: PostGroupSort, $first: Int, $after: String, $last: Int,
                     $before: String, $offset: Int) {
  postGroups(filter: $filter, sort: $sort, first: $first, after: $after, last: $last, before: $before, offset: $offset) {
    totalCount
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    edges { cursor node { id } }
  }
}`;

interface Page {
  totalCount: number;
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
  edges: { cursor: string; node: { id: string } }[];
}
const ask = (headers: Headers, variables: object): Promise<GraphqlAnswer> =>
  graphql(service, headers, PAGE, { ...variables });
async function page(headers: Headers, variables: object): Promise<Page> {
  const { data, errors } = await ask(headers, variables);
  expect(errors).toBeUndefined();
  return data.postGroups;
}
const idsOf = ({ edges }: Page) => edges.map(({ node }) => node.id);

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

/** An id as it is made at a moment. */
const idOf = (milliseconds: number) => Date.parse(at(milliseconds)).toString(16).padStart(12, '0') + newId().slice(12);

const FIELDS = {
  CREATED_AT: 'createdAt',
  UPDATED_AT: 'updatedAt',
  SCHEDULED_TIME: 'scheduledTime',
  PUBLISHED_AT: 'publishedAt',
} as const;

/** The order that the schema promises: by value, none before all others, ties by id; DESC is the exact reverse. */
function expectedOrder(rows: Row[], field: keyof typeof FIELDS, direction: 'ASC' | 'DESC'): string[] {
  const value = (entry: Row) => entry[FIELDS[field]] ?? Number.NEGATIVE_INFINITY;
  const compare = (a: Row, b: Row) => (value(a) === value(b) ? (a.id < b.id ? -1 : 1) : value(a) < value(b) ? -1 : 1);
  const ids = [...rows].sort(compare).map(({ id }) => id);
  return direction === 'ASC' ? ids : ids.reverse();
}

const anyRow = fc.record({
  createdAt: fc.integer({ min: 0, max: 3 }),
  updatedAt: fc.integer({ min: 0, max: 3 }),
  scheduledTime: fc.option(fc.integer({ min: 0, max: 3 }), { nil: null }),
  publishedAt: fc.option(fc.integer({ min: 0, max: 3 }), { nil: null }),
});

test('walking a list by cursors returns every group once and in order, forwards and backwards, in every sort', async () => {
  const cases = fc.record({
    rows: fc.array(anyRow, { maxLength: 12 }),
    field: fc.constantFrom(...(Object.keys(FIELDS) as (keyof typeof FIELDS)[])),
    direction: fc.constantFrom('ASC' as const, 'DESC' as const),
    size: fc.integer({ min: 1, max: 5 }),
    backwards: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(cases, async ({ rows: some, field, direction, size, backwards }) => {
      const rows = some.map(row);
      const headers = await viewerWith(rows);
      const walked: string[] = [];
      let cursor: string | null = null;
      for (let more = true; more; ) {
        const range: object = backwards ? { last: size, before: cursor } : { first: size, after: cursor };
        const found: Page = await page(headers, { sort: { field, direction }, ...range });
        const { pageInfo, edges } = found;
        if (backwards) walked.unshift(...idsOf(found));
        else walked.push(...idsOf(found));
        expect(pageInfo.startCursor).toBe(edges[0]?.cursor ?? null);
        expect(pageInfo.endCursor).toBe(edges.at(-1)?.cursor ?? null);
        expect(found.totalCount).toBe(rows.length);
        more = backwards ? pageInfo.hasPreviousPage : pageInfo.hasNextPage;
        expect(backwards ? pageInfo.hasNextPage : pageInfo.hasPreviousPage).toBe(cursor !== null);
        cursor = backwards ? pageInfo.startCursor : pageInfo.endCursor;
      }
      expect(walked).toEqual(expectedOrder(rows, field, direction));
    }),
    { numRuns: 25 },
  );
});

test('cursors stay right while groups come and go; numbered pages tell the rest of the list', async () => {
  const rows = Array.from({ length: 6 }, (_, index) => row({ createdAt: index }));
  const order = expectedOrder(rows, 'CREATED_AT', 'DESC');
  const headers = await viewerWith(rows);
  expect(idsOf(await page(headers, { first: 2, offset: 2 }))).toEqual(order.slice(2, 4));
  const first = await page(headers, { first: 3 });
  await db.query('DELETE FROM post_groups WHERE id = ANY($1)', [[order[2], order[3]]]);
  expect(idsOf(await page(headers, { first: 3, after: first.pageInfo.endCursor }))).toEqual(order.slice(4));
  const between = { after: first.edges[0]?.cursor, before: first.edges[2]?.cursor };
  expect(idsOf(await page(headers, between))).toEqual([order[1]]);
});

test('numbered pages of platforms tell the newest first, also where the order of ids is another', async () => {
  const anyGroup = fc.record({
    createdAt: fc.integer({ min: 0, max: 9 }),
    // A process that makes several groups at once gives a later id to one that was begun before.
    later: fc.integer({ min: 0, max: 9 }),
    platforms: fc.constantFrom<string[]>(['fediverse'], ['skyfeed'], ['fediverse', 'skyfeed']),
    account: fc.constantFrom('1', '2'),
  });
  const cases = fc.record({
    groups: fc.array(anyGroup, { maxLength: 40 }),
    platforms: fc.constantFrom<string[]>(['fediverse'], ['skyfeed'], ['messenger'], ['fediverse', 'skyfeed']),
    size: fc.integer({ min: 1, max: 5 }),
  });
  await fc.assert(
    fc.asyncProperty(cases, async ({ groups, platforms, size }) => {
      const rows = groups.map(({ later, ...group }) => row({ ...group, id: idOf(group.createdAt + later) }));
      const headers = await viewerWith(rows);
      const matching = rows.filter((one) => one.platforms.some((platform) => platforms.includes(platform)));
      const expected = expectedOrder(matching, 'CREATED_AT', 'DESC');
      const filter = { platforms: platforms.map((platform) => platform.toUpperCase()) };
      for (let offset = 0; offset <= expected.length; offset += size) {
        const found = await page(headers, { filter, first: size, offset });
        expect(idsOf(found)).toEqual(expected.slice(offset, offset + size));
        expect(found.pageInfo.hasNextPage).toBe(offset + size < expected.length);
      }
    }),
    { numRuns: 15 },
  );
});

test('20 groups, newest first, when nothing is asked for; at most 100', async () => {
  const rows = Array.from({ length: 101 }, (_, index) => row({ createdAt: index }));
  const headers = await viewerWith(rows);
  const order = expectedOrder(rows, 'CREATED_AT', 'DESC');
  expect(idsOf(await page(headers, {}))).toEqual(order.slice(0, 20));
  const full = await page(headers, { first: 100 });
  expect([idsOf(full), full.totalCount]).toEqual([order.slice(0, 100), 101]);
});

describe('a page that cannot be is an error that names what is wrong', () => {
  const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const LIST = 'postGroups by createdAt, descending';
  const CASES: [object, RegExp][] = [
    [{ first: 0 }, /^Invalid page: first and last go from 1 to 100, not 0$/],
    [{ first: -1 }, /not -1$/],
    [{ first: 101 }, /not 101$/],
    [{ last: 101 }, /not 101$/],
    [{ first: 1, last: 1 }, /^Invalid page: give first or last, not both$/],
    [{ offset: -1 }, /^Invalid page: offset/],
    [{ after: 'nonsense' }, /^Invalid page: "nonsense" is not a valid cursor of this list and order$/],
    [{ before: '' }, /"" is not a valid cursor/],
    ...[
      [],
      {},
      7,
      null,
      { list: LIST },
      { list: LIST, place: null },
      ...[{}, { time: at(0) }, { time: at(0), id: 5 }, { time: at(0), id: '' }, { time: 'x', id: newId() }].map(
        (place) => ({ list: LIST, place }),
      ),
      ...['1', '2026', 5].map((time) => ({ list: LIST, place: { time, id: newId() } })),
      { list: LIST, place: { time: at(0), id: newId(), more: 1 } },
      { list: 'connectedAccounts', place: { time: at(0), id: newId() } },
    ].map((cursor): [object, RegExp] => [{ after: base64(cursor) }, / is not a valid cursor of this list and order$/]),
  ];
  test.each(CASES)('%j', async (variables, message) => {
    const { errors } = await ask(await viewerWith([row()]), variables);
    expect(errors).toMatchObject([
      { message: expect.stringMatching(message), extensions: { code: 'PAGE_INVALID', reason: expect.any(String) } },
    ]);
  });
});

test('a cursor of another order is refused: another field, or the other direction', async () => {
  const headers = await viewerWith([row(), row({ createdAt: 1 })]);
  const orders = Object.keys(FIELDS).flatMap((field) => ['ASC', 'DESC'].map((direction) => ({ field, direction })));
  for (const sort of orders) {
    const [edge] = (await page(headers, { sort, first: 1 })).edges;
    for (const other of orders) {
      for (const range of [{ after: edge?.cursor }, { before: edge?.cursor }]) {
        const { errors } = await ask(headers, { sort: other, ...range });
        const codes = errors?.map(({ extensions }) => extensions.code);
        expect({ sort, other, codes }).toEqual({ sort, other, codes: sort === other ? undefined : ['PAGE_INVALID'] });
      }
    }
  }
});
