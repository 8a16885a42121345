import { pino } from 'pino';
import { startEnqueueing } from '../../jobs/boss.js';
import { makeWebhookQueue } from '../../jobs/webhook-queue.js';
import { type Sandbox, type SandboxPlatform, startSandbox } from '../../sandbox/sandbox.js';
import { makeLoadAccount } from '../../src/domain/accounts/load-account.use-case.js';
import { makeAnnounceEvents } from '../../src/domain/webhooks/announce-events.use-case.js';
import {
  type AnnounceExpiringTokens,
  makeAnnounceExpiringTokens,
} from '../../src/domain/webhooks/announce-expiring-tokens.use-case.js';
import { makeCredentialCipher } from '../../src/foundation/crypto/credential-cipher.js';
import { makeTransaction } from '../../src/foundation/database/unit-of-work.js';
import { makeHttp } from '../../src/foundation/http-client/http.js';
import { makePlatformDirectory } from '../../src/platforms/platform-directory.js';
import { ENCRYPTION_KEY } from '../support/account.js';
import { openDataSource } from '../support/data-source.js';
import { nodesOf } from '../support/nodes.js';
import { useService } from '../support/service.js';
import { newOwner, type Owner, type Receiver, runJob, SWITCH, startReceiver } from './support.js';

const DAY_MS = 24 * 3_600_000;

const { db, service } = await useService({ roles: 'api,worker' });
let sandbox: Sandbox;
let owner: Owner;
let receiver: Receiver;
/** What each of several workers does once a day. */
let day: AnnounceExpiringTokens;
const opened: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
  const dataSource = await openDataSource(db, 8);
  opened.push(() => dataSource.destroy());
  const boss = await startEnqueueing({ url: db.url });
  opened.push(() => boss.stop({ graceful: false }));
  const { http, close } = makeHttp({ timeoutMs: 5_000 });
  opened.push(close);
  const made = { db: dataSource.manager, transaction: makeTransaction(dataSource), clock: () => new Date() };
  day = makeAnnounceExpiringTokens({
    ...made,
    loadAccount: makeLoadAccount({
      ...made,
      cipher: makeCredentialCipher([ENCRYPTION_KEY]),
      renewalsAtOnce: 2,
      requestTimeoutMs: 5_000,
    }),
    findPlatform: makePlatformDirectory(http, {}, made.clock),
    announce: makeAnnounceEvents({ webhookQueue: makeWebhookQueue(boss) }),
    log: pino({ enabled: false }),
  });
});
afterAll(async () => {
  for (const close of opened.reverse()) await close();
  await sandbox?.close();
});
beforeEach(async () => {
  // Those of other tests do not expire.
  await db.query('UPDATE connections SET access_token_expires_at = NULL WHERE access_token_expires_at IS NOT NULL');
  owner = await newOwner(db, service);
  receiver = await startReceiver();
  await owner.listen(receiver.url, ['TOKEN_EXPIRING']);
});
afterEach(() => receiver.close());

/** An account whose access ends in so many days. */
async function connect(platform: SandboxPlatform, days: number, credentials: Record<string, string> = {}) {
  const account = sandbox.createAccount(platform);
  const all = { ...account.credentials, ...credentials };
  const platformId = await owner.account.connect({ ...account, credentials: all });
  const expiresAt = new Date(Date.now() + days * DAY_MS);
  await expire(platformId, expiresAt);
  return { platform, platformId, username: account.username, expiresAt: expiresAt.toISOString() };
}
const expire = (platformId: string, at: Date) =>
  db.query('UPDATE connections SET access_token_expires_at = $2 WHERE platform_id = $1', [platformId, at]);
const delivered = () => receiver.received.map(({ body }) => JSON.parse(body).data);

test('token.expiring is sent within seven days, once for each end of an access, however many workers check', async () => {
  const soon = await connect('messenger', 6.9);
  const other = await connect('fediverse', 1);
  await connect('messenger', 7.1);
  await connect('messenger', -1);
  const revoked = await connect('messenger', 3);
  await db.query('UPDATE connections SET revoked_at = now() WHERE platform_id = $1', [revoked.platformId]);

  const announced = await Promise.all([day(), day(), day(), day()]);
  expect(announced.reduce((sum, count) => sum + count)).toBe(2);
  await receiver.wait(2);
  const byPlatform = (a: { platform: string }, b: { platform: string }) => (a.platform < b.platform ? -1 : 1);
  expect(delivered().sort(byPlatform).map(Object.entries)).toEqual([other, soon].map(Object.entries));

  expect(await day()).toBe(0);
  const later = new Date(Date.now() + 2 * DAY_MS);
  await expire(other.platformId, later);
  expect(await day()).toBe(1);
  await receiver.wait(3);
  expect(delivered()[2]).toMatchObject({ platformId: other.platformId, expiresAt: later.toISOString() });
});

test('an access that its platform renews is renewed and not reported; one that it refuses to renew is', async () => {
  const renewed = await connect('skyfeed', 2);
  const refused = await connect('skyfeed', 2, { appPassword: 'wrong', refreshJwt: '', accessJwt: '' });
  expect(await day()).toBe(1);
  await receiver.wait(1);
  expect(delivered()).toMatchObject([{ platformId: refused.platformId }]);
  const [row] = await db.query('SELECT access_token_expires_at FROM connections WHERE platform_id = $1', [
    renewed.platformId,
  ]);
  expect(row).toEqual({ access_token_expires_at: null });
});

test('also without a webhook, those who can connect the account again are notified, once', async () => {
  const [{ id }] = nodesOf((await owner.run('{ webhooks { edges { node { id } } } }')).webhooks);
  await owner.run('mutation ($id: ID!) { deleteWebhook(input: { webhookId: $id }) { deletedWebhookId } }', { id });
  await connect('messenger', 2);
  expect(await day()).toBe(1);
  expect(await day()).toBe(0);
  expect(delivered()).toEqual([]);
  expect(await db.query('SELECT kind, count FROM notifications WHERE user_id = $1', [owner.account.userId])).toEqual([
    { kind: 'ACCOUNT_EXPIRING', count: 1 },
  ]);
});

test('a webhook that is disabled receives nothing, and has it recorded', async () => {
  const [{ id }] = nodesOf((await owner.run('{ webhooks { edges { node { id } } } }')).webhooks);
  await owner.run(SWITCH, { id, on: false });
  await connect('messenger', 2);
  expect(await day()).toBe(1);
  expect(await owner.deliveries(id)).toMatchObject([{ event: 'TOKEN_EXPIRING', status: 'SKIPPED', attempts: [] }]);
  expect(await day()).toBe(0);
});

test('the worker checks once a day', async () => {
  const { platformId } = await connect('messenger', 2);
  const schedules = await db.query("SELECT cron FROM pgboss.schedule WHERE name = 'token-expiry'");
  expect(schedules).toEqual([{ cron: '0 6 * * *' }]);
  await runJob(db, 'token-expiry');
  await receiver.wait(1);
  expect(delivered()).toMatchObject([{ platformId }]);
});
