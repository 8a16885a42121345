import { Client, cacheExchange, fetchExchange, gql } from '@urql/core';
import { useService } from '../support/service.js';
import { createConnectedAccount, PLATFORM_ID } from './connected-account.js';

const { db, service } = await useService();

/** A client with urql's defaults, and the methods of its requests. */
async function openClient() {
  const { apiKey } = await createConnectedAccount(db);
  const methods: string[] = [];
  const client = new Client({
    url: `${service.url}/graphql`,
    exchanges: [cacheExchange, fetchExchange],
    fetchOptions: { headers: { 'x-api-key': apiKey } },
    fetch: (address, init) => {
      methods.push(init?.method ?? 'GET');
      return fetch(address, init);
    },
  });
  return { client, methods };
}

const GROUPS = gql`query Groups($first: Int) { postGroups(first: $first) { totalCount edges { node { id content } } } }`;
const CREATE = gql`mutation Create($input: CreatePostInput!) { createPost(input: $input) { postGroup { id content } } }`;
const draft = (content: string) => ({ input: { post: { content, platformIds: [PLATFORM_ID] } } });

test('a query of urql is a GET with the API key', async () => {
  const { client, methods } = await openClient();
  const { data, error } = await client.query(GROUPS, { first: 5 }).toPromise();
  expect(error).toBeUndefined();
  expect(data).toMatchObject({ postGroups: { totalCount: 0, edges: [] } });
  expect(methods).toEqual(['GET']);
});

test('after a mutation urql repeats the queries with objects of the same type', async () => {
  const { client, methods } = await openClient();
  // The cache registers a type when it receives an object of it.
  await client.mutation(CREATE, draft('One')).toPromise();
  const counts: number[] = [];
  let seen = () => {};
  const { unsubscribe } = client.query(GROUPS, {}).subscribe(({ data }) => {
    counts.push(data?.postGroups.totalCount);
    seen();
  });
  const until = (count: number) =>
    new Promise<void>((resolve) => {
      seen = () => counts.at(-1) === count && resolve();
      seen();
    });
  await until(1);
  await client.mutation(CREATE, draft('Two')).toPromise();
  await until(2);
  unsubscribe();
  expect(methods).toEqual(['POST', 'GET', 'POST', 'GET']);
});

test('an error has its code', async () => {
  const { client } = await openClient();
  const { error } = await client.mutation(CREATE, draft(' ')).toPromise();
  expect(error?.graphQLErrors.map(({ extensions }) => extensions.code)).toEqual(['CONTENT_REQUIRED']);
});
