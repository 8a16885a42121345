import { readdir } from 'node:fs/promises';
import path from 'node:path';
import request from 'supertest';
import { openPublishing, type PublishingWorld } from '../platforms/publishing-support.js';
import { eventually } from '../support/eventually.js';
import { graphql } from '../support/graphql.js';
import type { Service } from '../support/service.js';
import { runJob } from '../webhooks/support.js';

let world: PublishingWorld;
let worker: Service;

beforeAll(async () => {
  world = await openPublishing();
  const env = { RETENTION_MEDIA_DAYS: '7', RETENTION_POST_LOGS_DAYS: '30', LOG_LEVEL: 'info', METRICS_PORT: '0' };
  worker = await world.startWorker(env);
});
afterEach(() => world.box.clearFaults());
afterAll(async () => {
  await worker?.stop();
  await world?.close();
});

const ask = (query: string, variables = {}) =>
  graphql(world.service, { 'x-api-key': world.account.apiKey }, query, variables);

const lines = () => worker.output.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));

/** Makes a group, its posts, log and files look as if they were this much older. */
async function age(groupId: string, days: number): Promise<void> {
  const older = `'${days} days'::interval`;
  const olderId = (id: string) =>
    `lpad(to_hex(('x' || left(${id}, 12))::bit(48)::bigint - ${days * 86_400_000}), 12, '0') || substr(${id}, 13)`;
  for (const table of ['post_groups', 'platform_posts']) {
    const key = table === 'post_groups' ? 'id' : 'group_id';
    await world.db.query(`UPDATE ${table} SET updated_at = updated_at - ${older} WHERE ${key} = $1`, [groupId]);
  }
  await world.db.query(
    `UPDATE post_logs SET id = ${olderId('id')}, created_at = created_at - ${older} WHERE group_id = $1`,
    [groupId],
  );
  await world.db.query(
    `WITH older AS (UPDATE media_conversions c SET media_id = ${olderId('media_id')} FROM media m
                     WHERE m.id = c.media_id AND m.group_id = $1)
     UPDATE media SET id = ${olderId('id')}, upload_expires_at = upload_expires_at - ${older} WHERE group_id = $1`,
    [groupId],
  );
}

/** Runs the maintenance, and waits until nothing is left to be deleted from storage. */
async function maintain(): Promise<void> {
  const runs = () => lines().filter(({ msg }) => msg === 'Removed old data').length;
  const before = runs();
  await runJob(world.db, 'maintenance');
  await eventually(async () => runs() > before || undefined, 90_000);
  await eventually(
    async () => (await world.db.query('SELECT 1 FROM object_deletions')).length === 0 || undefined,
    90_000,
  );
}

const storedFiles = async () => (await readdir(path.join(world.dataDir, 'objects'))).length;

const FILES = `query ($id: ID!) { postGroup(id: $id) {
  status log { totalCount }
  media { edges { node { url status problem } } }
} usage { storage { usedBytes } } }`;

test('media/retention: files of posts that ended long ago are removed, with their conversions; their records say so', async () => {
  const [first, second] = [world.box.createAccount('photogram'), world.box.createAccount('photogram')];
  const old = await world.schedule(first, 'Old', [await world.files.image('webp', 400, 400)]);
  const recent = await world.schedule(second, 'Recent', [await world.files.image('webp', 400, 400)]);
  expect(await world.ended(old)).toMatchObject({ status: 'published' });
  expect(await world.ended(recent)).toMatchObject({ status: 'published' });
  const url = (await ask(FILES, { id: old })).data.postGroup.media.edges[0].node.url;
  // Each file, and what it was converted to.
  expect(await storedFiles()).toBe(4);
  await age(old, 31);
  await age(recent, 6);
  await maintain();

  const { data } = await ask(FILES, { id: old });
  expect(data.postGroup).toEqual({
    status: 'PUBLISHED',
    log: { totalCount: 0 },
    media: {
      edges: [
        {
          node: {
            url,
            status: 'INVALID',
            problem: 'The file was removed from storage 7 days after its post had ended',
          },
        },
      ],
    },
  });
  expect(await storedFiles()).toBe(2);
  expect((await fetch(url)).status).toBe(404);
  const { body } = await request(world.service.url)
    .get('/api/v1/list-posts')
    .set('x-api-key', world.account.apiKey)
    .expect(200);
  expect(body.posts.find(({ content }: { content: string }) => content === 'Old').mediaUrls).toEqual([url]);
  const kept = (await ask(FILES, { id: recent })).data.postGroup;
  expect(kept.media.edges[0].node).toMatchObject({ status: 'READY', problem: null });
  expect((await fetch(kept.media.edges[0].node.url)).status).toBe(200);
  expect(kept.log.totalCount).toBeGreaterThan(0);

  const { port } = lines().find(({ msg }) => msg === 'Serving metrics');
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect(metrics).toContain('retention_removed_total{kind="media"} 1');
  expect(metrics).toContain('retention_lag_seconds{kind="post_logs"} 0');
});

test('a retry of a post whose file was removed fails with that reason, and nothing is sent', async () => {
  const target = world.box.createAccount('fediverse');
  world.box.setFault({ platform: 'fediverse', accountId: target.accountId, kind: 'rejected' });
  const groupId = await world.schedule(target, 'With a picture', [await world.files.image()]);
  expect(await world.ended(groupId)).toMatchObject({ status: 'failed' });
  world.box.clearFaults();
  await age(groupId, 8);
  await maintain();
  const { data } = await ask(
    'mutation ($id: ID!) { retryPostGroup(input: { postGroupId: $id }) { postGroup { id } } }',
    { id: groupId },
  );
  expect(data.retryPostGroup.postGroup.id).toBe(groupId);
  const error = await eventually(async () => {
    const { body } = await request(world.service.url)
      .get(`/api/v1/get-post/${groupId}`)
      .set('x-api-key', world.account.apiKey);
    return body.posts[0].error?.message.includes('removed from storage') ? body.posts[0].error : undefined;
  });
  expect(error.message).toContain('The file was removed from storage 7 days after its post had ended');
  expect(world.box.posts({ accountId: target.accountId })).toEqual([]);
});
