import { startStatementTap } from '../../bench/statement-tap.js';
import type { SandboxPlatform } from '../../sandbox/sandbox.js';
import { type ConnectionOutcome, noteOutcomes } from '../../src/domain/accounts/connection-activity.repository.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { openDataSource } from '../support/data-source.js';
import { graphql } from '../support/graphql.js';
import { nodesOf } from '../support/nodes.js';
import { startService } from '../support/service.js';
import { type Caller, create, finished, HOUR, ISO_TIME, inHours, refused, startContract } from './contract.js';

const contract = startContract({ roles: 'api,worker', logged: /"connections\\" does not exist/ });

const MINUTE = 60_000;
const DAY = 24 * HOUR;

const newAccount = async () => {
  const account = await createAccount(contract.db);
  return { account, caller: contract.as({ 'x-api-key': account.apiKey }) };
};
const connect = async (account: TestAccount, platform: SandboxPlatform = 'fediverse') => {
  const owner = contract.sandbox.createAccount(platform);
  return { ...owner, platformId: await account.connect(owner) };
};
const connections = async (caller: Caller) => (await caller.get('/platform-connections')).body.connections;
const platformIds = async (caller: Caller) =>
  (await connections(caller)).map(({ platformId }: { platformId: string }) => platformId);
const set = (platformId: string, column: string, value: unknown) =>
  contract.db.query(`UPDATE connections SET ${column} = $2 WHERE platform_id = $1`, [platformId, value]);
const publish = async (caller: Caller, platformId: string, content = 'Hi') => {
  const id = await create(caller, { content, platforms: [platformId], scheduledTime: inHours(0) });
  await finished(caller, id);
  return id;
};
const FACTS = '{ connectedAccounts { edges { node { lastPublishedAt lastError { message occurredAt } } } } }';
/** The facts of the first connection at each of the places that have them. */
async function facts({ account, caller }: { account: TestAccount; caller: Caller }) {
  const [{ platformId, lastSuccessfulPost, lastError }] = await connections(caller);
  const { body } = await caller.post(`/test-connection/${platformId}`);
  const { data } = await graphql(contract.service, { 'x-api-key': account.apiKey }, FACTS);
  expect(body).toMatchObject({ lastSuccessfulPost, lastError });
  expect(nodesOf(data.connectedAccounts)[0]).toEqual({ lastPublishedAt: lastSuccessfulPost, lastError });
  return { lastSuccessfulPost, lastError };
}

describe('the response', () => {
  test('without any connection', async () => {
    const { caller } = await newAccount();
    expect(await caller.get('/platform-connections')).toEqual({
      status: 200,
      body: { success: true, connections: [] },
    });
  });

  test('has these keys and no others; what there is not is null', async () => {
    const { account, caller } = await newAccount();
    const { platformId, username, displayName } = await connect(account);
    expect(await caller.get('/platform-connections')).toEqual({
      status: 200,
      body: {
        success: true,
        connections: [
          {
            platformId,
            username,
            displayName,
            profileImageUrl: null,
            profileUrl: null,
            accessTokenExpiresAt: null,
            tokenStatus: 'unknown',
            tokenExpiresIn: null,
            lastSuccessfulPost: null,
            lastError: null,
          },
        ],
      },
    });
  });

  test('has the addresses and the time when they are known', async () => {
    const { account, caller } = await newAccount();
    const { platformId } = await connect(account);
    const known = {
      profileUrl: 'https://example.social/@ann',
      profileImageUrl: 'https://example.social/ann.png',
      accessTokenExpiresAt: '2035-01-02T03:04:05.678Z',
    };
    await set(platformId, 'profile_url', known.profileUrl);
    await set(platformId, 'profile_image_url', known.profileImageUrl);
    await set(platformId, 'access_token_expires_at', known.accessTokenExpiresAt);
    expect(await connections(caller)).toMatchObject([known]);
  });

  test('prints a skyfeed account as create-post takes it', async () => {
    const { account, caller } = await newAccount();
    const { accountId } = await connect(account, 'skyfeed');
    const [platformId] = await platformIds(caller);
    expect(platformId).toBe(`skyfeed-${accountId.replaceAll(':', '_')}`);
    await create(caller, { platforms: [platformId] });
  });
});

// test/unit/token-expiry.test.ts tests the exact boundaries, with a fixed time.
describe('tokenStatus and tokenExpiresIn', () => {
  test.each([
    ['nothing that expires', null, 'unknown', null],
    ['10 days and 3 hours', 10 * DAY + 3 * HOUR, 'valid', '10d 3h'],
    ['7 days', 7 * DAY, 'valid', '7d 0h'],
    ['a little less than 7 days', 7 * DAY - 2 * MINUTE, 'expiring_soon', '6d 23h'],
    ['5 hours', 5 * HOUR, 'expiring_soon', '5h'],
    ['half an hour', HOUR / 2, 'expiring_soon', '< 1h'],
    ['nothing any more', -2 * MINUTE, 'expired', 'expired'],
  ])('left is %s', async (_left, leftMs, tokenStatus, tokenExpiresIn) => {
    const { account, caller } = await newAccount();
    const { platformId } = await connect(account);
    // A minute more, so that the time that the test takes changes nothing.
    const time = leftMs === null ? null : new Date(Date.now() + leftMs + MINUTE).toISOString();
    await set(platformId, 'access_token_expires_at', time);
    expect(await connections(caller)).toMatchObject([{ accessTokenExpiresAt: time, tokenStatus, tokenExpiresIn }]);
  });

  test('expired, once the platform has refused the credentials of a post', async () => {
    const { account, caller } = await newAccount();
    const { platformId, accountId } = await connect(account);
    contract.sandbox.setFault({ platform: 'fediverse', kind: 'auth_expired', accountId });
    await publish(caller, platformId);
    expect(await connections(caller)).toMatchObject([
      { accessTokenExpiresAt: null, tokenStatus: 'expired', tokenExpiresIn: 'expired' },
    ]);
  });
});

describe('lastSuccessfulPost and lastError', () => {
  test('are those of the last posts to the connection, and to no other', async () => {
    const { account, caller } = await newAccount();
    const { platformId, accountId } = await connect(account);
    await connect(account, 'messenger');
    const began = new Date().toISOString();
    await publish(caller, platformId);
    const [afterSuccess] = await connections(caller);
    expect(afterSuccess).toMatchObject({ platformId, lastSuccessfulPost: ISO_TIME, lastError: null });
    expect(afterSuccess.lastSuccessfulPost > began).toBe(true);

    contract.sandbox.setFault({ platform: 'fediverse', kind: 'rejected', accountId });
    await publish(caller, platformId);
    const [afterFailure] = await connections(caller);
    expect(afterFailure).toMatchObject({
      lastSuccessfulPost: afterSuccess.lastSuccessfulPost,
      lastError: { message: expect.stringMatching(/^fediverse /), occurredAt: ISO_TIME },
    });
    expect(Object.keys(afterFailure.lastError).sort()).toEqual(['message', 'occurredAt']);
    expect(afterFailure.lastError.occurredAt > afterSuccess.lastSuccessfulPost).toBe(true);

    contract.sandbox.setFault({ platform: 'fediverse', kind: 'auth_expired', accountId });
    await publish(caller, platformId);
    const [afterAnother] = await connections(caller);
    expect(afterAnother.lastError.occurredAt > afterFailure.lastError.occurredAt).toBe(true);
    expect(afterAnother.lastError.message).not.toBe(afterFailure.lastError.message);

    await publish(caller, platformId);
    const [last, other] = await connections(caller);
    expect(last.lastSuccessfulPost > afterFailure.lastError.occurredAt).toBe(true);
    expect(last.lastError).toBeNull();
    expect(other).toMatchObject({ lastSuccessfulPost: null, lastError: null });
  });

  test('are facts of the connection: deleting posts changes neither, over REST and GraphQL', async () => {
    const mine = await newAccount();
    const { platformId, accountId } = await connect(mine.account);
    const published = await publish(mine.caller, platformId);
    contract.sandbox.setFault({ platform: 'fediverse', kind: 'rejected', accountId });
    const failed = await publish(mine.caller, platformId);
    const known = await facts(mine);
    expect(known).toEqual({
      lastSuccessfulPost: ISO_TIME,
      lastError: { message: expect.stringMatching(/^fediverse /), occurredAt: ISO_TIME },
    });
    for (const id of [published, failed]) await mine.caller.delete(`/delete-post/${id}`);
    expect((await mine.caller.get('/list-posts')).body.posts).toEqual([]);
    expect(await facts(mine)).toEqual(known);

    await publish(mine.caller, platformId);
    const { lastSuccessfulPost, lastError } = await facts(mine);
    expect(lastSuccessfulPost > known.lastSuccessfulPost).toBe(true);
    expect(lastError).toBeNull();
  });

  test('a thread that fails says why its first failed part did', async () => {
    const mine = await newAccount();
    const { platformId, accountId } = await connect(mine.account, 'microblog');
    contract.sandbox.setFault({ platform: 'microblog', kind: 'rejected', accountId });
    await publish(mine.caller, platformId, `One\n---\nTwo\n---\nThree`);
    expect((await facts(mine)).lastError).toMatchObject({ message: expect.stringMatching(/^microblog /) });
  });

  test('a success clears an error only if it is newer, in any order of recording', async () => {
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
    const noted = [
      { at: at(1), error: 'Early' },
      { at: at(2), error: null },
      { at: at(3), error: 'Late' },
    ];
    const dataSource = await openDataSource(contract.db);
    try {
      for (const order of [
        [0, 1, 2],
        [2, 1, 0],
        [1, 2, 0],
        [2, 0, 1],
      ]) {
        const mine = await newAccount();
        const { platformId } = await connect(mine.account);
        const outcome = (index: number) =>
          ({ userId: mine.account.userId, platformId, ...noted[index] }) as ConnectionOutcome;
        for (const index of order) await noteOutcomes(dataSource.manager, [outcome(index)]);
        const lastError = { message: 'Late', occurredAt: at(3).toISOString() };
        expect(await facts(mine)).toEqual({ lastSuccessfulPost: at(2).toISOString(), lastError });
        await noteOutcomes(dataSource.manager, [{ ...outcome(1), at: at(4) }, outcome(0)]);
        expect(await facts(mine)).toEqual({ lastSuccessfulPost: at(4).toISOString(), lastError: null });
      }
    } finally {
      await dataSource.destroy();
    }
  });

  test('are the caller’s own, where two accounts are connected to the same account of the platform', async () => {
    const [mine, theirs] = [await newAccount(), await newAccount()];
    const { platformId, ...owner } = await connect(mine.account);
    await theirs.account.connect(owner);
    await publish(theirs.caller, platformId);
    expect(await connections(theirs.caller)).toMatchObject([{ platformId, lastSuccessfulPost: ISO_TIME }]);
    expect(await connections(mine.caller)).toMatchObject([{ platformId, lastSuccessfulPost: null }]);
  });
});

describe('the connections', () => {
  test('are in the order in which they were made', async () => {
    const { account, caller } = await newAccount();
    const made = [];
    for (const platform of ['messenger', 'fediverse', 'skyfeed', 'fediverse'] as const) {
      made.push((await connect(account, platform)).platformId);
    }
    expect(await platformIds(caller)).toEqual(made);
    await set(made[2] as string, 'created_at', '2020-01-01T00:00:00Z');
    expect(await platformIds(caller)).toEqual([made[2], made[0], made[1], made[3]]);
  });

  test('of other accounts are never shown', async () => {
    const { caller } = await newAccount();
    await connect((await newAccount()).account);
    expect(await platformIds(caller)).toEqual([]);
  });

  test('of a managed user replace the owner’s when the owner acts for the user', async () => {
    const account = await createAccount(contract.db, { workspaceAccess: true });
    const own = await connect(account);
    const managed = await account.manage();
    const { platformId } = await connect(account);
    await set(platformId, 'user_id', managed);
    const headers = { 'x-api-key': account.apiKey };
    expect(await platformIds(contract.as(headers))).toEqual([own.platformId]);
    expect(await platformIds(contract.as({ ...headers, 'x-service-user-id': managed }))).toEqual([platformId]);
  });
});

test('20 connections cost as many statements as one: access, connections, their last posts', async () => {
  const tap = await startStatementTap(contract.db.url, 'social-publishing-service');
  const service = await startService({ db: { ...contract.db, url: tap.url }, roles: 'api' });
  try {
    for (const count of [1, 20]) {
      const { account } = await newAccount();
      for (let index = 0; index < count; index++) await connect(account);
      const list = () =>
        fetch(`${service.url}/api/v1/platform-connections`, { headers: { 'x-api-key': account.apiKey } });
      // The limit of requests is counted in blocks, the first with the first request.
      await list();
      tap.take();
      const answer = await list();
      expect((await answer.json()).connections).toHaveLength(count);
      expect(tap.take().map(({ text }) => /FROM "?(\w+)/.exec(text)?.[1])).toEqual([
        'api_keys',
        'connections',
        'connection_activity',
      ]);
    }
  } finally {
    await service.stop();
    tap.close();
  }
});

test('a failure of the service: Failed to fetch platform connections', async () => {
  await contract.db.query('ALTER TABLE connections RENAME TO connections_away');
  try {
    expect(await contract.owner.get('/platform-connections')).toEqual(
      refused(500, 'Failed to fetch platform connections'),
    );
  } finally {
    await contract.db.query('ALTER TABLE connections_away RENAME TO connections');
  }
});
