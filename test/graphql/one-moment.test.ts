import pg from 'pg';
import request from 'supertest';
import { newId } from '../../src/foundation/database/id.js';
import { createAccount } from '../support/account.js';
import { waitingForLocks } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { graphql, type Headers } from '../support/graphql.js';
import { newPost } from '../support/new-post.js';
import { useService } from '../support/service.js';

const { db, service } = await useService({ alone: true });

/** Runs an operation, and `change` before the statement that reads `table` sees the database, after any other. */
async function changedMeanwhile<Result>(
  table: string,
  operation: () => Promise<Result>,
  change: (client: pg.Client) => Promise<unknown>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: db.url });
  await client.connect();
  try {
    await client.query(`BEGIN; LOCK TABLE ${table}`);
    const result = operation();
    await eventually(async () => ((await waitingForLocks(db)) > 0 ? true : undefined));
    await change(client);
    await client.query('COMMIT');
    return await result;
  } finally {
    await client.end();
  }
}

describe('a group is shown with its posts as of one moment, by', () => {
  let headers: Headers;
  let groupId: string;

  beforeEach(async () => {
    const account = await createAccount(db, { connected: ['fediverse-1'] });
    headers = { 'x-api-key': account.apiKey };
    const input = newPost({ content: 'Hi', platformIds: ['fediverse-1'], scheduledTime: '2035-01-01T00:00:00Z' });
    const query = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroupId } }';
    groupId = (await graphql(service, headers, query, { input })).data.createPost.postGroupId;
  });

  const publish = async (client: pg.Client) => {
    await client.query("UPDATE post_groups SET status = 'published', processing_status = 'finished' WHERE id = $1", [
      groupId,
    ]);
    await client.query(
      "UPDATE platform_posts SET status = 'published', due_at = NULL, job_id = NULL WHERE group_id = $1",
      [groupId],
    );
  };
  const FIELDS = 'status posts { status }';
  const PUBLISHED = { status: 'PUBLISHED', posts: [{ status: 'PUBLISHED' }] };

  test('postGroup', async () => {
    const query = `query ($id: ID!) { postGroup(id: $id) { ${FIELDS} } }`;
    const show = () => graphql(service, headers, query, { id: groupId });
    const { data } = await changedMeanwhile('platform_posts', show, publish);
    expect(data.postGroup).toEqual(PUBLISHED);
  });

  test('postGroups', async () => {
    const query = `{ postGroups { edges { node { ...Shown } } } } fragment Shown on PostGroup { ${FIELDS} }`;
    const { data } = await changedMeanwhile('platform_posts', () => graphql(service, headers, query), publish);
    expect(data.postGroups.edges).toEqual([{ node: PUBLISHED }]);
  });

  test('REST get-post', async () => {
    const show = () => request(service.url).get(`/api/v1/get-post/${groupId}`).set(headers).then();
    const { body } = await changedMeanwhile('platform_posts', show, publish);
    expect(body).toMatchObject({ processingStatus: 'finished', posts: [{ status: 'published' }] });
  });
});

test('a page of groups is shown with its totalCount as of one moment', async () => {
  const account = await createAccount(db, { connected: ['fediverse-1'] });
  const headers = { 'x-api-key': account.apiKey };
  const create = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroupId } }';
  const input = newPost({ content: 'Hi', platformIds: ['fediverse-1'] });
  await graphql(service, headers, create, { input });
  const { data } = await changedMeanwhile(
    'post_counts',
    () => graphql(service, headers, '{ postGroups { totalCount edges { node { id } } } }'),
    (client) => client.query('DELETE FROM post_groups WHERE user_id = $1', [account.userId]),
  );
  expect(data.postGroups).toEqual({ totalCount: 0, edges: [] });
});

test('a delivery is shown with the attempts of its status, not with one that ended since', async () => {
  const account = await createAccount(db);
  const headers = { 'x-api-key': account.apiKey };
  const [webhookId, deliveryId] = [newId(), newId()];
  await db.query(
    `INSERT INTO webhooks (id, user_id, name, url, events, secret, is_active, failure_count, created_at, updated_at)
     VALUES ($1, $2, 'Test', 'https://example.com/', '{post.failed}', '', false, 0, now(), now())`,
    [webhookId, account.userId],
  );
  await db.query(
    `INSERT INTO webhook_deliveries (id, webhook_id, user_id, event, subject, body, status, is_test, created_at, ended_at)
     VALUES ($1, $2, $3, 'post.failed', $1, '{}', 'skipped', false, now(), now())`,
    [deliveryId, webhookId, account.userId],
  );
  const query = 'query ($id: ID!) { node(id: $id) { ... on WebhookDelivery { status attempts { number } } } }';
  const show = () => graphql(service, headers, query, { id: deliveryId });
  const attempt = async (client: pg.Client) => {
    await client.query("UPDATE webhook_deliveries SET status = 'failed', attempt_count = 1 WHERE id = $1", [
      deliveryId,
    ]);
    await client.query(
      'INSERT INTO webhook_attempts (delivery_id, number, started_at, duration_ms) VALUES ($1, 1, now(), 1)',
      [deliveryId],
    );
  };
  const { data } = await changedMeanwhile('webhook_attempts', show, attempt);
  expect(data.node).toEqual({ status: 'SKIPPED', attempts: [] });
  expect((await show()).data.node).toEqual({ status: 'FAILED', attempts: [{ number: 1 }] });
});
