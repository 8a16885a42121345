import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import type { SandboxPlatform } from '../../sandbox/sandbox.js';
import { runAdmin } from '../../src/compose/run-admin.js';
import { makeCredentialCipher } from '../../src/foundation/crypto/credential-cipher.js';
import { signIn as browserSignIn, codeOf } from '../graphql/browser.js';
import { codeOfApp, newGuarded, subjectsOfMails } from '../graphql/two-factor.js';
import { createAccount, ENCRYPTION_KEY, type TestAccount } from '../support/account.js';
import { createTestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { graphql, type Headers } from '../support/graphql.js';
import { OWNER, unconfirm } from '../support/login.js';
import { MACHINE_ENV } from '../support/machine-env.js';
import { addMember } from '../support/member.js';
import { useService } from '../support/service.js';

const NEWEST_KEY = randomBytes(32);
const KEYS = [NEWEST_KEY, ENCRYPTION_KEY].map((key) => key.toString('base64')).join(',');

const { db, service } = await useService({ env: { ENCRYPTION_KEYS: KEYS } });

interface Outcome {
  code: number;
  out: string;
  error: string;
}

type Options = { env?: Record<string, string>; input?: string };

/** What `npm run admin -- …` runs once everything is installed and built. */
async function admin(args: string[], { env = {}, input = '' }: Options = {}) {
  const child = spawn(process.execPath, ['--enable-source-maps', '.build/service/admin-main.js', ...args], {
    env: { ...MACHINE_ENV, DATABASE_URL: db.url, ENCRYPTION_KEYS: KEYS, ...env },
  });
  child.stdin.end(input);
  const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code, out, error } as Outcome;
}

/** The same in this process, which has loaded the modules. */
async function adminHere(args: string[], { env = {}, input = '' }: Options = {}): Promise<Outcome> {
  const outcome: Outcome = { code: 0, out: '', error: '' };
  outcome.code = await runAdmin(args, {
    env: { DATABASE_URL: db.url, ENCRYPTION_KEYS: KEYS, LOG_LEVEL: 'silent', ...env },
    readInput: async () => input,
    write: (text) => (outcome.out += text),
    writeError: (text) => (outcome.error += text),
  });
  return outcome;
}

/** The response of a command that works, as scripts get it. */
async function answer(args: string[], options: Options & { run?: typeof admin } = {}) {
  const { code, out, error } = await (options.run ?? adminHere)(['--json', ...args], options);
  expect({ code, error }).toEqual({ code: 0, error: '' });
  return JSON.parse(out);
}

/** The sentence of a command that does not. */
async function refusal(args: string[], options: Options = {}): Promise<string> {
  const { code, out, error } = await adminHere(args, options);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(error).toMatch(/^[^\n]+\n$/);
  return error.trimEnd();
}

const newEmail = () => `${randomBytes(6).toString('hex')}@example.com`;
const keyOf = ({ apiKey }: TestAccount): Headers => ({ 'x-api-key': apiKey });
const viewerWith = async (headers: Headers) => {
  const { data, errors } = await graphql(service, headers, '{ viewer { email plan { maxConnectedAccounts } } }');
  return errors
    ? { code: errors[0]?.extensions.code, ...errors[0]?.extensions }
    : { ...data.viewer, ...data.viewer.plan };
};
const signIn = (email: string, password: string) =>
  fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      query: 'mutation ($input: SignInInput!) { signIn(input: $input) { viewer { id } } }',
      variables: { input: { email, password } },
    }),
  });

describe('create-user', () => {
  test('makes an account that cannot sign in, on the plan that is named', async () => {
    const email = newEmail();
    const made = await answer([
      'create-user',
      '--email',
      ` ${email.toUpperCase()} `,
      '--name',
      'Ann',
      '--plan',
      'premium',
    ]);
    expect(made).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      email,
      emailConfirmedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      displayName: 'Ann',
      plan: 'premium',
      planName: 'Premium',
      limitOverrides: null,
      mcpAccess: false,
      workspaceAccess: false,
      isOperator: false,
      twoFactorRequired: false,
      channelQuantity: null,
      heldAt: null,
      holdReason: null,
      holdExpiresAt: null,
      deactivatedAt: null,
      removalAt: null,
      timeZone: null,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      hasPassword: false,
      twoFactorSince: null,
      managedBy: null,
    });
    expect((await (await signIn(email, '')).json()).errors[0].extensions.code).toBe('SIGN_IN_FAILED');
  });

  test('reads a password from standard input, without the end of its line', async () => {
    const email = newEmail();
    const made = await answer(['create-user', '--email', email, '--password-stdin'], {
      run: admin,
      input: 'correct horse battery\n',
    });
    expect(made).toMatchObject({ hasPassword: true, plan: 'starter', displayName: email });
    expect(await (await signIn(email, 'correct horse battery')).json()).toMatchObject({
      data: { signIn: { viewer: { id: made.id } } },
    });
  });

  test('refuses what sign-up refuses, and plans that there are not', async () => {
    const { email: taken } = await answer(['show-user', (await createAccount(db)).userId]);
    const create = (email: string, options: string[] = [], input = '') =>
      refusal(['create-user', '--email', email, ...options], { input });
    const password = ['--password-stdin'];
    expect(
      await Promise.all([
        create(taken),
        create('ann'),
        create(newEmail(), password, 'short'),
        create(newEmail(), password),
        create(newEmail(), password, 'aaaaaaaaaaaa'),
        create(newEmail(), ['--plan', 'gold']),
      ]),
    ).toEqual([
      'User with this email already exists',
      'Email must be a valid email address',
      'Password must have 12 to 256 characters',
      'Password must have 12 to 256 characters',
      expect.stringMatching(/^Password is too easy to guess\. Repeated characters like "aaa" are easy to guess\./),
      'There is no plan gold. The plans are starter, pro, premium.',
    ]);
  });
});

describe('an account', () => {
  test('is named by its id, or by its e-mail address, in any letter case', async () => {
    const { userId } = await createAccount(db);
    const shown = await answer(['show-user', userId]);
    expect(shown).toMatchObject({ id: userId, plan: 'premium' });
    for (const who of [userId.toUpperCase(), shown.email.toUpperCase()]) {
      expect(await answer(['show-user', who])).toEqual(shown);
    }
  });

  test('that does not exist is reported by every command', async () => {
    const commands = [
      ['show-user', 'f'.repeat(24)],
      ['set-plan', 'nobody@example.com', 'pro'],
      ['set-flags', 'nobody@example.com', '--mcp', 'on'],
      ['confirm-email', 'nobody@example.com'],
      ['set-channels', 'nobody@example.com', '3'],
      ['hold', 'nobody@example.com'],
      ['release', 'nobody@example.com'],
      ['deactivate', 'nobody@example.com'],
      ['activate', 'nobody@example.com'],
      ['create-key', 'nobody'],
      ['list-keys', ''],
    ];
    const refusals = await Promise.all(commands.map((command) => refusal(command)));
    expect(refusals).toEqual(commands.map(([, who]) => `There is no user ${who}.`));
  });

  test('is found by an address only if its person owns it: a member is not the account', async () => {
    const { userId } = await createAccount(db);
    const { email, personId } = await addMember(db, userId, 'VIEWER');
    for (const command of [
      ['set-flags', email, '--operator', 'on'],
      ['deactivate', email],
      ['show-user', email],
    ]) {
      expect(await refusal(command)).toBe(
        `${email} owns no account, but is a member of ${userId} (viewer). Give the id of one.`,
      );
    }
    const [state] = await db.query(
      `SELECT deactivated_at, (SELECT count(*)::int FROM people WHERE is_operator AND id IN ($2, ${OWNER})) AS operators
         FROM users WHERE id = $1`,
      [userId, personId],
    );
    expect(state).toEqual({ deactivated_at: null, operators: 0 });
    expect(await answer(['end-sessions', email])).toMatchObject({ id: userId });
    expect(await db.query('SELECT 1 FROM sessions WHERE person_id = $1', [personId])).toEqual([]);
  });

  test('has its address confirmed without an e-mail, unless another account has it', async () => {
    const { userId } = await createAccount(db);
    await unconfirm(db, userId);
    const confirmed = await answer(['confirm-email', userId]);
    expect(confirmed.emailConfirmedAt).toMatch(/^\d{4}-.*Z$/);
    expect(await answer(['confirm-email', userId])).toEqual(confirmed);

    const detached = await createAccount(db);
    await db.query('DELETE FROM people WHERE id = $1', [detached.personId]);
    await db.query('UPDATE users SET email_confirmed_at = NULL, email = $2 WHERE id = $1', [
      detached.userId,
      confirmed.email,
    ]);
    expect(await refusal(['confirm-email', detached.userId])).toBe(`${confirmed.email} belongs to another account.`);
    expect((await answer(['show-user', confirmed.email])).id).toBe(userId);
    const managed = await answer(['show-user', await detached.manage()]);
    expect(await refusal(['confirm-email', managed.id])).toBe(
      `${managed.email} is a managed user and has no confirmed address.`,
    );
  });

  test('is shown to people line by line, without its secrets', async () => {
    const email = newEmail();
    const create = ['create-user', '--email', email, '--name', 'Ann', '--plan', 'pro', '--password-stdin'];
    const { out, code } = await adminHere(create, { input: 'correct horse battery' });
    expect(code).toBe(0);
    expect(out.split('\n')).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Id +[0-9a-f]{24}$/),
        expect.stringMatching(`^E-mail +${email}$`),
        expect.stringMatching(/^Confirmed +since \d{4}-.*Z$/),
        expect.stringMatching(/^Name +Ann$/),
        expect.stringMatching(/^Plan +Pro$/),
        expect.stringMatching(/^Operator +off$/),
        expect.stringMatching(/^Password +set$/),
        expect.stringMatching(/^On hold +no$/),
        expect.stringMatching(/^Active +yes$/),
      ]),
    );
    expect(out).not.toMatch(/argon2|correct horse/);
  });

  test('set-plan decides about API access from the next request on', async () => {
    const account = await createAccount(db);
    expect(await answer(['set-plan', account.userId, 'starter'])).toMatchObject({ plan: 'starter' });
    expect(await viewerWith(keyOf(account))).toMatchObject({ code: 'API_ACCESS_DISABLED' });
    await answer(['set-plan', account.userId, 'pro']);
    expect(await viewerWith(keyOf(account))).toHaveProperty('email');
  });

  test('set-flags switches MCP and workspace access, each by itself', async () => {
    const { userId, newKey } = await createAccount(db);
    const headers = { 'x-api-key': await newKey({ mcpAccess: true }), 'x-service-client': 'mcp' };
    expect(await viewerWith(headers)).toMatchObject({ code: 'MCP_ACCESS_DISABLED' });
    expect(await answer(['set-flags', userId, '--mcp', 'on'])).toMatchObject({
      mcpAccess: true,
      workspaceAccess: false,
    });
    expect(await viewerWith(headers)).toHaveProperty('email');
    const flags = await answer(['set-flags', userId, '--mcp', 'off', '--workspace', 'on']);
    expect(flags).toMatchObject({ mcpAccess: false, workspaceAccess: true });
    expect(await refusal(['set-flags', userId])).toBe('Specify --mcp, --workspace or --operator.');
    expect(await refusal(['set-flags', userId, '--mcp', 'maybe'])).toMatch(/'maybe' is invalid/);
  });

  test('set-channels sets how many connections there may be, and none takes that back', async () => {
    const account = await createAccount(db);
    expect(await answer(['set-channels', account.userId, '2'])).toMatchObject({ channelQuantity: 2 });
    expect(await viewerWith(keyOf(account))).toMatchObject({ maxConnectedAccounts: 2 });
    expect(await answer(['set-channels', account.userId, 'none'])).toMatchObject({ channelQuantity: null });
    expect(await viewerWith(keyOf(account))).toMatchObject({ maxConnectedAccounts: null });
    expect(await refusal(['set-channels', account.userId, '1.5'])).toMatch(/must be a whole number, or none/);
  });

  test('that is managed: what its owner pays for cannot be set on it', async () => {
    const owner = await createAccount(db);
    const managed = await owner.manage();
    const { email } = await answer(['show-user', owner.userId]);
    const refusals = await Promise.all([
      refusal(['set-plan', managed, 'pro']),
      refusal(['set-flags', managed, '--mcp', 'on']),
      refusal(['set-channels', managed, '1']),
    ]);
    for (const sentence of refusals) {
      expect(sentence).toMatch(new RegExp(`is managed by ${email}, whose plan, flags and channels apply`));
    }
    expect(await answer(['hold', managed])).toMatchObject({ managedBy: email, heldAt: expect.any(String) });
    const { rawKey } = await answer(['create-key', managed]);
    expect(await viewerWith({ 'x-api-key': rawKey })).toHaveProperty('email');
  });
});

describe('hold and deactivate', () => {
  test('a hold closes the dashboard with its reason and its end, not the API; release opens it', async () => {
    const account = await createAccount(db);
    const session = await account.session();
    const until = '2035-01-31T18:00:00.000Z';
    const held = await answer([
      'hold',
      account.userId,
      '--reason',
      'Unpaid invoice',
      '--until',
      '2035-01-31T19:00:00+01:00',
    ]);
    expect(held).toMatchObject({ heldAt: expect.any(String), holdReason: 'Unpaid invoice', holdExpiresAt: until });
    expect(await viewerWith(session)).toMatchObject({
      code: 'ACCOUNT_ON_HOLD',
      holdReason: 'Unpaid invoice',
      holdExpiresAt: until,
    });
    expect(await viewerWith(keyOf(account))).toHaveProperty('email');
    expect((await adminHere(['show-user', account.userId])).out).toMatch(
      /On hold +since .*, until 2035-01-31.*: Unpaid/,
    );
    expect(await answer(['release', account.userId])).toMatchObject({ heldAt: null, holdReason: null });
    expect(await viewerWith(session)).toHaveProperty('email');
  });

  test('a hold ends in the future, or when it is released', async () => {
    const { userId } = await createAccount(db);
    const [open, past, none] = await Promise.all([
      answer(['hold', userId]),
      refusal(['hold', userId, '--until', '2020-01-01T00:00:00Z']),
      refusal(['hold', userId, '--until', 'tomorrow']),
    ]);
    expect(open).toMatchObject({ holdReason: null, holdExpiresAt: null });
    expect(past).toBe('The end of a hold must be in the future.');
    expect(none).toMatch(/must be a time such as 2030-01-31T18:00:00Z/);
  });

  test('a deactivated account has no way in, and its sessions do not come back', async () => {
    const account = await createAccount(db);
    const session = await account.session();
    const key = keyOf(account);
    const { deactivatedAt } = await answer(['deactivate', account.userId]);
    expect(await viewerWith(session)).toMatchObject({ code: 'SESSION_REQUIRED' });
    expect(await viewerWith(key)).toMatchObject({ code: 'API_KEY_OWNER_INVALID' });
    expect(await answer(['deactivate', account.userId])).toMatchObject({ deactivatedAt });
    expect(await answer(['activate', account.userId])).toMatchObject({ deactivatedAt: null });
    expect(await viewerWith(key)).toHaveProperty('email');
    expect(await viewerWith(session)).toMatchObject({ code: 'SESSION_REQUIRED' });
  });
});

describe('the ways into an account', () => {
  test('remove-second-factor lets somebody in who has lost app and recovery codes; a mail and the log tell', async () => {
    const { email, password, userId, recoveryCodes } = await newGuarded(service, db);
    const code = async (more: object = {}) => codeOf(await browserSignIn(service, { email, password, ...more }));
    expect(await answer(['show-user', email])).toMatchObject({ twoFactorSince: expect.any(String) });
    expect(await code()).toBe('SECOND_FACTOR_REQUIRED');

    const removed = await admin(['--json', 'remove-second-factor', email]);
    expect(removed.code).toBe(0);
    expect(JSON.parse(removed.out)).toMatchObject({ id: userId, twoFactorSince: null });
    expect(JSON.parse(removed.error)).toMatchObject({
      level: 40,
      userId,
      msg: 'The second factor of an account was removed by the operator',
    });
    expect(await code()).toBeUndefined();
    expect(await subjectsOfMails(db, email)).toContain('Two-factor authentication was removed by the operator');
    expect(
      await db.query(
        'SELECT 1 FROM recovery_codes WHERE person_id = (SELECT person_id FROM memberships WHERE user_id = $1)',
        [userId],
      ),
    ).toEqual([]);
    expect(await code({ code: recoveryCodes[0] })).toBeUndefined();
    expect(await refusal(['remove-second-factor', email])).toBe(`${email} has no second factor.`);
  });

  test('end-sessions signs every browser out, and none is known any more', async () => {
    const [account, other] = [await createAccount(db), await createAccount(db)];
    const [session, theirs] = [await account.session(), await other.session()];
    expect(await answer(['end-sessions', account.userId])).toMatchObject({ id: account.userId });
    expect(await viewerWith(session)).toMatchObject({ code: 'SESSION_REQUIRED' });
    expect(await viewerWith(theirs)).toHaveProperty('email');
    expect(await viewerWith(keyOf(account))).toHaveProperty('email');
  });
});

describe('API keys', () => {
  test('are shown once, listed by their prefix, and worthless once they are revoked', async () => {
    const email = newEmail();
    await answer(['create-user', '--email', email, '--plan', 'pro']);
    const { code, out } = await admin(['create-key', email, '--name', 'Laptop', '--scopes', 'publish,mcp']);
    const rawKey = out.trimEnd().split('\n').at(-1) ?? '';
    const [prefix = ''] = rawKey.split('.');
    expect(code).toBe(0);
    expect(rawKey).toMatch(/^sk_[0-9a-z]+_[0-9a-f]{8}\.[0-9a-f]{52}$/);
    expect(await viewerWith({ 'x-api-key': rawKey })).toMatchObject({ email });

    const [asJson, forPeople] = await Promise.all([
      adminHere(['list-keys', email, '--json']),
      adminHere(['list-keys', email]),
    ]);
    const key = { prefix, name: 'Laptop', scopes: ['READ', 'PUBLISH', 'MCP'], revokedAt: null };
    expect(JSON.parse(asJson.out)).toMatchObject([key]);
    expect(forPeople.out).toMatch(new RegExp(`Prefix +${prefix}\n`));
    const [stored] = await db.query<{ hash: string }>('SELECT hash FROM api_keys WHERE prefix = $1', [prefix]);
    for (const secret of [rawKey, stored?.hash]) expect(asJson.out + forPeople.out).not.toContain(secret);

    expect(await answer(['revoke-key', prefix])).toMatchObject({ prefix, revokedAt: expect.any(String) });
    expect(await viewerWith({ 'x-api-key': rawKey })).toMatchObject({ code: 'API_KEY_INVALID' });
    expect(await refusal(['revoke-key', prefix])).toMatch(`The API key ${prefix} was revoked on `);
    expect((await adminHere(['list-keys', email])).out).toBe('No active API keys.\n');
  });

  test('a whole key that leaked revokes itself, and is not repeated', async () => {
    const account = await createAccount(db);
    expect((await adminHere(['revoke-key', account.apiKey])).out).not.toContain(account.apiKey);
    expect(await viewerWith(keyOf(account))).toMatchObject({ code: 'API_KEY_INVALID' });
    const unknown = `sk_0_00000000.${'0'.repeat(52)}`;
    expect(await refusal(['revoke-key', unknown])).toBe('There is no API key sk_0_00000000.');
  });

  test('have the rules that they have on the dashboard', async () => {
    const [full, starter] = [await createAccount(db), await createAccount(db, { plan: 'starter' })];
    for (let count = 1; count < 10; count++) await full.newKey();
    expect(
      await Promise.all([
        refusal(['create-key', full.userId]),
        refusal(['create-key', full.userId, '--name', '']),
        refusal(['create-key', starter.userId]),
      ]),
    ).toEqual([
      'Maximum of 10 active API keys allowed',
      'Name must be a text of 1 to 100 characters',
      'Your current plan does not include API access',
    ]);
  });
});

describe('re-encrypt', () => {
  const older = makeCredentialCipher([ENCRYPTION_KEY]);
  const newest = makeCredentialCipher([NEWEST_KEY]);
  const stored = () =>
    db.query<{ id: string; value: string }>(
      'SELECT id, credentials AS value FROM connections UNION ALL SELECT user_id, token FROM connection_pages',
    );
  /** Connections whose credentials the older key encrypted; their platform ids. */
  const connect = async (count: number): Promise<string[]> => {
    const account = await createAccount(db);
    return Promise.all(
      Array.from({ length: count }, (_, index) =>
        account.connect({
          platform: 'fediverse' as SandboxPlatform,
          accountId: String(index),
          username: 'ann',
          displayName: 'Ann',
          profileUrl: null,
          profileImageUrl: 'http://127.0.0.1:1/ann.jpg',
          baseUrl: 'http://127.0.0.1:1',
          credentials: { accessToken: `secret ${index}` },
        }),
      ),
    );
  };
  const idOf = async () => {
    const [row] = await db.query<{ id: string }>('SELECT id FROM connections ORDER BY id DESC LIMIT 1');
    return row?.id ?? '';
  };
  beforeEach(() => db.query('DELETE FROM connections'));

  test('rewrites every stored secret with the newest key, so that the older one can be dropped', async () => {
    // More than it reads at a time.
    await connect(120);
    const managed = await (await createAccount(db, { workspaceAccess: true })).manage();
    await db.query('INSERT INTO connection_pages (user_id, token_hash, token, expires_at) VALUES ($1, $2, $3, now())', [
      managed,
      'hash',
      older.encrypt({ token: 'secret of a page' }, managed),
    ]);
    const before = await stored();
    const result = await admin(['re-encrypt']);
    expect(result).toEqual({
      code: 0,
      error: '',
      out: 'Secrets rewritten: 121. The newest key now decrypts all of them: remove the older ones from ENCRYPTION_KEYS.\n',
    });
    const after = new Map((await stored()).map(({ id, value }) => [id, value]));
    expect(before).toHaveLength(121);
    for (const { id, value } of before)
      expect(newest.decrypt(after.get(id) ?? '', id)).toEqual(older.decrypt(value, id));
    expect(await answer(['re-encrypt'])).toEqual({ rewritten: 0 });
    expect(new Map((await stored()).map(({ id, value }) => [id, value]))).toEqual(after);
  });

  test('rewrites the secrets of second factors, and their codes go on counting', async () => {
    const who = await newGuarded(service, db);
    const [owner] = await db.query<{ id: string }>(`SELECT ${OWNER} AS id`, [who.userId]);
    const personId = String(owner?.id);
    const secret = older.encrypt({ secret: who.secret }, personId);
    await db.query(
      'UPDATE second_factors SET secret = $2 WHERE person_id = (SELECT person_id FROM memberships WHERE user_id = $1)',
      [who.userId, secret],
    );
    expect(await answer(['re-encrypt'])).toEqual({ rewritten: 1 });
    const [row] = await db.query<{ secret: string }>(
      'SELECT secret FROM second_factors WHERE person_id = (SELECT person_id FROM memberships WHERE user_id = $1)',
      [who.userId],
    );
    expect(newest.decrypt(row?.secret ?? '', personId)).toEqual({ secret: who.secret });
    expect(codeOf(await browserSignIn(service, { ...who, code: codeOfApp(who.secret) }))).toBeUndefined();
  });

  test('leaves alone what the service changes meanwhile', async () => {
    await connect(1);
    const id = await idOf();
    const renewed = newest.encrypt({ accessToken: 'renewed' }, id);
    const client = new pg.Client({ connectionString: db.url });
    await client.connect();
    await client.query('BEGIN');
    await client.query('UPDATE connections SET credentials = $2 WHERE id = $1', [id, renewed]);
    const running = answer(['re-encrypt']);
    // It has read the old value and waits for the row.
    await eventually(async () => {
      const waiting = await db.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return waiting.length > 0 || undefined;
    });
    await client.query('COMMIT');
    await client.end();
    expect(await running).toEqual({ rewritten: 0 });
    expect(await stored()).toContainEqual({ id, value: renewed });
  });

  test('says what no listed key can read, after doing the others', async () => {
    await connect(2);
    const id = await idOf();
    const lost = makeCredentialCipher([randomBytes(32)]).encrypt({ accessToken: 'lost' }, id);
    await db.query('UPDATE connections SET credentials = $2 WHERE id = $1', [id, lost]);
    expect(await refusal(['re-encrypt'])).toBe(
      `Secrets that no key of ENCRYPTION_KEYS can decrypt: 1, starting with connections ${id}.`,
    );
    for (const one of await stored()) expect(one.value.startsWith(newest.newestPrefix)).toBe(one.id !== id);
  });

  test('says when a process still writes with an older key', async () => {
    await connect(1);
    const id = await idOf();
    const old = older.encrypt({ accessToken: 'renewed' }, id);
    await db.query(`CREATE FUNCTION write_back() RETURNS trigger AS $$
      BEGIN NEW.credentials := '${old}'; RETURN NEW; END $$ LANGUAGE plpgsql`);
    await db.query('CREATE TRIGGER write_back BEFORE UPDATE ON connections FOR EACH ROW EXECUTE FUNCTION write_back()');
    expect(await refusal(['re-encrypt'])).toMatch(
      /^Secrets written with an older key in the meantime: 1; restart every process/,
    );
    await db.query('DROP FUNCTION write_back() CASCADE');
  });
});

describe('where it works', () => {
  test('a database without the tables of this version is refused and left as it is', async () => {
    const empty = await createTestDatabase({ empty: true });
    const options = { env: { DATABASE_URL: empty.url } };
    const sentence =
      'The tables in the database are not up to date: run npm run admin -- migrate, or start the service of this version.';
    expect(await refusal(['show-user', 'ann@example.com'], options)).toBe(sentence);
    expect(await empty.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`)).toEqual([]);
    await empty.drop();

    const older = await createTestDatabase();
    await older.query('DELETE FROM migrations WHERE id = (SELECT max(id) FROM migrations)');
    expect(await refusal(['show-user', 'ann@example.com'], { env: { DATABASE_URL: older.url } })).toBe(sentence);
    await older.drop();
  });

  test('a database that cannot be reached, and a wrong configuration, are one sentence without secrets', async () => {
    const away = { env: { DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/service' } };
    expect(await refusal(['show-user', 'ann@example.com'], away)).toBe(
      'The database cannot be used: connect ECONNREFUSED 127.0.0.1:1.',
    );
    expect(await refusal(['show-user', 'ann@example.com'], { env: { ENCRYPTION_KEYS: 'c2VjcmV0' } })).toBe(
      'ENCRYPTION_KEYS must be a comma-separated list of base64 keys of 32 random bytes, the newest first.',
    );
  });

  test('the embedded database of a running service; without one, a sentence', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'publishing-admin-'));
    const env = { DATA_DIR: dataDir, DATABASE_URL: '', ENCRYPTION_KEYS: '' };
    const sentence = `No service runs on the data folder ${dataDir}: run npm start first, or set DATABASE_URL or DATA_DIR.`;
    expect(await refusal(['show-user', 'demo@example.com'], { env })).toBe(sentence);

    const child = spawn(process.execPath, ['.build/service/main.js'], {
      env: { ...MACHINE_ENV, DATA_DIR: dataDir, PORT: '0', DEMO_DATA: 'false' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    try {
      let output = '';
      child.stdout.on('data', (chunk) => (output += chunk));
      await eventually(async () => output.includes('Ctrl-C stops it') || undefined, 60_000);
      expect((await adminHere(['show-user', 'demo@example.com'], { env })).out).toMatch(/Plan +Premium/);
      const { out } = await admin(['create-key', 'demo@example.com', '--json'], { env });
      const headers = { 'x-api-key': JSON.parse(out).rawKey };
      const baseUrl = /http:\S+(?=\/graphql )/.exec(output)?.[0];
      expect((await fetch(`${baseUrl}/api/v1/list-posts`, { headers })).status).toBe(200);
      expect((await adminHere(['re-encrypt'], { env })).out).toMatch(/^Secrets rewritten: 0\./);
    } finally {
      child.kill('SIGINT');
      await exited;
    }
    expect(await refusal(['show-user', 'demo@example.com'], { env })).toBe(sentence);
    await rm(dataDir, { recursive: true, force: true });
  }, 120_000);
});
