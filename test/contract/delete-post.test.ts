import { createAccount } from '../support/account.js';
import { create, finished, inHours, MALFORMED_IDS, refused, startContract, UNKNOWN_ID } from './contract.js';

const contract = startContract({ roles: 'api,worker', logged: /no deleting today/ });

const remove = (id: string) => contract.owner.delete(`/delete-post/${id}`);
const NOT_FOUND = refused(404, 'Post group not found');

test('removes the group with its platform posts and its log', async () => {
  const id = await create(contract.owner, { scheduledTime: inHours(1) });
  expect(await remove(id)).toEqual({ status: 200, body: { success: true } });
  expect(await contract.owner.get(`/get-post/${id}`)).toEqual(NOT_FOUND);
  expect(await contract.owner.get(`/post-logs/${id}`)).toEqual(NOT_FOUND);
  expect((await contract.owner.get('/list-posts')).body.posts).toEqual([]);
  for (const table of ['platform_posts', 'post_logs']) {
    expect(await contract.db.query(`SELECT id FROM ${table} WHERE group_id = $1`, [id])).toEqual([]);
  }
});

test.each(['draft', 'scheduled', 'published', 'failed', 'partially_published'])(
  'is allowed when the group is %s',
  async (status) => {
    const id = await create(contract.owner);
    await contract.db.query('UPDATE post_groups SET status = $2 WHERE id = $1', [id, status]);
    expect(await remove(id)).toEqual({ status: 200, body: { success: true } });
  },
);

test('a published post stays on the platform', async () => {
  const account = contract.sandbox.createAccount('fediverse');
  const platforms = [await contract.account.connect(account)];
  const id = await create(contract.owner, { platforms, scheduledTime: inHours(0) });
  await finished(contract.owner, id);
  expect(await remove(id)).toEqual({ status: 200, body: { success: true } });
  expect(contract.sandbox.posts({ accountId: account.accountId })).toHaveLength(1);
});

test('a second time: Post group not found', async () => {
  const id = await create(contract.owner);
  await remove(id);
  expect(await remove(id)).toEqual(NOT_FOUND);
});

test('an unknown id: Post group not found', async () => {
  expect(await remove(UNKNOWN_ID)).toEqual(NOT_FOUND);
});

test('another account’s group: Post group not found, and it stays', async () => {
  const id = await create(contract.owner);
  const other = contract.as({ 'x-api-key': (await createAccount(contract.db)).apiKey });
  expect(await other.delete(`/delete-post/${id}`)).toEqual(NOT_FOUND);
  expect((await contract.owner.get(`/get-post/${id}`)).status).toBe(200);
});

test.each(MALFORMED_IDS)('quirk: the malformed id %s is a 500', async (id) => {
  expect(await remove(id)).toEqual(refused(500, 'Failed to delete post group'));
});

test('a failure: 500, and everything is as before', async () => {
  const id = await create(contract.owner, { scheduledTime: inHours(1) });
  const before = await contract.owner.get(`/get-post/${id}`);
  await contract.db.query(
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no deleting today'; END $$`,
  );
  await contract.db.query('CREATE TRIGGER refuse BEFORE DELETE ON post_groups FOR EACH ROW EXECUTE FUNCTION refuse()');
  const answer = await remove(id);
  await contract.db.query('DROP TRIGGER refuse ON post_groups');
  expect(answer).toEqual(refused(500, 'Failed to delete post group'));
  expect(await contract.owner.get(`/get-post/${id}`)).toEqual(before);
  expect((await contract.owner.get(`/post-logs/${id}`)).body.logs).toHaveLength(1);
});
