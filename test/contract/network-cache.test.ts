/** Followers and statistics are kept for 30 minutes [network/cache]. What one process received, all of them serve. */
import request from 'supertest';
import type { SandboxAccount } from '../../sandbox/sandbox.js';
import { eventually } from '../support/eventually.js';
import { graphql } from '../support/graphql.js';
import { type Service, startService } from '../support/service.js';
import { runJob } from '../webhooks/support.js';
import { HOUR, refused, startContract } from './contract.js';
import { requestsTo } from './network-support.js';

let another: Service;
// Before the contract's own, which ends with the database.
afterAll(() => another?.stop());

// The answer to a question of these tests is there, or there is none, long before the time-out.
const SLOW = { PUBLISH_TIMEOUT_MS: '5000' };
const contract = startContract({ env: SLOW, unlogged: /^Failed to fetch (network followers|metric)/ });

const FOLLOWERS = '/rest/memberFollowersCount';

let member: SandboxAccount;
let platformId: string;
beforeAll(async () => {
  // A request that held a connection while it waits for the platform would use up this pool of two.
  another = await startService({ db: contract.db, roles: 'api', env: { ...SLOW, DATABASE_POOL_SIZE: '2' } });
});
beforeEach(async () => {
  member = contract.sandbox.createAccount('network');
  platformId = await contract.account.connect(member);
});
afterEach(() => contract.sandbox.clearFaults());

const ask = async (service: Service, route: string, body: object = {}) => {
  const answer = await request(service.url)
    .post(`/api/v1/${route}`)
    .set('x-api-key', contract.account.apiKey)
    .send({ platformId, ...body });
  return { status: answer.status, body: answer.body };
};
const followers = (service: Service) => ask(service, 'network-followers');
/** Of one day of March 2026. */
const daily = (day: number) => {
  const start = { year: 2026, month: 3, day };
  return { period: 'daily', dateRange: { start, end: { ...start, day: day + 1 } } };
};
/** What a process does before it sends its request. */
const claim = (question: string, until: Date) =>
  contract.db.query(
    `INSERT INTO network_answers (connection_id, question, claimed_until)
     SELECT id, $2, $3 FROM connections WHERE platform_id = $1`,
    [platformId, question, until],
  );
const here = () => contract.service;
const fault = (
  kind: 'delay_before_store' | 'timeout_before_store' | 'server_error' | 'auth_expired',
  more: object = {},
) => contract.sandbox.setFault({ platform: 'network', kind, path: FOLLOWERS, accountId: member.accountId, ...more });
/** How often something happens at the platform meanwhile. */
const calls = async (path: string, work: () => Promise<unknown>) => {
  const before = requestsTo(contract, path).length;
  await work();
  return requestsTo(contract, path).length - before;
};

test('what one process received, the others serve', async () => {
  const { body } = await followers(here());
  const repeated = await calls(FOLLOWERS, async () => {
    expect(await followers(another)).toEqual({ status: 200, body: { ...body, cached: true } });
  });
  expect(repeated).toBe(0);
});

describe('many at once for what is not known yet are one call', () => {
  test('of the followers, in two processes', async () => {
    fault('delay_before_store', { delayMs: 500 });
    const services = [here(), another, here(), another, here(), another, here(), another];
    const made = await calls(FOLLOWERS, async () => {
      const answers = await Promise.all(services.map(followers));
      for (const { status, body } of answers) {
        expect({ status, count: body.followersCount }).toEqual({ status: 200, count: answers[0]?.body.followersCount });
      }
    });
    expect(made).toBe(1);
  });

  test('for each metric, also if it is requested with others', async () => {
    const path = '/rest/memberCreatorPostAnalytics';
    contract.sandbox.setFault({ platform: 'network', kind: 'delay_before_store', path, delayMs: 500, times: 0 });
    const questions = ['ALL', ['COMMENT'], ['COMMENT', 'REACTION']].flatMap((queryTypes) => [
      () => ask(here(), 'network-account-statistics', { queryTypes }),
      () => ask(another, 'network-account-statistics', { queryTypes }),
    ]);
    const made = await calls(path, () => Promise.all(questions.map((question) => question())));
    expect(made).toBe(5);
  });

  test('that fails, and the failure is reported to all of them', async () => {
    fault('timeout_before_store');
    const failed = refused(500, 'Failed to fetch network followers statistics');
    const made = await calls(FOLLOWERS, async () => {
      expect(await Promise.all([1, 2, 3].map(() => followers(here())))).toEqual([failed, failed, failed]);
    });
    expect(made).toBe(1);
  });
});

test('a failure is not cached: another process sends a request at once', async () => {
  fault('server_error');
  expect((await followers(here())).status).toBe(500);
  expect((await followers(another)).body).toMatchObject({ success: true, cached: false });
});

test('another process repeats the request of a process that died, after its claim has expired', async () => {
  const until = Date.now() + 700;
  await claim('followers', new Date(until));
  const made = await calls(FOLLOWERS, async () => expect((await followers(here())).status).toBe(200));
  expect(made).toBe(1);
  expect(Date.now()).toBeGreaterThanOrEqual(until);
});

test('who waits for a slow platform holds no connection of the database', async () => {
  fault('timeout_before_store', { times: 0 });
  const days = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  let answered = 0;
  const waiting = days.map(async (day) => {
    await ask(another, 'network-followers', daily(day));
    answered += 1;
  });
  const before = requestsTo(contract, FOLLOWERS).length;
  await eventually(async () => (requestsTo(contract, FOLLOWERS).length - before === days.length ? true : undefined));
  const { status } = await request(another.url)
    .get('/api/v1/platform-connections')
    .set('x-api-key', contract.account.apiKey);
  expect({ status, answered }).toEqual({ status: 200, answered: 0 });
  await Promise.all(waiting);
});

describe('an account that loses its access', () => {
  test('what was cached of it is served, and nothing new until it is connected again', async () => {
    await followers(here());
    fault('auth_expired', { times: 0 });
    expect((await ask(here(), 'network-followers', daily(1))).status).toBe(500);
    expect((await followers(here())).body).toMatchObject({ success: true, cached: true });
    contract.sandbox.clearFaults();
    expect((await ask(here(), 'network-followers', daily(1))).body).toMatchObject({ success: true, cached: false });
  });

  test('disconnected, it takes what was known of it along', async () => {
    await followers(here());
    const disconnect = 'mutation ($input: DisconnectAccountInput!) { disconnectAccount(input: $input) { platformId } }';
    const { errors } = await graphql(here(), await contract.account.session(), disconnect, { input: { platformId } });
    expect(errors).toBeUndefined();
    expect(await followers(here())).toEqual(refused(404, 'network connection not found'));
    await contract.account.connect(member);
    expect((await followers(here())).body).toMatchObject({ success: true, cached: false });
  });
});

test('the maintenance removes what is older, and requests that failed', async () => {
  const worker = await startService({ db: contract.db, roles: 'worker' });
  await followers(here());
  await ask(here(), 'network-followers', daily(1));
  const questions = () =>
    contract.db.query<{ question: string }>(
      'SELECT question FROM network_answers JOIN connections c ON c.id = connection_id WHERE c.platform_id = $1',
      [platformId],
    );
  expect(await questions()).toHaveLength(2);
  const past = new Date(Date.now() - 0.6 * HOUR);
  await contract.db.query(
    `UPDATE network_answers SET answered_at = $1, claimed_until = $1 WHERE question <> 'followers'`,
    [past],
  );
  await claim('in vain', past);
  await runJob(contract.db, 'maintenance');
  await eventually(async () => ((await questions()).length === 1 ? true : undefined), 75_000);
  expect(await questions()).toEqual([{ question: 'followers' }]);
  await worker.stop();
}, 90_000);
