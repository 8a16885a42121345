/** Answers that are not those of the service, or not all of them. */
import { createClient } from '../../clients/typescript/src/index.js';
import { createRestClient } from '../../clients/typescript/src/rest.js';

/** Clients that get these answers, one after the other, and then the last again. */
function answeredWith(...bodies: string[]) {
  let requests = 0;
  const fetch = async () => {
    requests += 1;
    return new Response(bodies[Math.min(requests, bodies.length) - 1]);
  };
  const options = { url: 'http://localhost', apiKey: 'key', retries: 1, fetch };
  return { client: createClient(options), rest: createRestClient(options), requests: () => requests };
}

const codeOf = (call: Promise<unknown>) => call.catch((error: unknown) => error);
const unexpected = { name: 'PublishingError', code: 'UNEXPECTED_RESPONSE', retryable: false };
const id = '0'.repeat(24);
const viewer = '{ viewer { id } }';

test('JSON that is cut off counts as lost', async () => {
  const once = answeredWith('{"data":{"postGr', '{"data":{"postGroup":null}}');
  expect(await once.client.posts.get(id)).toBeNull();
  const always = answeredWith('{"data":{"postGr');
  expect(await codeOf(always.client.posts.get(id))).toMatchObject({ ...unexpected, retryable: true });
  expect(always.requests()).toBe(2);
  const mutation = answeredWith('{"data":{"postGr');
  expect(await codeOf(mutation.client.graphql('mutation { a }'))).toMatchObject({ code: 'UNEXPECTED_RESPONSE' });
  expect(mutation.requests()).toBe(1);
  const rest = answeredWith('{"posts":', '{"posts":[]}');
  expect(await rest.rest.get('/api/v1/list-posts', { query: {} })).toEqual({ posts: [] });
});

test.each([
  '{"errors":5}',
  '{"errors":[5]}',
  '{"data":5}',
  '{"errors":[{"message":"No","extensions":{"code":5}}]}',
  '{"errors":[{"message":"No","extensions":{"code":"A","retryAfterSeconds":"soon"}}]}',
])('an operation is not answered with %s', async (body) => {
  expect(await codeOf(answeredWith(body).client.graphql(viewer))).toMatchObject(unexpected);
});

test('a response without what was asked for is none', async () => {
  const { client } = answeredWith('{"data":{}}');
  for (const call of [
    () => client.accounts.list().next(),
    () => client.posts.list().next(),
    () => client.posts.get(id),
    () => client.posts.create({ content: 'None', platformIds: ['fediverse-1'] }),
  ]) {
    expect(await codeOf(call())).toMatchObject(unexpected);
  }
});

test('pages that do not go on end', async () => {
  const page = { edges: [], pageInfo: { hasNextPage: true, endCursor: 'same' } };
  const { client, requests } = answeredWith(JSON.stringify({ data: { postGroups: page } }));
  expect(await codeOf(client.posts.list().next())).toMatchObject(unexpected);
  expect(requests()).toBe(2);
});

test('a response without end is not read to its end', async () => {
  let sent = 0;
  const body = () =>
    new ReadableStream({
      pull(controller) {
        sent += 1;
        if (sent > 200) controller.close();
        else controller.enqueue(new Uint8Array(1024 * 1024).fill(32));
      },
    });
  const client = createClient({ url: 'http://localhost', apiKey: 'key', fetch: async () => new Response(body()) });
  expect(await codeOf(client.graphql(viewer))).toMatchObject(unexpected);
  expect(sent).toBeLessThan(70);
});

test.each(['', '5', 'null'])('REST does not succeed with the body "%s"', async (body) => {
  const { rest } = answeredWith(body);
  expect(await codeOf(rest.get('/api/v1/list-posts', { query: {} }))).toMatchObject({ code: 'UNEXPECTED_RESPONSE' });
});
