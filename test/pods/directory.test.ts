/** Two installations with a directory: which of them has the account with an e-mail address. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { runAdmin } from '../../src/compose/run-admin.js';
import { type Directory, openDirectory } from '../../src/pods/directory.js';
import { newPerson, type Person, signIn, visit } from '../graphql/browser.js';
import { type MailServer, startMailServer } from '../mail/support.js';
import { createAccount, ENCRYPTION_KEY } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { type DatabaseProxy, startDatabaseProxy } from '../support/database-proxy.js';
import { eventually } from '../support/eventually.js';
import { setLogin } from '../support/login.js';
import { mailAbout, mailEnv, tokenIn } from '../support/mailbox.js';
import { type Service, startService } from '../support/service.js';

const PODS = ['00', '01'] as const;
type Pod = (typeof PODS)[number];

const CHANGE = 'mutation ($input: ChangeEmailInput!) { changeEmail(input: $input) { accepted } }';
const CONFIRM = 'mutation ($input: ConfirmEmailInput!) { confirmEmail(input: $input) { email } }';

let shared: TestDatabase;
let proxy: DatabaseProxy;
let mails: MailServer;
const databases = {} as Record<Pod, TestDatabase>;
const services = {} as Record<Pod, Service>;
const directories: Directory[] = [];

beforeAll(async () => {
  [shared, mails] = await Promise.all([createTestDatabase({ empty: true }), startMailServer()]);
  proxy = await startDatabaseProxy(shared.url);
  for (const pod of PODS) {
    const db = await createTestDatabase();
    databases[pod] = db;
    const env = { POD: pod, DIRECTORY_URL: proxy.url, ...mailEnv(mails) };
    services[pod] = await startService({ db, env });
    await admin(pod, 'register');
  }
});
afterAll(async () => {
  for (const directory of directories) await directory.close();
  await Promise.all(Object.values(services).map((service) => service.stop()));
  await Promise.all([...Object.values(databases), shared].map((db) => db?.drop()));
  await Promise.all([proxy?.close(), mails?.close()]);
});
beforeEach(async () => {
  for (const db of Object.values(databases)) await db.query('DELETE FROM throttles');
});

/** `npm run admin -- pods …` in a pod. */
const admin = (pod: Pod, ...args: string[]) => run(pod, ['--json', 'pods', ...args]);

async function run(pod: Pod, args: string[]) {
  let out = '';
  const code = await runAdmin(args, {
    env: {
      POD: pod,
      DATABASE_URL: databases[pod].url,
      DIRECTORY_URL: proxy.url,
      ENCRYPTION_KEYS: ENCRYPTION_KEY.toString('base64'),
      LOG_LEVEL: 'silent',
    },
    readInput: async () => '',
    write: (text) => (out += text),
    writeError: (text) => (out += text),
  });
  return { code, out, json: () => JSON.parse(out) };
}

/** All new accounts go to one pod. */
async function onlyTo(pod: Pod) {
  for (const one of PODS) expect((await admin('00', 'weight', one, one === pod ? '1' : '0')).code).toBe(0);
}

/** An operation without a session, as fetch sends it to a pod; a redirect is not followed. */
async function send(pod: Pod, operation: string, input: object, search = '') {
  const response = await fetch(`${services[pod].url}/graphql${search}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: operation, variables: { input } }),
  });
  const { errors = [] } = await response.json();
  const { status, headers } = response;
  return { status, location: headers.get('location'), retryAfter: headers.get('retry-after'), errors };
}

const withPassword = ({ email, password }: Person) => ({ email, password });

const WITHOUT_SESSION: Record<string, [operation: string, inputOf: (person: Person) => object]> = {
  'sign-up': ['mutation ($input: SignUpInput!) { signUp(input: $input) { confirmationRequired } }', withPassword],
  'sign-in': ['mutation ($input: SignInInput!) { signIn(input: $input) { expiresAt } }', withPassword],
  'a password reset': [
    'mutation ($input: RequestPasswordResetInput!) { requestPasswordReset(input: $input) { accepted } }',
    ({ email }) => ({ email }),
  ],
  'a confirmation': [
    'mutation ($input: ResendConfirmationInput!) { resendConfirmation(input: $input) { accepted } }',
    ({ email }) => ({ email }),
  ],
};
const sendKind = (pod: Pod, kind: string, person: Person, search?: string) => {
  const [operation, inputOf] = WITHOUT_SESSION[kind] as (typeof WITHOUT_SESSION)[string];
  return send(pod, operation, inputOf(person), search);
};

const elsewhere = (pod: Pod) => ({
  status: 307,
  location: `?pod=${pod}`,
  errors: [{ extensions: { code: 'ACCOUNT_ELSEWHERE', pod } }],
});

const holders = async (email: string) => {
  const rows = await Promise.all(
    PODS.map((pod) => databases[pod].query('SELECT 1 FROM users WHERE email = $1', [email])),
  );
  return PODS.filter((_, index) => rows[index]?.length);
};

/** An account in a pod, signed in there. */
async function member(pod: Pod) {
  const person = newPerson();
  await onlyTo(pod);
  await sendKind(pod, 'sign-up', person);
  const token = tokenIn(await mailAbout(mails, person.email, 'Confirm your e-mail address'));
  await visit(services[pod], {}, CONFIRM, { token, password: person.password });
  const { browser } = await signIn(services[pod], person);
  return { ...person, browser };
}

test.each(Object.keys(WITHOUT_SESSION))('%s is led to the pod of the address, known or not', async (kind) => {
  const known = await member('01');
  for (const person of [known, newPerson()]) {
    expect(await sendKind('00', kind, person)).toMatchObject(elsewhere('01'));
    const there = await sendKind('01', kind, person, '?pod=01');
    expect([there.status, there.location]).toEqual([200, null]);
  }
});

test('the token of an e-mail is led to the pod that it names, if there is one', async () => {
  const person = newPerson();
  await onlyTo('01');
  await sendKind('01', 'sign-up', person);
  const token = tokenIn(await mailAbout(mails, person.email, 'Confirm your e-mail address'));
  const confirm = (pod: Pod, given: string, search?: string) =>
    send(pod, CONFIRM, { token: given, password: person.password }, search);
  expect(await confirm('00', token)).toMatchObject(elsewhere('01'));
  const reset = 'mutation ($input: ResetPasswordInput!) { resetPassword(input: $input) { changed } }';
  expect(await send('00', reset, { token, newPassword: person.password })).toMatchObject(elsewhere('01'));
  const invalid = { status: 200, errors: [{ extensions: { code: 'EMAIL_LINK_INVALID' } }] };
  expect(await confirm('00', `ab${token.slice(2)}`)).toMatchObject(invalid);
  expect(await confirm('00', `00${token.slice(2)}`)).toMatchObject(invalid);
  expect(await confirm('01', token, '?pod=01')).toMatchObject({ status: 200, errors: [] });
  expect(await confirm('01', token, '?pod=01')).toMatchObject(invalid);
});

test('an account stays found where it is when new ones go elsewhere', async () => {
  const person = await member('01');
  await onlyTo('00');
  expect(await holders(person.email)).toEqual(['01']);
  expect(await sendKind('00', 'sign-in', person)).toMatchObject(elsewhere('01'));
  expect((await signIn(services['01'], person)).cookie?.value).toMatch(/^01/);
  expect(await sendKind('01', 'sign-in', newPerson())).toMatchObject(elsewhere('00'));
});

test('a request that the router has led to the wrong pod is not led in a circle', async () => {
  const person = await member('01');
  expect(await sendKind('00', 'sign-in', person, '?pod=01')).toMatchObject({ status: 503, location: null });
});

test('of two pods that claim an address at the same time, one gets it', async () => {
  directories.push(...PODS.map((pod) => openDirectory(shared.url, { pod, log: pino({ level: 'silent' }) })));
  const emails = Array.from({ length: 30 }, () => newPerson().email);
  const claims = await Promise.all(
    emails.map((email) => Promise.all(directories.map((directory) => directory.claim(email)))),
  );
  for (const [one, other] of claims) expect(one).not.toBe(other);
});

test('check-config tries the directory', async () => {
  const { json } = await run('01', ['--json', 'check-config']);
  expect(json().checks).toContainEqual({ name: 'directory', outcome: 'ok', message: 'pods 00, 01; this is 01' });
});

test('the operator cannot create an account whose address another pod has', async () => {
  const { email } = await member('01');
  const { code, out } = await run('00', ['create-user', '--email', email]);
  expect([code, out]).toEqual([1, 'User with this email already exists\n']);
  expect(await holders(email)).toEqual(['01']);
});

test('an address of another pod cannot be taken: its owner is told, and the response says nothing', async () => {
  const [owner, thief] = [await member('01'), await member('00')];
  const change = (email: string) =>
    visit(services['00'], thief.browser, CHANGE, { email, currentPassword: thief.password });
  expect((await change(owner.email)).body.data.changeEmail).toEqual({ accepted: true });
  await mailAbout(mails, owner.email, 'Someone asked to use your e-mail address');

  const free = newPerson().email;
  await change(free);
  const token = tokenIn(await mailAbout(mails, free, 'Confirm your new e-mail address'));
  // Another pod claims it before the link is opened.
  await shared.query("UPDATE addresses SET pod = '01' WHERE email = $1", [free]);
  const refused = await visit(services['00'], {}, CONFIRM, { token });
  expect(refused.body.errors?.[0]?.extensions.code).toBe('EMAIL_TAKEN');
  await shared.query('DELETE FROM addresses WHERE email = $1', [free]);
  expect((await visit(services['00'], {}, CONFIRM, { token })).body.data.confirmEmail).toEqual({ email: free });
  expect(await shared.query('SELECT pod FROM addresses WHERE email = $1', [free])).toEqual([{ pod: '00' }]);
});

test('a registration finds the accounts of a pod, and gives up what no account has', async () => {
  const { userId } = await createAccount(databases['00']);
  const [user] = await databases['00'].query<{ email: string }>('SELECT email FROM users WHERE id = $1', [userId]);
  const [left, fresh] = [newPerson().email, newPerson().email];
  await shared.query(
    "INSERT INTO addresses VALUES ($1, '00', now() - interval '26 hours'), ($2, '00', now() - interval '24 hours')",
    [left, fresh],
  );
  const { code, json } = await admin('00', 'register');
  expect(code).toBe(0);
  expect(json()).toMatchObject({ conflicts: [] });
  // Maintenance of the running service may have released it before.
  const found = await shared.query('SELECT email FROM addresses WHERE email = ANY($1)', [[user?.email, left, fresh]]);
  expect(found.map(({ email }) => email).sort()).toEqual([user?.email, fresh].sort());

  await shared.query("UPDATE addresses SET pod = '01' WHERE email = $1", [user?.email]);
  expect((await admin('00', 'register')).json().conflicts).toEqual([user?.email]);
  await shared.query('DELETE FROM addresses WHERE email = $1', [user?.email]);
});

test('a pod that was restored to before a move does not act for the account again', async () => {
  const { userId } = await createAccount(databases['00']);
  const email = `${userId}@example.com`;
  await setLogin(databases['00'], userId, { email, passwordHash: 'none' });
  await admin('00', 'register');
  await shared.query(`UPDATE addresses SET pod = '01' WHERE email = $1`, [email]);
  await run('00', ['pause']);
  const repair = ['--json', 'after-restore', '--at', new Date(Date.now() - 1_000).toISOString()];
  expect((await run('00', [...repair, '--dry-run'])).json()).toMatchObject({ movedAway: null });
  const isActive = async () =>
    (await databases['00'].query('SELECT deactivated_at FROM users WHERE id = $1', [userId]))[0]?.deactivated_at ===
    null;
  expect(await isActive()).toBe(true);
  expect((await run('00', repair)).json()).toMatchObject({ movedAway: [email] });
  expect(await isActive()).toBe(false);
  expect((await run('00', repair.slice(1))).out).toMatch(/In another pod, deactivated +\S+@example\.com/);
  await run('00', ['resume']);
});

test('while the directory is away, only what needs it fails, and says so', async () => {
  const person = await member('00');
  const { apiKey } = await createAccount(databases['00'], { connected: ['fediverse-1'] });
  proxy.refuse();
  try {
    for (const kind of Object.keys(WITHOUT_SESSION)) {
      expect(await sendKind('00', kind, person)).toMatchObject({
        status: 503,
        retryAfter: '5',
        errors: [{ extensions: { code: 'DIRECTORY_UNAVAILABLE', retryAfterSeconds: 5 } }],
      });
    }
    const change = { email: newPerson().email, currentPassword: person.password };
    const { body } = await visit(services['00'], person.browser, CHANGE, change);
    expect(body.errors?.[0]?.extensions.code).toBe('DIRECTORY_UNAVAILABLE');

    expect((await visit(services['00'], person.browser, '{ viewer { email } }')).body.data.viewer.email).toBe(
      person.email,
    );
    const created = await fetch(`${services['00'].url}/api/v1/create-post`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ content: 'Goes on', platforms: ['fediverse-1'] }),
    });
    expect(created.status).toBe(200);
    const { code, out } = await admin('00', 'list');
    expect([code, out]).toEqual([1, expect.stringContaining('Try again in 5 seconds')]);
  } finally {
    proxy.restore();
    services['00'].errors.length = 0;
  }
  const cookie = await eventually(async () => (await signIn(services['00'], person)).cookie);
  expect(cookie.value).toMatch(/^00/);
});

describe('--all-pods', () => {
  let folder: string;
  const environment = (pod: Pod, url: string) =>
    `POD=${pod}\nDATABASE_URL=${url}\nENCRYPTION_KEYS=${ENCRYPTION_KEY.toString('base64')}\n`;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'pods-'));
    for (const pod of PODS) await writeFile(path.join(folder, `${pod}.env`), environment(pod, databases[pod].url));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const inAll = (...args: string[]) => run('00', ['--json', '--all-pods', folder, ...args]);

  test('shows the users of every pod', async () => {
    const people = [await member('00'), await member('01')];
    const { code, json } = await inAll('list-users', '--limit', '500');
    expect(code).toBe(0);
    const listed = PODS.map((pod) => json()[pod].users.map(({ email }: Person) => email));
    for (const [index, { email }] of people.entries()) {
      expect(listed.map((emails) => emails.includes(email))).toEqual(PODS.map((_, other) => other === index));
    }
  });

  test('shows the other pods when one is away, and fails', async () => {
    await writeFile(path.join(folder, '01.env'), environment('01', 'postgres://nobody@127.0.0.1:1/none'));
    const { code, json } = await inAll('status');
    expect(code).toBe(1);
    expect(json()['00']).toMatchObject({ pausedSince: null });
    expect(json()['01'].error).toContain('The database cannot be used');
  });

  test('is refused for what changes something, for an empty folder, and where POD is another', async () => {
    expect((await inAll('pause')).out).toContain(
      '--all-pods is for list-users, status, audit, posts, queues, mails, processes.',
    );
    expect((await run('00', ['--all-pods', path.join(folder, 'none'), 'status'])).out).toContain('cannot be read');
    await writeFile(path.join(folder, '02.env'), 'POD=03\n');
    expect((await inAll('audit')).json()['02'].error).toContain('is the configuration of pod 03');
  });
});

test('the commands say what is wrong', async () => {
  expect((await admin('00', 'weight', '07', '1')).out).toContain('There is no pod 07 in the directory');
  expect((await admin('00', 'weight', '7', '1')).out).toContain('It must be two hexadecimal digits.');
  expect((await admin('00', 'weight', '01', '1001')).out).toContain('It must be a whole number from 0 to 1000.');
});
