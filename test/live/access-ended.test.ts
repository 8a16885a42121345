/** Access that has ended does not go on in what is open: sockets are closed in every process, with 4403. */
import { execFile } from 'node:child_process';
import { request } from 'node:http';
import { promisify } from 'node:util';
import pg from 'pg';
import { createAccount, ENCRYPTION_KEY, type TestAccount } from '../support/account.js';
import { eventually } from '../support/eventually.js';
import { graphql, type Headers } from '../support/graphql.js';
import { MACHINE_ENV } from '../support/machine-env.js';
import { type Service, useTwoApis } from '../support/service.js';
import { connectRaw, type RawSocket } from './raw-socket.js';
import { ACCOUNT_ACTIVITY, createGroup } from './support.js';

const { db, service, second } = await useTwoApis();
const apis = [service, second];
let account: TestAccount;
let sockets: RawSocket[];

beforeEach(async () => {
  account = await createAccount(db, { mcpAccess: true, workspaceAccess: true, connected: ['fediverse-1'] });
  sockets = [];
});
afterEach(() => {
  for (const socket of sockets) socket.close();
});

const [FIRST] = [0];
const api = (index = FIRST) => apis[index] as Service;
const key = () => ({ 'x-api-key': account.apiKey });
const set = (change: string, id = account.userId) => db.query(`UPDATE users SET ${change} WHERE id = $1`, [id]);

/** Runs a command of the operator, in a separate process. */
const admin = (...args: string[]) =>
  promisify(execFile)(process.execPath, ['.build/service/admin-main.js', ...args], {
    env: {
      ...MACHINE_ENV,
      DATABASE_URL: db.url,
      ENCRYPTION_KEYS: ENCRYPTION_KEY.toString('base64'),
    },
  });

const over = async (headers: Headers, query: string) => {
  const { errors } = await graphql(api(), headers, query);
  expect(errors).toBeUndefined();
};

/** In both processes: a socket that follows the account, and one on which nothing happens. */
async function openFour(params: Headers, headers: Headers = {}): Promise<RawSocket[]> {
  const four = await Promise.all([0, 0, 1, 1].map((index) => connectRaw(api(index), params, headers)));
  sockets.push(...four);
  for (const [index, socket] of four.entries()) {
    expect(socket.messages).toEqual([{ type: 'connection_ack' }]);
    if (index % 2 === 0) socket.subscribe('live', ACCOUNT_ACTIVITY);
  }
  return four;
}

async function expectClosed(four: RawSocket[], reason: string): Promise<void> {
  for (const socket of four) expect(await socket.end()).toEqual({ code: 4403, reason });
}

/** Fails unless they still answer. */
async function expectOpen(four: RawSocket[]): Promise<void> {
  for (const socket of four) {
    socket.subscribe('still there', '{ viewer { id } }');
    await eventually(async () => socket.of('still there')[0] ?? (socket.closed && Promise.reject(socket.closed)));
    expect(socket.codesOf('still there')).toEqual([]);
  }
}

describe('sockets of an API key', () => {
  const WRONG = 'Invalid API key';
  const NO_OWNER = 'Invalid API key owner';
  const ways: Record<string, [end: () => Promise<unknown>, reason: string]> = {
    'revokeApiKey, in one of the processes': [
      async () => {
        const session = await account.session();
        const { data } = await graphql(api(), session, '{ apiKeys { edges { node { id } } } }');
        const [{ node }] = data.apiKeys.edges;
        await over(session, `mutation { revokeApiKey(input: { apiKeyId: "${node.id}" }) { revokedApiKeyId } }`);
      },
      WRONG,
    ],
    'admin revoke-key': [() => admin('revoke-key', account.apiKey), WRONG],
    'a key whose row is removed': [() => db.query('DELETE FROM api_keys WHERE user_id = $1', [account.userId]), WRONG],
    'admin deactivate': [() => admin('deactivate', account.userId), NO_OWNER],
    'an owner whose row is removed': [() => db.query('DELETE FROM users WHERE id = $1', [account.userId]), NO_OWNER],
    'a plan without API access': [
      () => admin('set-plan', account.userId, 'starter'),
      'API access is not enabled for this account',
    ],
  };

  test.each(Object.entries(ways))('%s', async (_way, [end, reason]) => {
    const four = await openFour(key());
    const others = await openFour({ 'x-api-key': (await createAccount(db)).apiKey });
    await end();
    await expectClosed(four, reason);
    await expectOpen(others);
  });

  test('another key of the same account goes on', async () => {
    const apiKey = await account.newKey();
    const [revoked, other] = [await openFour(key()), await openFour({ 'x-api-key': apiKey })];
    await admin('revoke-key', account.apiKey);
    await expectClosed(revoked, WRONG);
    await expectOpen(other);
  });

  test('a right that the socket uses is taken away: MCP', async () => {
    const [mcp, plain] = [await openFour({ ...key(), 'x-service-client': 'mcp' }), await openFour(key())];
    await set('mcp_access = false');
    await expectClosed(mcp, 'MCP access is not enabled for this account');
    await expectOpen(plain);
  });

  test('a hold closes the dashboard and not the API, so they stay', async () => {
    const four = await openFour(key());
    const ofSession = await openFour({}, await account.session());
    await admin('hold', account.userId, '--reason', 'Unpaid');
    await expectClosed(ofSession, 'Your account is temporarily on hold. Please contact support.');
    await expectOpen(four);
  });
});

describe('sockets of a managed user', () => {
  test('detachManagedUser: those that the owner has for it', async () => {
    const managed = await account.manage();
    const four = await openFour({ ...key(), 'x-service-user-id': managed });
    const own = await openFour(key());
    await over(key(), `mutation { detachManagedUser(input: { userId: "${managed}" }) { detachedUserId } }`);
    await expectClosed(four, 'User is not managed by key');
    await expectOpen(own);
  });

  test('its row is removed', async () => {
    const managed = await account.manage();
    const four = await openFour({ ...key(), 'x-service-user-id': managed });
    await db.query('DELETE FROM users WHERE id = $1', [managed]);
    await expectClosed(four, 'User is not managed by key');
  });

  test('the owner loses workspace access', async () => {
    const four = await openFour({ ...key(), 'x-service-user-id': await account.manage() });
    await set('workspace_access = false');
    await expectClosed(four, 'Workspace access is not enabled for this key');
  });

  test.each([
    ['the owner is deactivated', 'deactivated_at = now()', 'Invalid API key owner'],
    ['the owner’s plan loses the API', "plan = 'starter'", 'API access is not enabled for this account'],
  ])('%s: those opened with the managed user’s own key', async (_way, change, reason) => {
    const managed = await account.manage();
    const created = await graphql(
      api(),
      key(),
      `mutation { createManagedUserKey(input: { userId: "${managed}" }) { rawKey } }`,
    );
    const four = await openFour({ 'x-api-key': created.data.createManagedUserKey.rawKey });
    await set(change);
    await expectClosed(four, reason);
  });
});

describe('sockets of a session', () => {
  const OVER = 'Sign in first: this requires a dashboard session, not an API key';
  let browser: Headers;
  beforeEach(async () => {
    browser = await account.session();
  });
  const ways: Record<string, [end: () => Promise<unknown>, reason: string]> = {
    signOut: [() => over(browser, 'mutation { signOut { ended } }'), OVER],
    'a session whose row is removed': [
      () =>
        db.query('DELETE FROM sessions WHERE person_id = (SELECT person_id FROM memberships WHERE user_id = $1)', [
          account.userId,
        ]),
      OVER,
    ],
    'a session that ends with its time': [
      () =>
        db.query(
          "UPDATE sessions SET expires_at = now() + interval '700 ms' WHERE person_id = (SELECT person_id FROM memberships WHERE user_id = $1)",
          [account.userId],
        ),
      OVER,
    ],
    'admin deactivate, which ends the sessions, too': [() => admin('deactivate', account.userId), OVER],
    'an account that is inactive': [() => set('deactivated_at = now()'), 'Account inactive'],
  };

  test.each(Object.entries(ways))('%s', async (_way, [end, reason]) => {
    const four = await openFour({}, browser);
    await end();
    await expectClosed(four, reason);
  });

  test('another session of the same user goes on', async () => {
    const other = await openFour({}, await account.session());
    const four = await openFour({}, browser);
    await over(browser, 'mutation { signOut { ended } }');
    await expectClosed(four, OVER);
    await expectOpen(other);
  });

  test('the stream of a video’s progress ends, and is not opened again', async () => {
    await db.query(
      `INSERT INTO processing_sessions (id, user_id, events, ended, alive_at)
       VALUES ('1', $1, '[{"stage":"uploading","percent":1}]', false, now() + interval '1 hour')`,
      [account.userId],
    );
    const path = `${api().url}/media/processing-progress/1`;
    const ended = new Promise<string>((resolve, reject) => {
      request(path, { headers: browser }, (answer) => {
        let received = '';
        answer.on('data', (chunk) => {
          received += chunk;
        });
        answer.on('end', () => resolve(received));
        answer.once('data', () => void over(browser, 'mutation { signOut { ended } }').catch(reject));
      })
        .on('error', reject)
        .end();
    });
    expect(await ended).toContain('"percent":1');
    expect((await fetch(path, { headers: browser })).status).toBe(401);
  });
});

describe('with lost or missing notices', () => {
  test('the connections that they come through are lost while the access ends', async () => {
    const four = await openFour(key());
    await db.query(
      `WITH cut AS MATERIALIZED (
         SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
          WHERE application_name LIKE 'live-hub %' AND datname = current_database()
       ) UPDATE api_keys SET revoked_at = now() FROM cut WHERE user_id = $1`,
      [account.userId],
    );
    await expectClosed(four, 'Invalid API key');
  });

  test('there are none at all', async () => {
    const four = await openFour(key());
    await db.query('ALTER TABLE api_keys DISABLE TRIGGER api_keys_access_changed');
    await db.query('UPDATE api_keys SET revoked_at = now() WHERE user_id = $1', [account.userId]);
    await expectClosed(four, 'Invalid API key');
    await db.query('ALTER TABLE api_keys ENABLE TRIGGER api_keys_access_changed');
  });

  test('a notice carries the id of an account or a person, and no secret', async () => {
    await account.session();
    const listener = new pg.Client({ connectionString: db.url });
    await listener.connect();
    const notices: unknown[] = [];
    listener.on('notification', ({ payload }) => notices.push(payload));
    await listener.query('LISTEN access_changed');
    await db.query('UPDATE api_keys SET revoked_at = now() WHERE user_id = $1', [account.userId]);
    await db.query('DELETE FROM sessions WHERE person_id = (SELECT person_id FROM memberships WHERE user_id = $1)', [
      account.userId,
    ]);
    await set('deactivated_at = now()');
    // A use of a key ends nothing.
    await db.query('UPDATE api_keys SET last_used_at = now() WHERE user_id = $1', [account.userId]);
    await set('deactivated_at = NULL', account.userId);
    await eventually(async () => notices.length >= 4 || undefined);
    await listener.end();
    const { userId, personId } = account;
    expect(notices).toEqual([userId, personId, userId, userId]);
  });
});

test('what was sent before the end was right: nothing comes after it', async () => {
  const [following] = await openFour(key());
  await eventually(async () => {
    await createGroup(api(), key(), { platformIds: ['fediverse-1'] });
    return following?.of('live')[0];
  });
  await set('deactivated_at = now()');
  await following?.end();
  const received = following?.of('live').length;
  await set('deactivated_at = NULL');
  await createGroup(api(), key(), { platformIds: ['fediverse-1'] });
  expect(following?.of('live')).toHaveLength(received ?? -1);
});
