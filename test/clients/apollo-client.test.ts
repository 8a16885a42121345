import { ApolloClient, CombinedGraphQLErrors, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { useService } from '../support/service.js';
import { createConnectedAccount, PLATFORM_ID } from './connected-account.js';

const { db, service } = await useService();

async function openClient(): Promise<ApolloClient> {
  const { apiKey } = await createConnectedAccount(db);
  const link = new HttpLink({ uri: `${service.url}/graphql`, headers: { 'x-api-key': apiKey } });
  return new ApolloClient({ link, cache: new InMemoryCache() });
}

const GROUP = gql`query Group($postGroupId: ID!) { postGroup(id: $postGroupId) { id status scheduledTime } }`;
const CREATE = gql`mutation Create($input: CreatePostInput!) { createPost(input: $input) { postGroup { id status } } }`;
const UPDATE = gql`
  mutation Update($input: UpdatePostInput!) { updatePost(input: $input) { postGroup { id status scheduledTime } } }
`;
const draft = (content: string) => ({ input: { post: { content, platformIds: [PLATFORM_ID] } } });

test("an object that a mutation returns is changed in Apollo Client's cache, and in what watches it", async () => {
  const client = await openClient();
  const created = await client.mutate<{ createPost: { postGroup: { id: string } } }>({
    mutation: CREATE,
    variables: draft('Hello'),
  });
  const postGroupId = created.data?.createPost.postGroup.id;
  const { data } = await client.query({ query: GROUP, variables: { postGroupId } });
  expect(data).toMatchObject({ postGroup: { id: postGroupId, status: 'DRAFT', scheduledTime: null } });

  const statuses: unknown[] = [];
  const watching = client
    .watchQuery<{ postGroup: { status: string } }>({ query: GROUP, variables: { postGroupId } })
    .subscribe(({ data: seen }) => statuses.push(seen?.postGroup?.status));
  const scheduledTime = new Date(Date.now() + 3_600_000).toISOString();
  await client.mutate({
    mutation: UPDATE,
    variables: { input: { postGroupId, status: 'SCHEDULED', scheduledTime } },
  });
  watching.unsubscribe();
  expect(statuses.at(-1)).toBe('SCHEDULED');
});

test('a refused mutation rejects with the code of its error', async () => {
  const client = await openClient();
  const refused = await client.mutate({ mutation: CREATE, variables: draft(' ') }).catch((error: unknown) => error);
  expect(CombinedGraphQLErrors.is(refused)).toBe(true);
  expect((refused as CombinedGraphQLErrors).errors.map(({ extensions }) => extensions?.code)).toEqual([
    'CONTENT_REQUIRED',
  ]);
});

test('a field that fails leaves the data of the others', async () => {
  const client = await openClient();
  const { data, error } = await client.query({
    query: gql`query { postGroups { totalCount } postGroup(id: "malformed") { id } }`,
    errorPolicy: 'all',
  });
  expect(data).toMatchObject({ postGroups: { totalCount: 0 }, postGroup: null });
  expect(CombinedGraphQLErrors.is(error) && error.errors[0]?.extensions?.code).toBe('ID_INVALID');
});
