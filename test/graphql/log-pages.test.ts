/** Pages of a post's log, from its start and from its end. */
import { newId } from '../../src/foundation/database/id.js';
import { createAccount } from '../support/account.js';
import { graphql, type Headers } from '../support/graphql.js';
import { useService } from '../support/service.js';
import { insertRows } from './page-data.js';

const { db, service } = await useService();

const PAGE = `log(first: $first, after: $after, last: $last, before: $before) {
  totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } edges { cursor node { id } }
}`;
const READ = `query ($id: ID!, $first: Int, $after: String, $last: Int, $before: String) { postGroup(id: $id) { ${PAGE} } }`;

interface Page {
  totalCount: number;
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
  edges: { cursor: string; node: { id: string } }[];
}

let headers: Headers;
let userId: string;
let groupId: string;
/** Its entries, oldest first. */
let entries: string[];

beforeAll(async () => {
  const account = await createAccount(db);
  [headers, userId] = [{ 'x-api-key': account.apiKey }, account.userId];
  [groupId, entries] = await newGroup(7);
});

async function newGroup(count: number): Promise<[groupId: string, entries: string[]]> {
  const id = newId();
  const times = { createdAt: 0, updatedAt: 0, scheduledTime: null };
  await insertRows(db, userId, [{ id, ...times, status: 'draft', platforms: ['fediverse'] }]);
  const made = Array.from({ length: count }, () => newId()).sort();
  await db.query('DELETE FROM post_logs WHERE group_id = $1', [id]);
  for (const entry of made) {
    await db.query(`INSERT INTO post_logs (id, group_id, event, created_at) VALUES ($1, $2, 'created', now())`, [
      entry,
      id,
    ]);
  }
  return [id, made];
}

async function page(variables: object): Promise<Page> {
  const { data, errors } = await graphql(service, headers, READ, { id: groupId, ...variables });
  expect(errors).toBeUndefined();
  return data.postGroup.log;
}
const idsOf = ({ edges }: Page) => edges.map(({ node }) => node.id);

test('the last entries come in the order of the list', async () => {
  const found = await page({ last: 3 });
  expect(idsOf(found)).toEqual(entries.slice(4));
  expect(found).toMatchObject({ totalCount: 7, pageInfo: { hasNextPage: false, hasPreviousPage: true } });
});

test.each([1, 2, 3, 6, 7, 100])('walking by pages of %d shows every entry once, from either end', async (size) => {
  const forwards: string[] = [];
  for (let after: string | null = null, more = true; more; ) {
    const { pageInfo, ...found }: Page = await page({ first: size, after });
    forwards.push(...idsOf({ pageInfo, ...found }));
    [after, more] = [pageInfo.endCursor, pageInfo.hasNextPage];
  }
  expect(forwards).toEqual(entries);
  const backwards: string[] = [];
  for (let before: string | null = null, more = true; more; ) {
    const { pageInfo, ...found }: Page = await page({ last: size, before });
    backwards.unshift(...idsOf({ pageInfo, ...found }));
    [before, more] = [pageInfo.startCursor, pageInfo.hasPreviousPage];
  }
  expect(backwards).toEqual(entries);
});

test('a page can be between two entries', async () => {
  const all = await page({ first: 100 });
  const [after, before] = [all.edges[1]?.cursor, all.edges[5]?.cursor];
  expect(idsOf(await page({ after, before }))).toEqual(entries.slice(2, 5));
  expect(idsOf(await page({ last: 2, after, before }))).toEqual(entries.slice(3, 5));
});

test('logs of several posts are read together, each from its own end', async () => {
  const [other, others] = await newGroup(3);
  const log = 'log(first: 2) { edges { node { id } } } end: log(last: 2) { edges { node { id } } }';
  const { data } = await graphql(
    service,
    headers,
    `query ($one: ID!, $other: ID!) { one: postGroup(id: $one) { ${log} } other: postGroup(id: $other) { ${log} } }`,
    { one: groupId, other },
  );
  expect(idsOf(data.one.log)).toEqual(entries.slice(0, 2));
  expect(idsOf(data.one.end)).toEqual(entries.slice(5));
  expect(idsOf(data.other.log)).toEqual(others.slice(0, 2));
  expect(idsOf(data.other.end)).toEqual(others.slice(1));
});

test.each([{ first: 1, last: 1 }, { last: 0 }, { last: 101 }, { before: 'x' }])(
  'PAGE_INVALID: %j',
  async (variables) => {
    const { errors } = await graphql(service, headers, READ, { id: groupId, ...variables });
    expect(errors?.[0]?.extensions.code).toBe('PAGE_INVALID');
  },
);
