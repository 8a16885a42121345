import request from 'supertest';
import { type Fault, type Sandbox, type SandboxPlatform, startSandbox } from '../../sandbox/sandbox.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { eventually } from '../support/eventually.js';
import { graphql } from '../support/graphql.js';
import { queueMaintenance } from '../support/maintenance.js';
import { useAnother, useService } from '../support/service.js';

const { db, service } = await useService({ roles: 'api,worker' });
// A second worker, so that every case is also a race between the two.
await useAnother({ db, roles: 'worker' });
let sandbox: Sandbox;
let account: TestAccount;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
  account = await createAccount(db);
});

afterAll(async () => {
  await sandbox?.close();
});

const api = (method: 'get' | 'post' | 'put', path: string) =>
  request(service.url)[method](`/api/v1${path}`).set('x-api-key', account.apiKey);

/** Publishes one text under faults; answers the post as it ended, what the platform has, and the log. */
async function publish(platform: SandboxPlatform, faults: Omit<Fault, 'platform' | 'accountId'>[]) {
  const target = sandbox.createAccount(platform);
  const platformId = await account.connect(target);
  for (const fault of faults) sandbox.setFault({ ...fault, platform, accountId: target.accountId });
  const { body } = await api('post', '/create-post').send({
    content: 'Once and only once',
    platforms: [platformId],
    scheduledTime: new Date().toISOString(),
  });
  const post = await ended(body.postGroupId);
  const { logs } = (await api('get', `/post-logs/${body.postGroupId}`)).body;
  const live = sandbox.posts({ platform, accountId: target.accountId });
  return { post, live, logs, platformId, groupId: body.postGroupId, accountId: target.accountId };
}

const ended = (groupId: string) =>
  eventually(async () => {
    const { body } = await api('get', `/get-post/${groupId}`);
    return body.processingStatus === 'finished' ? body.posts[0] : undefined;
  });

const events = (logs: { event: string }[]) => logs.map((entry) => entry.event);

describe('a response that leaves it open whether the post is stored is followed by a lookup, not by a second post', () => {
  const lost = [
    'timeout_before_store',
    'timeout_after_store',
    'reset_before_store',
    'reset_after_store',
    'error_after_store',
    'server_error',
  ] as const;

  test.each(lost.flatMap((kind) => (['fediverse', 'skyfeed'] as const).map((platform) => ({ kind, platform }))))(
    '$platform, $kind: published, live exactly once',
    async ({ kind, platform }) => {
      const { post, live } = await publish(platform, [{ kind }]);
      expect(post).toMatchObject({ status: 'published', postedId: live[0]?.postedId });
      expect(live).toHaveLength(1);
    },
  );

  test.each(lost)(
    'messenger, %s: it has no lookup, so the post fails as OUTCOME_UNKNOWN and is not sent again',
    async (kind) => {
      const { post, live } = await publish('messenger', [{ kind }]);
      expect(post).toMatchObject({ status: 'failed', error: { code: 'OUTCOME_UNKNOWN', retryable: false } });
      expect(post.error.message).toContain('the post may be live');
      expect(live.length).toBeLessThanOrEqual(1);
    },
  );
});

test('two posts with the same text to one account are not taken for each other', async () => {
  const target = sandbox.createAccount('fediverse');
  const platforms = [await account.connect(target)];
  const create = async () => {
    const { body } = await api('post', '/create-post').send({
      content: 'Said twice on purpose',
      platforms,
      scheduledTime: new Date().toISOString(),
    });
    return ended(body.postGroupId);
  };
  const first = await create();
  sandbox.setFault({ platform: 'fediverse', accountId: target.accountId, kind: 'reset_before_store' });
  const second = await create();
  expect(second.status).toBe('published');
  expect(second.postedId).not.toBe(first.postedId);
  expect(sandbox.posts({ accountId: target.accountId })).toHaveLength(2);
});

describe('a failure that certainly stored nothing is tried again, at most five times', () => {
  test('each attempt is a log entry, and the retries are counted', async () => {
    const { post, live, logs } = await publish('fediverse', [{ kind: 'server_error', times: 2 }]);
    expect(post.status).toBe('published');
    expect(live).toHaveLength(1);
    expect(events(logs).filter((event) => event.startsWith('publish_'))).toEqual([
      'publish_attempted',
      'publish_failed',
      'publish_attempted',
      'publish_failed',
      'publish_attempted',
      'publish_succeeded',
    ]);
    expect(logs.filter((entry: { event: string }) => entry.event === 'publish_attempted')).toMatchObject([
      expect.not.objectContaining({ retryCount: expect.anything() }),
      { retryCount: 1 },
      { retryCount: 2 },
    ]);
  });

  test('after the fifth the post fails with the last reason', async () => {
    const { post, live, logs } = await publish('fediverse', [{ kind: 'server_error', times: 0 }]);
    expect(post).toMatchObject({ status: 'failed', error: { code: 'PLATFORM_SERVER_ERROR', retryable: true } });
    expect(live).toEqual([]);
    expect(events(logs).filter((event) => event === 'publish_attempted')).toHaveLength(5);
  });

  test('one that is retried days later has as much time as a new one, and is as new for its readers', async () => {
    const { post, groupId, accountId } = await publish('skyfeed', [{ kind: 'server_error', times: 5 }]);
    expect(post.status).toBe('failed');
    const back = `interval '2 days'`;
    await db.query(
      `UPDATE platform_posts SET first_attempt_at = first_attempt_at - ${back}, due_at = due_at - ${back} WHERE id = $1`,
      [post._id],
    );
    await db.query(
      `UPDATE publish_attempts SET started_at = started_at - ${back}, ended_at = ended_at - ${back} WHERE post_id = $1`,
      [post._id],
    );
    sandbox.setFault({ platform: 'skyfeed', accountId, kind: 'server_error' });
    const { errors } = await graphql(
      service,
      { 'x-api-key': account.apiKey },
      'mutation ($id: ID!) { retryPostGroup(input: { postGroupId: $id }) { postGroup { id } } }',
      { id: groupId },
    );
    expect(errors).toBeUndefined();
    const [live] = await eventually(async () => {
      const posts = sandbox.posts({ platform: 'skyfeed', accountId });
      return posts.length > 0 ? posts : undefined;
    });
    expect((await ended(groupId)).status).toBe('published');
    const { value } = (live?.record ?? {}) as { value?: { createdAt: string } };
    expect(Date.now() - Date.parse(value?.createdAt ?? '')).toBeLessThan(86_400_000);
  });

  test('waiting for a rate limit’s reset burns no attempt, and nothing is sent before it', async () => {
    const resets = Array.from({ length: 6 }, () => ({ kind: 'rate_limited' as const, resetSeconds: 1 }));
    const { post, live } = await publish('messenger', resets);
    expect(post.status).toBe('published');
    expect(live).toHaveLength(1);
  });
});

describe('a failure that a retry cannot fix ends the post immediately', () => {
  test.each(['fediverse', 'skyfeed', 'messenger'] as const)('%s refuses the content', async (platform) => {
    const { post, live, logs } = await publish(platform, [{ kind: 'rejected' }]);
    expect(post).toMatchObject({ status: 'failed', error: { code: 'INVALID_CONTENT', retryable: false } });
    expect(live).toEqual([]);
    expect(logs.at(-2)).toMatchObject({
      event: 'publish_failed',
      metadata: { errorCode: 'INVALID_CONTENT', retryable: false },
    });
    expect(events(logs).filter((event) => event === 'publish_attempted')).toHaveLength(1);
  });

  test.each(['fediverse', 'messenger'] as const)('%s refuses the token: the connection is marked', async (platform) => {
    const { post, platformId } = await publish(platform, [{ kind: 'auth_expired', times: 0 }]);
    expect(post.error).toMatchObject({ code: 'PLATFORM_AUTH_EXPIRED', retryable: false });
    const { data } = await graphql(
      service,
      { 'x-api-key': account.apiKey },
      `{ connectedAccount(platformId: "${platformId}") { revokedAt } }`,
    );
    expect(data.connectedAccount).toEqual({ revokedAt: expect.any(String) });
  });

  test('skyfeed refuses the session: it is renewed and the post is published', async () => {
    const { post, live } = await publish('skyfeed', [{ kind: 'auth_expired' }]);
    expect(post.status).toBe('published');
    expect(live).toHaveLength(1);
  });
});

describe('accounts that change before a post is due', () => {
  /** A post of a new account that is due once `change` was made to the account. */
  async function publishAfter(change: string) {
    const owner = await createAccount(db);
    const target = sandbox.createAccount('fediverse');
    const platforms = [await owner.connect(target)];
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    const { body } = await request(service.url)
      .post('/api/v1/create-post')
      .set('x-api-key', owner.apiKey)
      .send({ content: 'Scheduled before', platforms, scheduledTime: inAnHour });
    const set = (assignment: string) => db.query(`UPDATE users SET ${assignment} WHERE id = $1`, [owner.userId]);
    await set(change);
    await db.query('UPDATE platform_posts SET due_at = now() WHERE group_id = $1', [body.postGroupId]);
    await db.query(`UPDATE pgboss.job SET start_after = now(), priority = 0 WHERE data->>'groupId' = $1`, [
      body.postGroupId,
    ]);
    const reached = (status: string) =>
      eventually(async () => {
        const [post] = await db.query<{ id: string; status: string; error: { code: string; retryable: boolean } }>(
          'SELECT id, status, error FROM platform_posts WHERE group_id = $1',
          [body.postGroupId],
        );
        return post?.status === status ? post : undefined;
      });
    const retry = (id: string) =>
      graphql(
        service,
        { 'x-api-key': owner.apiKey },
        'mutation ($id: ID!) { retryPlatformPost(input: { platformPostId: $id }) { platformPost { status } } }',
        { id },
      );
    return { set, reached, retry, live: () => sandbox.posts({ accountId: target.accountId }) };
  }

  test.each([
    [
      'of a deactivated account: ACCOUNT_INACTIVE',
      'ACCOUNT_INACTIVE',
      'deactivated_at = now()',
      'deactivated_at = NULL',
    ],
    [
      'to a platform that the plan no longer includes: PLATFORM_NOT_AVAILABLE',
      'PLATFORM_NOT_AVAILABLE',
      `plan = 'starter'`,
      `plan = 'pro'`,
    ],
  ])('a post %s, and it can be retried once that is settled', async (_rule, code, change, settled) => {
    const { set, reached, retry, live } = await publishAfter(change);
    const { id, error } = await reached('failed');
    expect(error).toMatchObject({ code, retryable: true });
    expect(live()).toEqual([]);
    await set(settled);
    expect((await retry(id)).errors).toBeUndefined();
    await reached('published');
    expect(live()).toHaveLength(1);
  });

  test('a post of an account on hold is published', async () => {
    const { reached, live } = await publishAfter('held_at = now()');
    await reached('published');
    expect(live()).toHaveLength(1);
  });
});

test('a post that is more than 24 hours late is not published: SCHEDULE_MISSED, and it can be retried', async () => {
  const target = sandbox.createAccount('fediverse');
  const platforms = [await account.connect(target)];
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  const { body } = await api('post', '/create-post').send({ content: 'Late', platforms, scheduledTime: inAnHour });
  // As if every worker had been away for a day and an hour.
  const late = new Date(Date.now() - 25 * 3_600_000);
  await db.query('UPDATE platform_posts SET due_at = $2 WHERE group_id = $1', [body.postGroupId, late]);
  await db.query(`UPDATE pgboss.job SET start_after = now(), priority = 0 WHERE data->>'groupId' = $1`, [
    body.postGroupId,
  ]);
  const post = await ended(body.postGroupId);
  expect(post).toMatchObject({ status: 'failed', error: { code: 'SCHEDULE_MISSED', retryable: true } });
  expect(sandbox.posts({ accountId: target.accountId })).toEqual([]);

  const { errors } = await graphql(
    service,
    { 'x-api-key': account.apiKey },
    'mutation ($id: ID!) { retryPlatformPost(input: { platformPostId: $id }) { platformPost { status } } }',
    { id: post._id },
  );
  expect(errors).toBeUndefined();
  await eventually(async () => (sandbox.posts({ accountId: target.accountId }).length === 1 ? true : undefined));
  expect((await ended(body.postGroupId)).status).toBe('published');
});

test('a post whose outcome is unknown is retried only when its owner says that it is not live', async () => {
  const { post, live, accountId, groupId } = await publish('messenger', [{ kind: 'reset_before_store' }]);
  expect(live).toEqual([]);
  const retry = (acknowledgeUnknownOutcome: boolean) =>
    graphql(
      service,
      { 'x-api-key': account.apiKey },
      'mutation ($input: RetryPlatformPostInput!) { retryPlatformPost(input: $input) { platformPost { status } } }',
      { input: { platformPostId: post._id, acknowledgeUnknownOutcome } },
    );
  expect((await retry(false)).errors?.[0]?.extensions.code).toBe('OUTCOME_UNKNOWN_NOT_ACKNOWLEDGED');
  expect((await retry(true)).data.retryPlatformPost.platformPost.status).toBe('PENDING');
  await eventually(async () => (sandbox.posts({ accountId }).length === 1 ? true : undefined));
  expect((await ended(groupId)).status).toBe('published');
});

test('a group that was taken back to draft, or removed, is not published', async () => {
  const target = sandbox.createAccount('fediverse');
  const platforms = [await account.connect(target)];
  const soon = new Date(Date.now() + 1_500).toISOString();
  const create = () => api('post', '/create-post').send({ content: 'Not this one', platforms, scheduledTime: soon });
  const [draft, removed, sent] = [await create(), await create(), await create()];
  await api('put', `/update-post/${draft.body.postGroupId}`).send({ status: 'draft' });
  await request(service.url).delete(`/api/v1/delete-post/${removed.body.postGroupId}`).set('x-api-key', account.apiKey);
  await ended(sent.body.postGroupId);
  expect(sandbox.posts({ accountId: target.accountId })).toHaveLength(1);
});

test('a post whose job was lost is queued again by the maintenance', async () => {
  const target = sandbox.createAccount('fediverse');
  const platforms = [await account.connect(target)];
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  const { body } = await api('post', '/create-post').send({ content: 'Forgotten', platforms, scheduledTime: inAnHour });
  await db.query(`DELETE FROM pgboss.job WHERE data->>'groupId' = $1`, [body.postGroupId]);
  await db.query('UPDATE platform_posts SET due_at = now() - $2::interval WHERE group_id = $1', [
    body.postGroupId,
    '5 minutes',
  ]);
  await queueMaintenance(db);
  await eventually(
    async () => (sandbox.posts({ accountId: target.accountId }).length === 1 ? true : undefined),
    25_000,
  );
});

test('so is one behind a thousand overdue posts that have their jobs', async () => {
  const target = sandbox.createAccount('fediverse');
  // A separate account, because the posts use up its plan.
  const busy = await createAccount(db);
  const platforms = [await busy.connect(target)];
  const schedule = async (content: string, hours: number): Promise<string> => {
    const scheduledTime = new Date(Date.now() + hours * 3_600_000).toISOString();
    const created = request(service.url).post('/api/v1/create-post').set('x-api-key', busy.apiKey);
    return (await created.send({ content, platforms, scheduledTime })).body.postGroupId;
  };
  const [waiting, lost] = [await schedule('Waits for something', 2), await schedule('Behind them', 1)];
  await db.query(
    `WITH copied AS (
       INSERT INTO pgboss.job_common
       SELECT (jsonb_populate_record(j, jsonb_build_object('id', gen_random_uuid()))).*
         FROM pgboss.job_common j, generate_series(1, 1000) WHERE data->>'groupId' = $1 RETURNING id
     )
     INSERT INTO platform_posts
     SELECT (jsonb_populate_record(p, jsonb_build_object(
              'id', left(md5(c.id::text), 24), 'job_id', c.id, 'target_index', row_number() OVER ()))).*
       FROM platform_posts p, copied c WHERE p.group_id = $1`,
    [waiting],
  );
  await db.query(`DELETE FROM pgboss.job WHERE data->>'groupId' = $1`, [lost]);
  await db.query(
    `UPDATE platform_posts SET due_at = now() - CASE WHEN group_id = $1 THEN interval '10 min' ELSE interval '5 min' END
      WHERE group_id IN ($1, $2)`,
    [waiting, lost],
  );
  await queueMaintenance(db);
  await eventually(
    async () => (sandbox.posts({ accountId: target.accountId }).length === 1 ? true : undefined),
    25_000,
  );
  expect(sandbox.posts({ accountId: target.accountId })).toMatchObject([{ text: 'Behind them' }]);
});

test('the same content again, on a platform that refuses repeats, is a failure and not the first post under another name', async () => {
  const first = await publish('network', []);
  const { body } = await api('post', '/create-post').send({
    content: 'Once and only once',
    platforms: [first.platformId],
    scheduledTime: new Date().toISOString(),
  });
  const second = await ended(body.postGroupId);
  expect(first.post.status).toBe('published');
  expect(second).toMatchObject({ status: 'failed', error: { code: 'INVALID_CONTENT', retryable: false } });
  expect(second.error.platformError).toContain('Content is a duplicate of');
});
