/** The feed of posts as a calendar: what is in it, who can read it, and that its address stays secret. */
import ICAL from 'ical.js';
import request from 'supertest';
import { newId } from '../../src/foundation/database/id.js';
import { DAY_MS, HOUR_MS } from '../../src/foundation/time/durations.js';
import { createAccount } from '../support/account.js';
import { graphql, type Headers } from '../support/graphql.js';
import { newPost } from '../support/new-post.js';
import { useService } from '../support/service.js';

const { db, service } = await useService();

const TARGET = 'microblog-1';
const CREATE_FEED = 'mutation { createCalendarFeed { url calendarFeed { createdAt lastReadAt } } }';
const REVOKE_FEED = 'mutation { revokeCalendarFeed { revoked } }';
const FEED = '{ calendarFeed { createdAt lastReadAt } }';
const CREATE_POST = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroupId } }';
const UPDATE_POST = 'mutation ($input: UpdatePostInput!) { updatePost(input: $input) { postGroup { id } } }';
const DELETE_POST = 'mutation ($input: DeletePostInput!) { deletePost(input: $input) { deletedPostGroupId } }';

/** Calendars have whole seconds. */
const NOW = Math.floor(Date.now() / 1000) * 1000;
const inDays = (days: number): Date => new Date(NOW + days * DAY_MS);

async function dataOf(headers: Headers, query: string, input?: object) {
  const { data, errors } = await graphql(service, headers, query, { input });
  expect(errors).toBeUndefined();
  return data;
}

async function newOwner() {
  const account = await createAccount(db, { connected: [TARGET] });
  const browser = await account.session();
  const createFeed = async (): Promise<string> => {
    const { url } = (await dataOf(browser, CREATE_FEED)).createCalendarFeed;
    return new URL(url).pathname;
  };
  const schedule = async (content: string, at: Date): Promise<string> => {
    const post = newPost({ content, platformIds: [TARGET], scheduledTime: at.toISOString() });
    return (await dataOf(browser, CREATE_POST, post)).createPost.postGroupId;
  };
  return { ...account, browser, createFeed, schedule };
}

const read = (path: string, headers: Headers = {}) => request(service.url).get(path).set(headers).buffer(true);

async function eventsAt(path: string) {
  const { status, text } = await read(path);
  expect(status).toBe(200);
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
  return new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((event) => new ICAL.Event(event));
}

test('a calendar shows what is scheduled, at its time, and follows what its owner changes', async () => {
  const owner = await newOwner();
  const path = await owner.createFeed();
  expect(await eventsAt(path)).toEqual([]);
  const later = await owner.schedule('Later', inDays(3));
  const sooner = await owner.schedule('Sooner; with, commas\nand a second line', inDays(2));

  const [first, second, ...others] = await eventsAt(path);
  expect(others).toEqual([]);
  expect(second?.summary).toBe('Later (microblog)');
  expect(first?.summary).toBe('Sooner; with, commas (microblog)');
  expect(first?.description).toBe('Sooner; with, commas\nand a second line\n\nmicroblog: scheduled');
  expect(first?.startDate.toJSDate()).toEqual(inDays(2));
  expect(first?.component.getFirstPropertyValue('status')).toBe('CONFIRMED');
  expect(first?.component.getFirstPropertyValue('categories')).toBe('microblog');
  expect(first?.component.getFirstPropertyValue('url')).toBe(`${service.url}/posts/${sooner}`);

  await dataOf(owner.browser, UPDATE_POST, { postGroupId: later, scheduledTime: inDays(1).toISOString() });
  const [moved] = await eventsAt(path);
  expect(moved?.uid).toBe(second?.uid);
  expect(moved?.startDate.toJSDate()).toEqual(inDays(1));
  expect(moved?.sequence).toBeGreaterThan(second?.sequence ?? Number.POSITIVE_INFINITY);

  await dataOf(owner.browser, DELETE_POST, { postGroupId: sooner });
  expect((await eventsAt(path)).map(({ uid }) => uid)).toEqual([second?.uid]);
});

test('what failed says so and why; drafts and what is older than 30 days are left out', async () => {
  const owner = await newOwner();
  const path = await owner.createFeed();
  const failed = await owner.schedule('It failed', inDays(1));
  const old = await owner.schedule('Old', inDays(1));
  const draft = await owner.schedule('Draft', inDays(1));
  await db.query(`UPDATE post_groups SET status = 'failed', scheduled_time = $2 WHERE id = $1`, [failed, inDays(-29)]);
  await db.query(
    `UPDATE platform_posts SET status = 'failed', due_at = NULL, error = '{"message":"No permission"}' WHERE group_id = $1`,
    [failed],
  );
  await db.query(`UPDATE post_groups SET status = 'published', scheduled_time = $2 WHERE id = $1`, [old, inDays(-31)]);
  await db.query(`UPDATE post_groups SET status = 'draft' WHERE id = $1`, [draft]);
  const [event, ...others] = await eventsAt(path);
  expect(others).toEqual([]);
  expect(event?.summary).toBe('Failed: It failed (microblog)');
  expect(event?.description).toContain('microblog: failed · No permission');
  expect(event?.component.getFirstPropertyValue('status')).toBe('TENTATIVE');
});

test('of 10,000 posts it has the next 800 and the last 200', async () => {
  const owner = await newOwner();
  const path = await owner.createFeed();
  const ids = Array.from({ length: 10_000 }, () => newId());
  await db.query(
    `INSERT INTO post_groups (id, user_id, content, status, processing_status, scheduled_time, platform_settings, created_at, updated_at)
     SELECT id, $2, 'Post ' || n, 'scheduled', 'pending', date_trunc('hour', now()) + (n - 300.5) * interval '1 hour', '{}', now(), now()
       FROM unnest($1::text[]) WITH ORDINALITY AS all_ids (id, n)`,
    [ids, owner.userId],
  );
  const begun = performance.now();
  const events = await eventsAt(path);
  expect(performance.now() - begun).toBeLessThan(5_000);
  const times = events.map(({ startDate }) => startDate.toJSDate().getTime());
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  expect(times.filter((time) => time < Date.now())).toHaveLength(200);
  expect(times.filter((time) => time >= Date.now())).toHaveLength(800);
  expect(Math.min(...times.map((time) => Math.abs(time - Date.now())))).toBeLessThan(HOUR_MS);
});

test('it is sent again only when it has changed, and HEAD has no body', async () => {
  const owner = await newOwner();
  const path = await owner.createFeed();
  await owner.schedule('One', inDays(1));
  const { headers, text } = await read(path);
  expect(headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'cache-control': 'private, no-cache',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  });
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  expect(Math.max(...text.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
  const etag = { 'if-none-match': headers.etag ?? '' };
  expect(await read(path, etag)).toMatchObject({ status: 304, text: '' });
  const head = await request(service.url).head(path);
  expect(head).toMatchObject({ status: 200, headers: { etag: headers.etag } });
  expect(head.text).toBeFalsy();
  await owner.schedule('Two', inDays(1));
  expect((await read(path, etag)).status).toBe(200);
});

test('a replaced, a revoked and an invented address are the same 404; nobody sees the posts of others', async () => {
  const owner = await newOwner();
  const other = await newOwner();
  await other.schedule('Of somebody else', inDays(1));
  const replaced = await owner.createFeed();
  const path = await owner.createFeed();
  expect(await eventsAt(path)).toEqual([]);
  const invented = `/calendar-feeds/${'x'.repeat(43)}.ics`;
  const missing = await read(invented);
  expect(missing.status).toBe(404);
  expect((await read(replaced)).text).toBe(missing.text);
  expect(await dataOf(owner.browser, REVOKE_FEED)).toEqual({ revokeCalendarFeed: { revoked: true } });
  for (const gone of [replaced, path, '/calendar-feeds/short.ics', '/calendar-feeds/%00.ics']) {
    expect((await read(gone)).status).toBe(404);
  }
  expect((await read(path)).text).toBe(missing.text);
  expect(await dataOf(owner.browser, REVOKE_FEED)).toEqual({ revokeCalendarFeed: { revoked: false } });
});

test('a managed user has a separate feed, which ends when its owner is deactivated', async () => {
  const owner = await createAccount(db, { workspaceAccess: true });
  const browser = await owner.session();
  const acting = { ...browser, 'x-service-user-id': await owner.manage() };
  const { url } = (await dataOf(acting, CREATE_FEED)).createCalendarFeed;
  expect(await dataOf(browser, FEED)).toEqual({ calendarFeed: null });
  const { pathname } = new URL(url);
  expect((await read(pathname)).status).toBe(200);
  await db.query('UPDATE users SET deactivated_at = now() WHERE id = $1', [owner.userId]);
  expect((await read(pathname)).status).toBe(404);
});

test('a deactivated account has no calendar', async () => {
  const owner = await newOwner();
  const path = await owner.createFeed();
  await db.query('UPDATE users SET deactivated_at = now() WHERE id = $1', [owner.userId]);
  expect((await read(path)).status).toBe(404);
});

test('its owner sees when it was read; the secret is stored, shown and logged nowhere', async () => {
  const owner = await newOwner();
  expect(await dataOf(owner.browser, FEED)).toEqual({ calendarFeed: null });
  const path = await owner.createFeed();
  const secret = path.slice('/calendar-feeds/'.length, -'.ics'.length);
  expect((await dataOf(owner.browser, FEED)).calendarFeed).toMatchObject({ lastReadAt: null });
  await read(path);
  await read(`${path}/further`);
  await read(path.replace('.ics', ''));
  await request(service.url).post(path);
  const { calendarFeed } = await dataOf(owner.browser, FEED);
  expect(Date.parse(calendarFeed.lastReadAt)).toBeGreaterThanOrEqual(Date.parse(calendarFeed.createdAt));
  const [row] = await db.query('SELECT row_to_json(f)::text AS text FROM calendar_feeds f WHERE user_id = $1', [
    owner.userId,
  ]);
  const audited = await db.query(
    'SELECT action, details, row_to_json(e)::text AS text FROM audit_events e WHERE owner_id = $1',
    [owner.userId],
  );
  expect(audited).toEqual([expect.objectContaining({ action: 'calendar_feed_created', details: { replaced: false } })]);
  expect(service.output.join('\n')).toContain('/calendar-feeds/:secret.ics');
  for (const text of [row?.text, audited[0]?.text, service.output.join('\n')]) expect(text).not.toContain(secret);
});

test('an API key can neither create nor see an address', async () => {
  const { apiKey } = await newOwner();
  for (const query of [CREATE_FEED, REVOKE_FEED, FEED]) {
    const { errors } = await graphql(service, { 'x-api-key': apiKey }, query);
    expect(errors?.[0]?.extensions.code).toBe('SESSION_REQUIRED');
  }
});

test('it is read 30 times a minute at most', async () => {
  const owner = await newOwner();
  const path = await owner.createFeed();
  const answers = [];
  for (let count = 0; count < 61; count++) answers.push(await read(path));
  expect(answers.slice(0, 30).map(({ status }) => status)).toEqual(Array(30).fill(200));
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.headers['retry-after']).toMatch(/^[1-9]\d?$/);
});
