import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import request from 'supertest';
import { type FaultKind, type Sandbox, type SandboxPlatform, startSandbox } from '../../sandbox/sandbox.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { type Service, startService } from '../support/service.js';

const PLATFORMS: SandboxPlatform[] = ['fediverse', 'skyfeed', 'messenger'];
/** When the worker dies, seen from the platform. */
const MOMENTS = ['before the request is read', 'before the post is stored', 'after it is stored'] as const;
type Moment = (typeof MOMENTS)[number];

interface Case {
  platform: SandboxPlatform;
  moment: Moment;
  accountId: string;
  groupId: string;
}

let db: TestDatabase;
let sandbox: Sandbox;
let api: Service;
let account: TestAccount;
/** A platform that accepts connections and never reads. */
let deaf: Server;
const cases: Case[] = [];

const faults: Partial<Record<Moment, FaultKind>> = {
  'before the post is stored': 'delay_before_store',
  'after it is stored': 'delay_after_store',
};

beforeAll(async () => {
  db = await createTestDatabase();
  sandbox = await startSandbox({ port: 0 });
  deaf = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(deaf, 'listening');
  const deafUrl = `http://127.0.0.1:${(deaf.address() as { port: number }).port}`;
  api = await startService({ db, roles: 'api' });
  account = await createAccount(db);
  for (const platform of PLATFORMS) {
    for (const moment of MOMENTS) {
      const target = sandbox.createAccount(platform);
      const deafTarget = moment === 'before the request is read' && platform !== 'skyfeed';
      const platformId = await account.connect(deafTarget ? { ...target, baseUrl: deafUrl } : target);
      const kind = faults[moment] ?? 'delay_before_store';
      if (!deafTarget) sandbox.setFault({ platform, accountId: target.accountId, kind, delayMs: 60_000 });
      const { body } = await request(api.url)
        .post('/api/v1/create-post')
        .set('x-api-key', account.apiKey)
        .send({
          content: `${platform}, killed ${moment}`,
          platforms: [platformId],
          scheduledTime: '2020-01-01T00:00:00Z',
        });
      cases.push({ platform, moment, accountId: target.accountId, groupId: body.postGroupId });
    }
  }

  const first = await startService({
    db,
    roles: 'worker',
    env: { PUBLISH_TIMEOUT_MS: '20000', PUBLISH_GRACE_MS: '0' },
  });
  await eventually(async () => {
    const [row] = await db.query<{ open: number }>(
      'SELECT count(*)::int AS open FROM publish_attempts WHERE outcome IS NULL',
    );
    const stored = sandbox.posts().length;
    return row?.open === cases.length && stored === PLATFORMS.length ? row : undefined;
  }, 40_000);
  await first.kill();
  sandbox.clearFaults();
  await db.query('UPDATE connections SET base_url = $1 WHERE base_url = $2 AND platform = $3', [
    sandbox.baseUrls.fediverse,
    deafUrl,
    'fediverse',
  ]);
});

let second: Service;
beforeAll(async () => {
  second = await startService({ db, roles: 'worker' });
});

afterAll(async () => {
  await second?.stop();
  await api?.stop();
  await sandbox?.close();
  deaf?.close();
  await db?.drop();
});

const ended = ({ groupId }: Case) =>
  eventually(async () => {
    const { body } = await request(api.url).get(`/api/v1/get-post/${groupId}`).set('x-api-key', account.apiKey);
    return body.processingStatus === 'finished' ? body.posts[0] : undefined;
  }, 60_000);

describe.each(PLATFORMS.flatMap((platform) => MOMENTS.map((moment) => ({ platform, moment }))))(
  'a worker killed on $platform $moment',
  ({ platform, moment }) => {
    const theCase = () => cases.find((one) => one.platform === platform && one.moment === moment) as Case;

    test('the post is live at most once', async () => {
      await ended(theCase());
      expect(sandbox.posts({ platform, accountId: theCase().accountId }).length).toBeLessThanOrEqual(1);
    });

    test(
      platform === 'messenger'
        ? 'it fails as unknown, because this platform has no lookup'
        : 'it ends published, and the platform has it exactly once',
      async () => {
        const post = await ended(theCase());
        if (platform === 'messenger') {
          expect(post).toMatchObject({ status: 'failed', error: { code: 'OUTCOME_UNKNOWN', retryable: false } });
          expect(post.error.message).toContain('may be live');
        } else {
          expect(post.status).toBe('published');
          const [live] = sandbox.posts({ platform, accountId: theCase().accountId });
          expect(post.postedId).toBe(live?.postedId);
        }
      },
    );
  },
);
