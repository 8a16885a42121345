import { createHash, randomBytes } from 'node:crypto';
import { Secret } from 'otpauth';
import { type Sandbox, type SandboxAccount, type SandboxPlatform, startSandbox } from '../../sandbox/sandbox.js';
import { DEVICE_COOKIE } from '../../src/domain/identity/access/device.js';
import { SESSION_COOKIE } from '../../src/domain/identity/access/viewer.js';
import { makeCredentialCipher } from '../../src/foundation/crypto/credential-cipher.js';
import type { Platform } from '../../src/platforms/port/platform.js';
import { platforms } from '../../src/platforms/registry.js';
import { type MailServer, PASSWORD, startMailServer } from '../mail/support.js';
import { typedFor } from '../platforms/support.js';
import { createAccount, ENCRYPTION_KEY, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import type { Headers } from '../support/graphql.js';
import { mailAbout, mailEnv, tokenIn } from '../support/mailbox.js';
import { type Service, startService } from '../support/service.js';
import { BEGIN, CONFIRM, codeOfApp, DISABLE, NEW_CODES } from './two-factor.js';

let db: TestDatabase;
let sandbox: Sandbox;

beforeAll(async () => {
  db = await createTestDatabase();
  sandbox = await startSandbox({ port: 0 });
});
afterAll(async () => {
  await sandbox?.close();
  await db?.drop();
});

const addresses = () => ({
  SKYFEED_BASE_URL: sandbox.baseUrls.skyfeed,
  MESSENGER_BASE_URL: sandbox.baseUrls.messenger,
});
const typed = (account: SandboxAccount) => typedFor(platforms.get(account.platform) as Platform, account);

describe('a secret is nowhere in plain text', () => {
  let mails: MailServer;
  let service: Service;
  /** By what they are. */
  const secrets = new Map<string, string>();
  /** Every answer, headers and body, without what it was asked to show. */
  const answers: string[] = [];

  const learn = (name: string, secret: string) => {
    secrets.set(name, secret);
    return secret;
  };
  /** A secret that the last response shows because that is its purpose; everywhere else it must not be. */
  const shown = (name: string, secret: string) => {
    const last = answers.pop() ?? '';
    expect(last).toContain(secret);
    answers.push(last.replaceAll(secret, ''));
    return learn(name, secret);
  };
  const invent = (name: string) => learn(name, randomBytes(12).toString('hex'));
  /** The token in the link of the `which`th mail about something. */
  const mailed = async (name: string, email: string, subject: string, which = 1) =>
    learn(name, tokenIn(await mailAbout(mails, email, subject, which)));

  async function ask(path: string, headers: Headers = {}, body?: unknown, type = 'application/json') {
    const answer = await fetch(`${service.url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...headers, ...(body !== undefined && { 'content-type': type }) },
      redirect: 'manual',
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    answers.push(`${JSON.stringify([...answer.headers])}\n${text}`);
    return { status: answer.status, text, cookies: answer.headers.getSetCookie().join('\n') };
  }
  async function run(query: string, input: object | undefined, headers: Headers = {}) {
    const { text, cookies } = await ask('/graphql', headers, { query, variables: { input } });
    return { ...JSON.parse(text), cookies };
  }
  /** Opens a link; its page is where its own address may be. */
  const open = async (path: string, token: string) => {
    await ask(path);
    answers.push((answers.pop() ?? '').replaceAll(token, ''));
  };
  const sessionOf = (name: string, cookies: string): Headers => {
    const read = (cookie: string) => new RegExp(`${cookie}=([^;]+)`).exec(cookies)?.[1] ?? '';
    const device = read(DEVICE_COOKIE);
    if (device) shown(`device of the ${name}`, device);
    const token = shown(name, read(SESSION_COOKIE));
    return { cookie: `${SESSION_COOKIE}=${token}` };
  };
  const without = async (table: string, work: () => Promise<unknown>) => {
    await db.query(`ALTER TABLE ${table} RENAME TO ${table}_away`);
    await work();
    await db.query(`ALTER TABLE ${table}_away RENAME TO ${table}`);
  };

  const SIGN_UP = 'mutation ($input: SignUpInput!) { signUp(input: $input) { confirmationRequired } }';
  const CONFIRM_EMAIL = 'mutation ($input: ConfirmEmailInput!) { confirmEmail(input: $input) { email } }';
  const REQUEST_RESET = `mutation ($input: RequestPasswordResetInput!) {
    requestPasswordReset(input: $input) { accepted }
  }`;
  const RESET = 'mutation ($input: ResetPasswordInput!) { resetPassword(input: $input) { changed } }';
  const CHANGE = 'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { expiresAt } }';
  const SIGN_IN = 'mutation ($input: SignInInput!) { signIn(input: $input) { expiresAt } }';
  const CREATE_KEY = 'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { rawKey } }';
  const CONNECT = `mutation ($input: ConnectAccountInput!) {
    connectAccount(input: $input) { account { platformId } }
  }`;
  const CREATE_USER = 'mutation ($input: CreateManagedUserInput!) { createManagedUser(input: $input) { user { id } } }';
  const CREATE_USER_KEY = `mutation ($input: CreateManagedUserKeyInput!) {
    createManagedUserKey(input: $input) { rawKey }
  }`;
  const CREATE_PAGE = `mutation ($input: CreateConnectionPageInput!) {
    createConnectionPage(input: $input) { connectionPage { url } }
  }`;

  /** An owner who signs up, signs in and out of luck, and makes keys; the headers of a session and of a key. */
  async function liveAsOwner(): Promise<{ session: Headers; key: Headers }> {
    const email = 'ann@example.com';
    const password = invent('password');
    await run(SIGN_UP, { email, password });
    const confirmation = await mailed('token that confirms an address', email, 'Confirm your e-mail address');
    await open(`/account/confirm-email/${confirmation}`, confirmation);
    await without('users', () => run(CONFIRM_EMAIL, { token: confirmation, password }));
    await run(CONFIRM_EMAIL, { token: confirmation, password });
    await run(SIGN_IN, { email, password: invent('wrong password') });
    await run(SIGN_IN, { email, password: invent('password with a field that there is not'), pin: 1 });
    await run(SIGN_UP, { email, password: invent('password of an address that is taken') });
    await without('sessions', () => run(SIGN_IN, { email, password }));
    sessionOf('first session', (await run(SIGN_IN, { email, password })).cookies);
    await run(REQUEST_RESET, { email });
    const reset = await mailed('token for a new password', email, 'Choose a new password');
    await open(`/account/reset-password/${reset}`, reset);
    await ask(`/account/reset-password/${reset}`, {}, 'password=aaaaaaaaaaaa', 'application/x-www-form-urlencoded');
    answers.push((answers.pop() ?? '').replaceAll(reset, ''));
    await without('sessions', () => run(RESET, { token: reset, newPassword: invent('password that was not set') }));
    const second = invent('second password');
    await run(RESET, { token: reset, newPassword: second });
    const signedIn = await run(SIGN_IN, { email, password: second });
    const first = sessionOf('session before the change', signedIn.cookies);
    await run(CHANGE, { currentPassword: invent('wrong current password'), newPassword: invent('no password') }, first);
    const third = invent('third password');
    const session = sessionOf(
      'session',
      (await run(CHANGE, { currentPassword: second, newPassword: third }, first)).cookies,
    );
    await run(REQUEST_RESET, { email });
    await mailed('token that waits', email, 'Choose a new password', 2);

    await db.query(`UPDATE users SET plan = 'premium', workspace_access = true WHERE email = $1`, [email]);
    await without('api_keys', () => run(CREATE_KEY, { name: 'Lost' }, session));
    const created = await run(CREATE_KEY, { name: 'GraphQL', scopes: ['PUBLISH', 'MANAGE', 'WORKSPACE'] }, session);
    const apiKey = shown('API key of GraphQL', created.data.createApiKey.rawKey);
    const overRest = await ask('/auth/api-keys', session, { name: 'REST' });
    shown('API key of REST', JSON.parse(overRest.text).apiKey.rawKey);
    return { session, key: { 'x-api-key': apiKey } };
  }

  /** Switches two-factor sign-in on, and signs in and out of luck with codes of both kinds. */
  async function liveWithSecondFactor(session: Headers): Promise<void> {
    const credentials = { email: 'ann@example.com', password: secrets.get('third password') ?? '' };
    const { password } = credentials;
    await run(BEGIN, { password: invent('wrong password of a session') }, session);
    await without('second_factors', () => run(BEGIN, { password }, session));
    const enrollment = await run(BEGIN, { password }, session);
    const secret = shown('secret of an authenticator app', enrollment.data.beginTwoFactor.secret);
    learn('its bytes', Secret.fromBase32(secret).hex.toLowerCase());
    await without('recovery_codes', () => run(CONFIRM, { code: codeOfApp(secret) }, session));
    const confirmed = await run(CONFIRM, { code: codeOfApp(secret) }, session);
    const codes = (name: string, [...recoveryCodes]: string[]) => {
      for (const [index, code] of recoveryCodes.entries()) {
        shown(`${name} ${index}`, code);
        learn(`${name} ${index} without hyphens`, code.replaceAll('-', ''));
      }
      return recoveryCodes;
    };
    const [lost, used, taken = ''] = codes('recovery code', confirmed.data.confirmTwoFactor.recoveryCodes);
    await run(SIGN_IN, { ...credentials, code: `${taken.slice(0, -4)}2222` });
    await without('devices', () => run(SIGN_IN, { ...credentials, code: lost }));
    const { cookies } = await run(SIGN_IN, { ...credentials, code: used });
    sessionOf('session after a recovery code', cookies);
    await run(
      '{ sessions { edges { node { id userAgent address } } } twoFactor { enabledAt recoveryCodesLeft } }',
      undefined,
      session,
    );
    const renewed = await run(NEW_CODES, { password, code: taken }, session);
    const [last] = codes('new recovery code', renewed.data.regenerateRecoveryCodes.recoveryCodes);
    await run(DISABLE, { password, code: invent('wrong code') }, session);
    await without('recovery_codes', () => run(DISABLE, { password, code: last }, session));
  }

  /** Uses the service as a managed user with its own key, who connects an account on its page. */
  async function liveAsManagedUser(session: Headers): Promise<void> {
    const made = await run(CREATE_USER, { email: 'bob@example.com' }, session);
    const userId = made.data.createManagedUser.user.id;
    const key = await run(CREATE_USER_KEY, { userId }, session);
    shown('API key of a managed user', key.data.createManagedUserKey.rawKey);
    const page = await run(CREATE_PAGE, { userId }, session);
    const { pathname } = new URL(page.data.createConnectionPage.connectionPage.url);
    const token = shown('token of a connection page', pathname.split('/').pop() ?? '');
    const account = sandbox.createAccount('fediverse');
    learn('token on a connection page', account.credentials.accessToken ?? '');
    // The page is where its own address may be.
    const visit = async (path: string, body?: string) => {
      await ask(path, {}, body, 'application/x-www-form-urlencoded');
      answers.push((answers.pop() ?? '').replaceAll(token, ''));
    };
    await visit(pathname);
    await visit(`${pathname}/fediverse`, String(new URLSearchParams({ accessToken: invent('wrong token on a page') })));
    await visit(`${pathname}/fediverse`, String(new URLSearchParams(typed(account))));
    await without('connection_pages', () => visit(pathname));
    expect(await db.query('SELECT 1 FROM connections WHERE user_id = $1', [userId])).toHaveLength(1);
  }

  /** Connects an account, and first fails to with each secret. */
  async function connect(platform: SandboxPlatform, session: Headers) {
    const account = sandbox.createAccount(platform);
    const values = typed(account);
    const input = (changes: object = {}) => ({
      platform: platform.toUpperCase(),
      fields: Object.entries({ ...values, ...changes }).map(([name, value]) => ({ name, value })),
    });
    for (const { name, secret } of platforms.get(platform)?.connector?.fields ?? []) {
      if (!secret) continue;
      const right = learn(`${name} of ${platform}`, values[name] ?? '');
      const wrong = learn(`wrong ${name} of ${platform}`, `${right.slice(0, -6)}zzzzzz`);
      await run(CONNECT, input({ [name]: wrong }), session);
      await run(CONNECT, input({ [name]: `${wrong} with spaces` }), session);
    }
    await without('connections', () => run(CONNECT, input(), session));
    const { data } = await run(CONNECT, input(), session);
    return { ...account, platformId: data.connectAccount.account.platformId as string };
  }

  const FAULTS = ['auth_expired', 'server_error', 'timeout_before_store', 'timeout_after_store', 'rejected'] as const;

  /** Publishes with every outcome, checks with every outcome, and reads everything that there is to read. */
  async function liveAsPublisher(connected: Awaited<ReturnType<typeof connect>>[], key: Headers): Promise<void> {
    for (const kind of [null, ...FAULTS]) {
      for (const { platform, accountId } of connected) if (kind) sandbox.setFault({ platform, kind, accountId });
      const { text } = await ask('/api/v1/create-post', key, {
        content: `After ${kind}`,
        platforms: connected.map(({ platformId }) => platformId),
        scheduledTime: new Date().toISOString(),
      });
      const { postGroupId } = JSON.parse(text);
      await eventually(async () => {
        const answer = await ask(`/api/v1/get-post/${postGroupId}`, key);
        return JSON.parse(answer.text).processingStatus === 'finished' || undefined;
      });
      await ask(`/api/v1/post-logs/${postGroupId}`, key);
      sandbox.clearFaults();
      for (const { platform, accountId, platformId } of connected) {
        if (kind) sandbox.setFault({ platform, kind, accountId, on: 'any', times: 0 });
        await ask(`/api/v1/test-connection/${platformId}`, key, {});
        await without('platform_posts', () => ask(`/api/v1/test-connection/${platformId}`, key, {}));
        sandbox.clearFaults();
      }
    }
    await ask('/api/v1/platform-connections', key);
    await ask('/api/v1/list-posts', key);
    const fields =
      'postGroups { edges { node { posts { platformId error { message platformError } } } } } viewer { id }';
    await run(
      `{ ${fields} connectedAccounts { edges { node { platformId lastError { message } } } } }`,
      undefined,
      key,
    );
  }

  beforeAll(async () => {
    mails = await startMailServer();
    const env = {
      ...addresses(),
      ...mailEnv(mails),
      LOG_LEVEL: 'trace',
      PUBLISH_TIMEOUT_MS: '300',
      PUBLISH_GRACE_MS: '100',
    };
    service = await startService({ db, env });
    learn('password of the mail server', PASSWORD);
    learn('encryption key', ENCRYPTION_KEY.toString('base64'));
    learn('password of the database', new URL(db.url).password);
    const { session, key } = await liveAsOwner();
    await liveWithSecondFactor(session);
    await liveAsManagedUser(session);
    const connected = [];
    for (const platform of ['fediverse', 'skyfeed', 'messenger'] as const) {
      connected.push(await connect(platform, session));
    }
    await liveAsPublisher(connected, key);
    await run(
      '{ apiKeys { edges { node { id name prefix } } } managedUsers { edges { node { id email } } } viewer { email } }',
      undefined,
      session,
    );
    await ask('/auth/api-keys', session);
    await ask('/graphql', session, `{"query":"${SIGN_IN}","variables":{"input":{"password":"${invent('half a body')}"`);
    await ask('/api/v1/list-posts', { 'x-api-key': `${secrets.get('API key of GraphQL')?.slice(0, -4)}0000` });

    const cipher = makeCredentialCipher([ENCRYPTION_KEY]);
    const rows = await db.query<{ id: string; credentials: string }>(
      `SELECT id, credentials FROM connections WHERE platform = 'skyfeed'`,
    );
    for (const { id, credentials } of rows) {
      const { accessJwt = '', refreshJwt = '' } = cipher.decrypt(credentials, id);
      learn('access token of skyfeed', accessJwt);
      learn('refresh token of skyfeed', refreshJwt);
    }
  }, 120_000);
  afterAll(async () => {
    // The failures above were meant.
    service?.errors.splice(0);
    await service?.stop();
    await mails?.close();
  });

  /** Names of the secrets that a text holds, as they are or in the encodings of addresses and headers. */
  const found = (text: string) =>
    [...secrets].flatMap(([name, secret]) => {
      const bytes = Buffer.from(secret);
      const forms = [secret, encodeURIComponent(secret), bytes.toString('base64'), bytes.toString('hex')];
      return forms.some((form) => text.includes(form)) ? [name] : [];
    });

  /** Every row of every table, those of the job engine too. */
  async function dump(): Promise<string> {
    const tables = await db.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
        WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    const rows = [];
    for (const { name } of tables)
      rows.push(...(await db.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`)));
    return rows.map(({ row }) => row).join('\n');
  }

  test('of these, each long enough to be found', () => {
    expect(secrets.size).toBe(81);
    for (const secret of secrets.values()) expect(secret.length).toBeGreaterThanOrEqual(12);
    expect(found(`… ${secrets.get('password')} …`)).toEqual(['password']);
  });

  test('in anything that the service writes at the level trace', () => {
    expect(service.errors.length).toBeGreaterThan(5);
    expect(found(service.output.join('\n'))).toEqual([]);
  });

  test('in any response but the one that shows it', () => {
    expect(answers.length).toBeGreaterThan(100);
    expect(answers.flatMap(found)).toEqual([]);
  });

  test('in any row of the database', async () => {
    const all = await dump();
    expect(all).toContain('ann@example.com');
    expect(found(all)).toEqual([]);
  });

  test('the database has hashes of what only has to be recognized, and encrypts what has to be read', async () => {
    const all = await dump();
    const sha256 = (name: string) =>
      createHash('sha256')
        .update(secrets.get(name) ?? '')
        .digest('hex');
    for (const name of [
      'API key of GraphQL',
      'session',
      'device of the session before the change',
      'new recovery code 1 without hyphens',
      'token of a connection page',
      'token that waits',
    ]) {
      expect(all).toContain(sha256(name));
    }
    const [user] = await db.query(`SELECT password_hash FROM people WHERE email = 'ann@example.com'`);
    expect(user?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const encrypted = await db.query<{ value: string }>(
      `SELECT credentials AS value FROM connections UNION ALL SELECT token FROM connection_pages
        UNION ALL SELECT secret FROM second_factors`,
    );
    expect(encrypted).toHaveLength(6);
    for (const { value } of encrypted) expect(value).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]{16}\.[\w-]{22}\.[\w-]+$/);
  });
});

describe('ENCRYPTION_KEYS', () => {
  const oldKeys = ENCRYPTION_KEY.toString('base64');
  const newKey = randomBytes(32);
  const newKeys = newKey.toString('base64');
  let account: TestAccount;
  let key: Headers;
  beforeAll(async () => {
    account = await createAccount(db);
    key = { 'x-api-key': account.apiKey };
  });

  const startWith = (keys: string) => startService({ db, env: { ...addresses(), ENCRYPTION_KEYS: keys } });
  const check = async ({ url }: Service, platformId: string) => {
    const answer = await fetch(`${url}/api/v1/test-connection/${platformId}`, { method: 'POST', headers: key });
    return { status: answer.status, body: await answer.json() };
  };
  const publish = async (service: Service, platformId: string) => {
    const body = { content: 'Hi', platforms: [platformId], scheduledTime: new Date().toISOString() };
    await fetch(`${service.url}/api/v1/create-post`, {
      method: 'POST',
      headers: { ...key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  };
  const received = (accountId: string) =>
    eventually(async () => sandbox.posts({ accountId }).length || undefined).then((count) => expect(count).toBe(1));

  test('new,old: what the old key encrypted is read, and what is written is encrypted with the new one', async () => {
    const owner = sandbox.createAccount('skyfeed');
    const platformId = await account.connect(owner);
    const service = await startWith(`${newKeys},${oldKeys}`);
    await publish(service, platformId);
    await received(owner.accountId);
    await service.stop();
    // Publishing made a session, which was stored.
    const [row] = await db.query<{ id: string; credentials: string }>(
      'SELECT id, credentials FROM connections WHERE user_id = $1 AND platform_id = $2',
      [account.userId, platformId],
    );
    const read = makeCredentialCipher([newKey]).decrypt(row?.credentials ?? '', row?.id ?? '');
    expect(read).toMatchObject({ ...owner.credentials, accessJwt: expect.any(String) });
  });

  test('without the old key: the log says so, nothing is sent, and nothing is lost once the key is back', async () => {
    const owner = sandbox.createAccount('messenger');
    const platformId = await account.connect(owner);
    // The service reads other accounts meanwhile.
    const sent = () => sandbox.requests().filter(({ platform }) => platform === 'messenger');
    const before = sent().length;
    const service = await startWith(newKeys);
    expect(await check(service, platformId)).toEqual({ status: 500, body: { error: 'Failed to test connection' } });
    await publish(service, platformId);
    await eventually(async () => service.errors.length >= 2 || undefined);
    await expect(service.stop()).rejects.toThrow('The service logged errors');
    for (const line of service.errors) {
      expect(JSON.parse(line).err.message).toBe(
        'Stored credentials were encrypted with a key that ENCRYPTION_KEYS no longer lists',
      );
    }
    expect(sent()).toHaveLength(before);
    const again = await startWith(`${newKeys},${oldKeys}`);
    await received(owner.accountId);
    await again.stop();
  });
});
