import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import PostalMime from 'postal-mime';
import request from 'supertest';
import { header, type MailServer, startMailServer } from '../mail/support.js';
import { createAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { countPosts, insertConnections, insertPending } from '../support/plan-usage.js';
import { type Service, startService } from '../support/service.js';

const MARCH = '2035-03-15T10:00:00.000Z';
const APRIL = '2035-04-15T10:00:00.000Z';

/** Workers poll for mails every few seconds. */
const DELIVERY_MS = 25_000;

interface World {
  db: TestDatabase;
  service: Service;
  close(): Promise<void>;
}

/** The service with its worker, which sends the mails as `env` says. */
async function openWorld(env: Record<string, string>): Promise<World> {
  const db = await createTestDatabase();
  const service = await startService({ db, env });
  return {
    db,
    service,
    async close() {
      await service.stop();
      await db.drop();
    },
  };
}

/** A Pro account whose connection is full in March and April. */
async function full({ db, service }: World) {
  const account = await createAccount(db, { plan: 'pro', workspaceAccess: true });
  const { userId, personId, apiKey } = account;
  const fill = async (id: string) => {
    for (const month of [MARCH, APRIL])
      await countPosts(db, { userId: id, platformId: 'fediverse-1', used: 100, month });
  };
  await fill(userId);
  const email = `${userId}@example.com`;
  await db.query(`UPDATE users SET email = $2, display_name = 'Ada' WHERE id = $1`, [userId, email]);
  await db.query('UPDATE people SET email = $2 WHERE id = $1', [personId, email]);
  return {
    ...account,
    email,
    fill,
    /** The code of what create-post answers. */
    async exceed(scheduledTime = MARCH, headers = {}): Promise<string> {
      const { status, body } = await request(`${service.url}/api/v1/create-post`)
        .post('')
        .set({ 'x-api-key': apiKey, ...headers })
        .send({ content: 'Hi', platforms: ['fediverse-1'], scheduledTime });
      return `${status} ${body.code}`;
    },
    /** How many mails there are to the owner, sent or waiting, once every notification has its own. */
    mails(): Promise<number> {
      return eventually(async () => {
        const waiting = await db.query('SELECT 1 FROM notifications WHERE person_id = $1 AND mail_at IS NOT NULL', [
          personId,
        ]);
        if (waiting.length > 0) return undefined;
        return (await db.query(`SELECT 1 FROM pgboss.job WHERE name = 'mail' AND data->>'to' = $1`, [email])).length;
      });
    },
  };
}

const REACHED = '403 POST_LIMIT_REACHED';

describe('over SMTP', () => {
  let server: MailServer;
  let world: World;

  beforeAll(async () => {
    server = await startMailServer();
    world = await openWorld({ SMTP_URL: server.url(), MAIL_FROM: 'Service <service@example.org>' });
  });
  afterAll(async () => {
    await world?.close();
    await server?.close();
  });

  const received = (email: string) => server.received.filter(({ to }) => to.includes(email));
  /** The readable text of a mail. */
  const textOf = async (source: string) => (await PostalMime.parse(source)).text ?? '';

  test('the owner receives one e-mail a month, for the first rejected post of any month', async () => {
    const owner = await full(world);
    for (const month of [MARCH, MARCH, APRIL, MARCH]) expect(await owner.exceed(month)).toBe(REACHED);
    expect(await owner.mails()).toBe(1);
    await world.db.query(
      `UPDATE limit_notices SET period_start = period_start - interval '1 month' WHERE owner_id = $1`,
      [owner.userId],
    );
    for (const month of [APRIL, MARCH]) expect(await owner.exceed(month)).toBe(REACHED);
    expect(await owner.mails()).toBe(2);
    const mails = await eventually(
      async () => (received(owner.email).length === 2 ? received(owner.email) : undefined),
      DELIVERY_MS,
    );
    const texts = await Promise.all(mails.map(({ source }) => textOf(source)));
    for (const { to, source } of mails) {
      expect(to).toEqual([owner.email]);
      expect(header(source, 'From')).toBe('Service <service@example.org>');
      expect(header(source, 'Subject')).toBe('A post was rejected: you have reached your monthly limit');
    }
    for (const text of texts) {
      expect(text).toContain('Monthly post limit reached. Your Pro plan allows 100 platform posts per month.');
    }
    const about = (month: string, next: string) =>
      texts.filter((text) => text.includes(`A post for ${month} was rejected`) && text.includes(`starts on ${next}`));
    expect(about('March 2035', '1 April 2035 (UTC)')).toHaveLength(1);
    expect(about('April 2035', '1 May 2035 (UTC)')).toHaveLength(1);
  });

  test('40 requests that break the limit at once are one e-mail', async () => {
    const owner = await full(world);
    const answers = await Promise.all(Array.from({ length: 40 }, () => owner.exceed()));
    expect(answers).toEqual(answers.map(() => REACHED));
    expect(await owner.mails()).toBe(1);
  });

  test('rescheduling into a full month exceeds it too', async () => {
    const owner = await full(world);
    const send = (method: 'post' | 'put', route: string, body: object) =>
      request(world.service.url)[method](`/api/v1${route}`).set('x-api-key', owner.apiKey).send(body);
    const { body } = await send('post', '/create-post', { content: 'Hi', platforms: ['fediverse-1'] });
    const answer = await send('put', `/update-post/${body.postGroupId}`, { status: 'scheduled', scheduledTime: MARCH });
    expect(answer.status).toBe(403);
    expect(await owner.mails()).toBe(1);
  });

  test('the owner is notified if a managed user exceeds it', async () => {
    const owner = await full(world);
    const managed = await owner.manage();
    await owner.fill(managed);
    const headers = { 'x-service-user-id': managed };
    const before = await world.db.query(`SELECT 1 FROM pgboss.job WHERE name = 'mail'`);
    for (const _ of [1, 2]) expect(await owner.exceed(MARCH, headers)).toBe(REACHED);
    expect(await owner.exceed()).toBe(REACHED);
    expect(await owner.mails()).toBe(1);
    expect(await world.db.query(`SELECT 1 FROM pgboss.job WHERE name = 'mail'`)).toHaveLength(before.length + 1);
  });

  test('a person who manages two accounts is notified of each', async () => {
    const [one, other] = [await full(world), await full(world)];
    await world.db.query(
      `INSERT INTO memberships (person_id, user_id, role, created_at) VALUES ($1, $2, 'ADMIN', now())`,
      [one.personId, other.userId],
    );
    for (const owner of [one, other]) expect(await owner.exceed()).toBe(REACHED);
    const notified = await world.db.query<{ userId: string }>(
      'SELECT user_id AS "userId" FROM notifications WHERE person_id = $1 ORDER BY created_at',
      [one.personId],
    );
    expect(notified.map(({ userId }) => userId)).toEqual([one.userId, other.userId]);
  });

  test('another limit than that of the month sends no e-mail', async () => {
    const owner = await full(world);
    await insertPending(world.db, owner.userId, 100);
    expect(await owner.exceed('2035-05-15T10:00:00.000Z')).toBe('403 SCHEDULED_POST_LIMIT_REACHED');
    await insertConnections(world.db, owner.userId, 1);
    await world.db.query('UPDATE users SET channel_quantity = 0 WHERE id = $1', [owner.userId]);
    expect(await owner.exceed()).toBe('403 CONNECTIONS_OVER_LIMIT');
    expect(await owner.mails()).toBe(0);
  });

  test('a notification that cannot be stored changes nothing about the response, and is in the log', async () => {
    const owner = await full(world);
    await world.db.query('ALTER TABLE limit_notices RENAME TO limit_notices_away');
    const answer = await owner.exceed();
    await world.db.query('ALTER TABLE limit_notices_away RENAME TO limit_notices');
    expect(answer).toBe(REACHED);
    const logged = await eventually(async () => world.service.errors.splice(0)[0]);
    expect(logged).toContain('The notification of the limit could not be stored');
    expect(logged).not.toContain(owner.email);
    expect(await owner.exceed()).toBe(REACHED);
    expect(await owner.mails()).toBe(1);
  });
});

describe('without a mail server', () => {
  let dataDir: string;
  let world: World;

  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'breach-test-'));
    world = await openWorld({ DATA_DIR: dataDir });
  });
  afterAll(async () => {
    await world?.close();
    await rm(dataDir, { recursive: true });
  });

  test('the e-mail is a file in the data folder', async () => {
    const owner = await full(world);
    for (const _ of [1, 2]) expect(await owner.exceed()).toBe(REACHED);
    const outbox = path.join(dataDir, 'outbox');
    const file = await eventually(
      async () => (await readdir(outbox)).find((name) => name.endsWith('.eml')),
      DELIVERY_MS,
    );
    const source = await readFile(path.join(outbox, file), 'utf8');
    expect(header(source, 'To')).toBe(owner.email);
    expect(header(source, 'Subject')).toBe('A post was rejected: you have reached your monthly limit');
    expect(await readdir(outbox)).toEqual([file]);
  });
});
