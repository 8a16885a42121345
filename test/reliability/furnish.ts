/** The data of the users of these tests, and how to check that they are unchanged. */

import type { SandboxAccount } from '../../sandbox/sandbox.js';
import { hashPassword } from '../../src/domain/identity/account/password.js';
import { newId } from '../../src/foundation/database/id.js';
import { insertRows, type Row } from '../graphql/page-data.js';
import { postOnThreadtalk, reply } from '../sandbox/threadtalk-support.js';
import { connectTargets, type TestAccount } from '../support/account.js';
import type { Known } from '../support/arbitraries.js';
import type { TestDatabase } from '../support/database.js';
import { graphql, type Headers } from '../support/graphql.js';
import { setLogin } from '../support/login.js';
import type { Service } from '../support/service.js';
import type { Person, TwoAccounts } from './caller-and-stranger.js';

/** In every text of the other user, in letters that survive every encoding. */
export const MARKER = 'xqzvwkjstranger';

type Needs = Pick<TwoAccounts, 'db' | 'sandbox' | 'service'>;

type Kind = 'groups' | 'posts' | 'users' | 'keys' | 'media' | 'platformIds' | 'webhooks' | 'deliveries';

/** The ids by the names of the fields that they go in. */
const named = (kinds: Record<Kind, readonly string[]>): Known => {
  const { groups, posts, users, keys, media, platformIds, webhooks, deliveries } = kinds;
  // As often a webhook as a group, however many groups there are.
  const asManyWebhooks = groups.flatMap((_, index) => webhooks[index % webhooks.length] ?? []);
  return {
    ...{ postGroupId: groups, platformPostId: posts, postId: posts, userId: users, mediaId: media },
    ...{ apiKeyId: keys, keyId: keys, 'postGroup.id': groups, 'x-service-user-id': users },
    ...{ platformId: platformIds, platformIds, platforms: [...platformIds, JSON.stringify(platformIds)] },
    ...{ id: [...groups, ...asManyWebhooks], webhookId: webhooks, deliveryId: deliveries },
  };
};

const TIMES = ['2026-01-01T00:00:00.000Z', '0000-01-01T00:00:00.000Z', '+010000-01-01T00:00:00.000Z', null];
/** A cursor as the service writes it. */
export const cursorOf = (list: string, place: object): string =>
  Buffer.from(JSON.stringify({ list, place })).toString('base64url');

const TIMED_LISTS = ['postGroups by createdAt, descending', 'postGroups by scheduledTime', 'connectedAccounts'];
const CURSORS = [
  ...['log', 'deliveries'].map((list) => cursorOf(list, { id: newId() })),
  ...TIMED_LISTS.flatMap((list) => TIMES.map((time) => cursorOf(list, { time, id: newId() }))),
];
const WEBHOOK_URLS = ['https://hooks.example.com/', 'http://8.8.8.8:8080/a?b', 'http://[::1]/', 'ftp://a.example/'];
const FILES = { contentType: ['image/png', 'video/mp4', 'text/html'], fileName: ['a b.png', '../../a', '.mp4'] };

const PASSWORD = 'long enough for a password';
const PASSWORD_HASH = hashPassword(PASSWORD);

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

const failure = (message: string) => ({
  ...{ code: 'UNKNOWN_ERROR', message, platformError: message, failedAt: '2026-01-01T00:00:00.000Z' },
  ...{ retryable: true, fault: 'PLATFORM', advice: message },
});

/** Gives an account connections, so many groups in all states, files, managed users and keys. */
export async function furnish({ db, sandbox, service }: Needs, account: TestAccount, groups: number): Promise<Known> {
  const { userId, apiKey } = account;
  const member = sandbox.createAccount('network');
  const others = (['fediverse', 'skyfeed', 'messenger'] as const).map((key) => sandbox.createAccount(key));
  const platformIds = await Promise.all([...others, member].map(account.connect));
  const rows = Array.from({ length: groups }, (_, index): Row => {
    const status = (['draft', 'scheduled', 'published'] as const)[index % 3] ?? 'draft';
    const times = { createdAt: index, updatedAt: index, scheduledTime: status === 'draft' ? null : index };
    return { id: newId(), ...times, status, platforms: ['fediverse', 'skyfeed'] };
  });
  await insertRows(db, userId, rows);
  const managed = await Promise.all(Array.from({ length: 10 + groups / 10 }, account.manage));
  for (let key = 0; key < 4; key++) await account.newKey();
  for (let session = 0; session < 9; session++) await account.session();
  const sessions = idsOf(
    await db.query('SELECT id FROM sessions WHERE person_id = (SELECT person_id FROM memberships WHERE user_id = $1)', [
      userId,
    ]),
  );
  const email = `${userId}@example.com`;
  await setLogin(db, userId, { email, passwordHash: await PASSWORD_HASH });
  const mutate = mutator(service, { 'x-api-key': apiKey });
  // What went out takes no file.
  const waiting = rows.filter(({ status }) => status !== 'published').slice(0, 9);
  const media = await Promise.all(waiting.map(({ id }) => upload(mutate, id, 'a.png')));
  await db.query(
    `UPDATE platform_posts SET platform_id = CASE platform WHEN 'fediverse' THEN $2 ELSE $3 END WHERE user_id = $1`,
    [userId, platformIds[0], platformIds[1]],
  );
  await db.query(
    `UPDATE platform_posts SET status = 'failed', error = $2
      WHERE user_id = $1 AND platform = 'skyfeed' AND NOT group_id = ANY($3)`,
    [userId, failure('refused'), idsOf(waiting)],
  );
  // What is gone from the platform can be unpublished.
  await db.query(
    `UPDATE platform_posts p SET status = 'published', posted_id = p.id
       FROM post_groups g
      WHERE p.user_id = $1 AND p.platform = 'fediverse' AND g.id = p.group_id AND g.status = 'published'`,
    [userId],
  );
  const posts = idsOf(await db.query('SELECT id FROM platform_posts WHERE user_id = $1', [userId]));
  const webhooks = [await listen(mutate, 'a'), await listen(mutate, 'b'), await listen(mutate, 'c')];
  await db.query("UPDATE webhook_deliveries SET status = 'failed', next_attempt_at = NULL WHERE user_id = $1", [
    userId,
  ]);
  const comments = idsOf(
    await db.query(
      `INSERT INTO comments (id, group_id, thread_id, person_id, author, body, mentions, created_at)
       SELECT g.id, g.id, g.id, m.person_id, 'Me', 'Hi', '[]', now()
         FROM post_groups g JOIN memberships m USING (user_id) WHERE g.user_id = $1 RETURNING id`,
      [userId],
    ),
  );
  const schedules = idsOf(
    await db.query(
      `INSERT INTO posting_schedules (id, user_id, name, time_zone, times, platform_ids, created_at, updated_at)
       SELECT lpad(to_hex(n), 24, $1), $1, 'Schedule ' || n, 'Europe/Berlin', '[{"weekday": 1, "time": "09:00"}]', '{}', now(), now()
         FROM generate_series(1, 3) n RETURNING id`,
      [userId],
    ),
  );
  const recurrences = idsOf(
    await db.query(
      `INSERT INTO recurrences (id, user_id, rule, time_zone, starts_at, texts, publishes, used_texts, created_at, updated_at)
       SELECT lpad(to_hex(n), 24, $1), $1, 'FREQ=DAILY', 'UTC', now(), '{}', true, 0, now(), now()
         FROM generate_series(1, 3) n RETURNING id`,
      [userId],
    ),
  );
  const snippets = [await save(mutate, 'a'), await save(mutate, 'b'), await save(mutate, 'c')];
  const feeds = [await saveFeed(db, userId, 'a'), await saveFeed(db, userId, 'b'), await saveFeed(db, userId, 'c')];
  // Without the first, which is the one that calls.
  const labels = await Promise.all(
    ['a', 'b', 'c'].map(async (name) => (await mutate('createLabel', 'label { id }', { name })).label.id as string),
  );
  const keys = idsOf(await db.query('SELECT id FROM api_keys WHERE user_id = $1 ORDER BY id OFFSET 1', [userId]));
  const emails = Array.from({ length: 30 }, (_, index) => `${index}.${userId}@example.com`);
  return {
    ...named({
      groups: idsOf(rows),
      posts,
      users: [userId, ...managed],
      keys,
      media,
      platformIds,
      ...deliveryOf(webhooks),
    }),
    ...{
      email: emails,
      username: emails,
      password: [PASSWORD],
      currentPassword: [PASSWORD],
      newPassword: ['another long enough for a password'],
      'SignInInput.email': [email],
      'CreateUploadFromUrlInput.postGroupId': idsOf(waiting),
      'CreateUploadInput.postGroupId': idsOf(waiting),
      'UpdatePostInput.postGroupId': idsOf(waiting),
      sessionId: sessions,
      threadId: comments,
      scheduleId: schedules,
      schedule: ['NEXT_FREE', ...schedules],
      recurrenceId: recurrences,
      rule: ['FREQ=DAILY', 'FREQ=WEEKLY;BYDAY=MO,FR;COUNT=3'],
      timeZone: ['UTC', 'America/New_York'],
      time: ['09:00', '23:59'],
      'EditTeamCommentInput.commentId': comments,
      'DeleteTeamCommentInput.commentId': comments,
      labelId: labels,
      'ChangeLabelsInput.postGroupIds': idsOf(rows),
      'ChangeLabelsInput.mediaIds': media,
      'ChangeLabelsInput.add': labels,
      'ChangeLabelsInput.remove': labels.slice(1),
      'LabelFilter.ids': labels,
      snippetId: snippets,
      feedId: feeds,
      after: CURSORS,
      before: CURSORS,
    },
    ...{ ...FILES, idempotencyKey: ['once', 'not\0ascii'], url: WEBHOOK_URLS },
    ...withReplies(
      await interact(mutate, String(platformIds.at(-1)), await publishTo(member)),
      await converse({ sandbox }, account, 'Hi'),
    ),
  };
}

type Mutate = ReturnType<typeof mutator>;

/** Runs mutations that have to work. */
const mutator = (service: Service, headers: Headers) => async (name: string, answer: string, input: object) => {
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input!`;
  const query = `mutation ($input: ${type}) { ${name}(input: $input) { ${answer} } }`;
  const { data, errors } = await graphql(service, headers, query, { input });
  if (errors) throw new Error(JSON.stringify(errors));
  return data[name];
};

async function upload(mutate: Mutate, postGroupId: string, fileName: string): Promise<string> {
  const input = { postGroupId, fileName, contentType: 'image/png', type: 'IMAGE' };
  return (await mutate('createUpload', 'media { id }', input)).media.id;
}

async function save(mutate: Mutate, name: string): Promise<string> {
  return (await mutate('createSnippet', 'snippet { id }', { name, text: `${name} {{name}}` })).snippet.id;
}

/** A feed that is not read, with an entry. */
async function saveFeed(db: TestDatabase, userId: string, name: string): Promise<string> {
  const id = newId();
  await db.query(
    `INSERT INTO feeds (id, user_id, program_may_publish, name, url, platform_ids, template, filter, daily_max, label_ids,
                        attaches_images, state, failures, next_fetch_at, created_at, updated_at)
     VALUES ($1, $2, true, $3, 'https://example.com/' || $3, '{}', $3 || '{{title}}', '{"include":[],"exclude":[],"categories":[]}',
             1, '{}', false, 'PAUSED', 0, now(), now(), now())`,
    [id, userId, name],
  );
  await db.query(
    `INSERT INTO feed_entries (id, feed_id, identity, state, title, only_draft, first_seen_at, last_seen_at)
     VALUES ($1, $2, 'x', 'EXISTING', $3, false, now(), now())`,
    [newId(), id, name],
  );
  return id;
}

/** A webhook with a delivery. */
async function listen(mutate: Mutate, name: string) {
  const input = { name, url: `https://hooks.example.com/${name}`, events: ['POST_FAILED'] };
  const { webhook, secret } = await mutate('createWebhook', 'secret webhook { id }', input);
  const { delivery } = await mutate('sendTestWebhook', 'delivery { id }', { webhookId: webhook.id });
  return { webhookId: webhook.id as string, deliveryId: delivery.id as string, secret: secret as string };
}

const deliveryOf = (webhooks: { webhookId: string; deliveryId: string }[]) => ({
  webhooks: webhooks.map(({ webhookId }) => webhookId),
  deliveries: webhooks.map(({ deliveryId }) => deliveryId),
});

/** Comments on a post of the network, reacts to it, and says how to do so again. */
async function interact(mutate: Mutate, platformId: string, postedId: string): Promise<Known> {
  const at = { platformId, postedId };
  const { comment } = await mutate('addComment', 'comment { id commentUrn }', { ...at, message: 'Well' });
  await mutate('addReaction', 'reaction', { ...at, reactionType: 'LIKE' });
  const ids = {
    postedId: [postedId],
    commentId: [comment.id, comment.commentUrn],
    parentComment: [comment.commentUrn],
  };
  return {
    ...ids,
    platformId: [platformId],
    queryTypes: ['ALL', 'comment'],
    aggregation: ['TOTAL', 'total', 'daily'],
    period: ['lifetime', 'daily'],
    reactionType: ['LIKE', 'praise'],
  };
}

/** Connects an account of threadtalk that has a post with a reply; answers what names them. */
async function converse({ sandbox }: Pick<Needs, 'sandbox'>, account: TestAccount, text: string): Promise<Known> {
  const owner = sandbox.createAccount('threadtalk');
  const postedId = await postOnThreadtalk(owner, text);
  const replyId = await reply(sandbox.createAccount('threadtalk'), postedId, text);
  return { platformId: [await account.connect(owner)], postedId: [postedId], replyId: [replyId] };
}

/** Most fields of these names are of the network. */
const withReplies = (network: Known, { platformId = [], postedId = [], replyId = [] }: Known): Known => ({
  ...network,
  platformId: [...Array(3).fill(network.platformId).flat(), ...platformId],
  postedId: [...Array(3).fill(network.postedId).flat(), ...postedId],
  ...{ replyId, 'HideReplyInput.platformId': platformId, 'UnhideReplyInput.platformId': platformId },
});

/** Publishes a post of a member of the network; answers its URN in the neutral namespace. */
async function publishTo({ baseUrl, accountId, credentials }: SandboxAccount): Promise<string> {
  const { headers } = await fetch(`${baseUrl}/rest/posts`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${credentials.accessToken}`,
      'linkedin-version': '202609',
      'x-restli-protocol-version': '2.0.0',
    },
    body: JSON.stringify({
      ...{ author: `urn:li:person:${accountId}`, commentary: 'Hi', visibility: 'PUBLIC', lifecycleState: 'PUBLISHED' },
      distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
      isReshareDisabledByAuthor: false,
    }),
  });
  return String(headers.get('x-restli-id')).replace('urn:li:', 'urn:network:');
}

/**
 * Gives an account, and a user whom it manages, one of everything with the marker in each text. What others may know
 * of it are ids without a marker; `secrets` must not be shown.
 */
export async function furnishMarked({ db, sandbox, service }: Needs, account: TestAccount) {
  const session = await account.session();
  const managed = await account.manage();
  const users = [account.userId, managed];
  const mutate = mutator(service, session);
  const plain = await account.connect(sandbox.createAccount('fediverse'));
  const names = { accountId: MARKER, username: MARKER, displayName: MARKER };
  const marked = await account.connect({
    ...sandbox.createAccount('fediverse'),
    ...names,
    credentials: { accessToken: MARKER },
  });
  await connectTargets(db, managed, [plain, marked]);
  const { apiKey, rawKey } = await mutate('createApiKey', 'rawKey apiKey { id }', { name: MARKER });
  const key = await mutate('createManagedUserKey', 'rawKey', { userId: managed });
  const { connectionPage } = await mutate('createConnectionPage', 'connectionPage { url }', { userId: managed });
  const [groups, media, comments]: [string[], string[], string[]] = [[], [], []];
  const [labels, snippets, feeds]: [string[], string[], string[]] = [[], [], []];
  const webhooks: Awaited<ReturnType<typeof listen>>[] = [];
  for (const userId of users) {
    const mutateFor = mutator(service, { ...session, 'x-service-user-id': userId });
    webhooks.push(await listen(mutateFor, MARKER));
    const { label } = await mutateFor('createLabel', 'label { id }', { name: MARKER });
    labels.push(label.id);
    snippets.push(await save(mutateFor, MARKER));
    await mutateFor('setLinkParameters', '__typename', { parameters: { source: MARKER } });
    const [connection] = await db.query<{ id: string }>('SELECT id FROM connections WHERE user_id = $1', [userId]);
    await mutateFor('setSignature', '__typename', { accountId: connection?.id, text: MARKER });
    feeds.push(await saveFeed(db, userId, MARKER));
    const importId = newId();
    await db.query(
      `INSERT INTO imports (id, user_id, file_key, file_name, status, publishes, created_at, ended_at)
       VALUES ($1, $2, $3, $3, 'DONE', true, now(), now())`,
      [importId, userId, MARKER],
    );
    await db.query(
      `INSERT INTO import_rows (import_id, number, key, status, excerpt, reason) VALUES ($1, 2, $2, 'FAILED', $2, $2)`,
      [importId, MARKER],
    );
    for (const scheduledTime of ['2035-01-01T00:00:00Z', null]) {
      const platformSettings = { videohub: { title: MARKER } };
      const post = { content: MARKER, platformIds: [plain, marked], platformSettings };
      const idempotencyKey = `${MARKER}${scheduledTime}`;
      const { postGroupId } = await mutateFor('createPost', 'postGroupId', {
        post,
        scheduledTime,
        idempotencyKey,
      });
      groups.push(postGroupId);
      media.push(await upload(mutateFor, postGroupId, `${MARKER}.png`));
      const { comment } = await mutateFor('addTeamComment', 'comment { commentId }', { postGroupId, body: MARKER });
      comments.push(comment.commentId);
      const labelled = { postGroupIds: groups.slice(-1), mediaIds: media.slice(-1), add: [label.id] };
      await mutateFor('changeLabels', '__typename', labelled);
    }
  }
  await db.query(`UPDATE users SET email = $2 || id || '@example.com', display_name = $2 WHERE id = ANY($1)`, [
    users,
    MARKER,
  ]);
  await db.query('UPDATE post_logs SET error = $2 WHERE group_id = ANY($1)', [groups, MARKER]);
  const posts = await db.query<{ id: string }>(
    `UPDATE platform_posts SET error = $2, status = CASE WHEN due_at IS NULL THEN 'failed' ELSE status END
      WHERE group_id = ANY($1) RETURNING id`,
    [groups, failure(MARKER)],
  );
  const token: string = connectionPage.url.replace(/.*\//, '');
  const sessions = await db.query<{ id: string }>(
    'SELECT id FROM sessions WHERE person_id = (SELECT person_id FROM memberships WHERE user_id = $1)',
    [account.userId],
  );
  return {
    known: {
      ...named({
        ...{ groups, posts: idsOf(posts), users, keys: [apiKey.id], media, platformIds: [plain] },
        ...deliveryOf(webhooks),
      }),
      sessionId: idsOf(sessions),
      ...{ threadId: comments, commentId: comments, labelId: labels, snippetId: snippets, feedId: feeds },
      ...(await converse({ sandbox }, account, MARKER)),
    },
    secrets: [
      ...[MARKER, account.apiKey, rawKey, key.rawKey, token, session.cookie.replace(/.*=/, '')],
      ...webhooks.map(({ secret }) => secret),
    ] as string[],
  };
}

/** All rows of a person: by whose they are, or where a row does not say that, by what they belong to. */
export async function rowsOf(db: TestDatabase, { known }: Person): Promise<Record<string, unknown[]>> {
  const tables = await db.query<{ name: string; columns: string[] }>(
    `SELECT table_name AS name, array_agg(column_name::text) AS columns FROM information_schema.columns
      WHERE table_schema = ANY(current_schemas(false)) GROUP BY table_name`,
  );
  const rows: Record<string, unknown[]> = {};
  for (const { name, columns } of tables) {
    const of = (...names: string[]) => names.filter((column) => columns.includes(column));
    const owners = of('user_id', 'owner_id');
    const [first, ...others] =
      owners.length > 0 ? owners : of('id', 'managed_by_id', 'group_id', 'post_id', 'media_id');
    if (first === undefined) continue;
    const whose = [first, ...others].map((column) => `${column}::text = ANY($1)`).join(' OR ');
    // When a key was used last is stored some time after.
    const query = `SELECT to_jsonb(t) - 'last_used_at' AS row FROM ${name} t WHERE ${whose} ORDER BY 1`;
    rows[name] = await db.query(query, [Object.values(known).flat()]);
  }
  return rows;
}
