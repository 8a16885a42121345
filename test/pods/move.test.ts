/** An account that moves from one pod to another: everything in it, interrupted at every step, to and fro. */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Sandbox, type SandboxAccount, startSandbox } from '../../sandbox/sandbox.js';
import { calendarFeedPath } from '../../src/domain/calendar/calendar-feed.js';
import { hashToken } from '../../src/domain/identity/access/session.js';
import { confirmEmailPath, resetPasswordPath } from '../../src/domain/identity/account/account-page.js';
import { exportPath } from '../../src/domain/owner/account-export.js';
import { connectionPagePath } from '../../src/domain/workspaces/connection-page.http.js';
import { newId } from '../../src/foundation/database/id.js';
import { newToken } from '../../src/foundation/pod.js';
import { DAY_MS } from '../../src/foundation/time/durations.js';
import { ACCOUNT_TABLES, DERIVED_TABLES, OTHER_TABLES, SHARED_TABLES } from '../../src/pods/account-tables.js';
import { newPerson, signIn, visit } from '../graphql/browser.js';
import { plain } from '../media/support.js';
import { fillTheRest } from '../reliability/fill-the-rest.js';
import { furnishMarked } from '../reliability/furnish.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { eventually } from '../support/eventually.js';
import { graphql, type Headers, openSocket } from '../support/graphql.js';
import type { Service } from '../support/service.js';
import { allRows, idsOf, type Tables, tracesOf } from '../support/traces.js';
import { type Receiver, startReceiver } from '../webhooks/support.js';
import { as, PODS, type PodName, startPods, type TestPods } from './pods.js';
import { hasHaproxy, startRouter } from './router.js';

const CREATE = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroupId } }';
const NEW_KEY = 'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { rawKey } }';
const VIEWER = '{ viewer { id } }';
/** Links with a token. */
const LINKS = [confirmEmailPath, resetPasswordPath, calendarFeedPath, connectionPagePath];
/** What a move reports, in order. */
const STEPS = ['parked', 'quiet', 'copied', 'verified', 'decided', 'in use', 'ended', 'removed'];

let world: TestPods;
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
  const addresses = Object.entries(sandbox.baseUrls).map(([key, url]) => [`${key.toUpperCase()}_BASE_URL`, url]);
  world = await startPods(() => Object.fromEntries(addresses));
});
afterAll(async () => {
  await world?.close();
  await sandbox?.close();
});
afterEach(() => sandbox.clearFaults());

const api = (pod: PodName) => world.pods[pod].api;
const other = (pod: PodName): PodName => (pod === '00' ? '01' : '00');

/** An account in a pod. */
const newAccount = (pod: PodName) => as(pod, () => createAccount(world.pods[pod].db, { workspaceAccess: true }));

/** Without a router: the operator has updated it when the command is run a second time. */
const move = (from: PodName, who: string, onLine?: (line: string) => void, more: string[] = []) =>
  world.admin(
    from,
    ['pods', 'move', who, '--to', other(from), '--pods', world.folder, '--settle', '0', ...more],
    onLine,
  );

async function moveWholly(from: PodName, who: string): Promise<void> {
  for (const time of ['first', 'second']) {
    const { code, out } = await move(from, who);
    expect([time, code, out]).toEqual([time, 0, expect.any(String)]);
  }
}

/** Ends the command once it has reported a step, as a kill would; false: it came to its end before. */
async function interrupted(step: string, from: PodName, who: string, more: string[] = []): Promise<boolean> {
  const { code, out } = await move(
    from,
    who,
    (line) => {
      if (line.startsWith(step)) throw new Error('interrupted by the test');
    },
    more,
  );
  if (code !== 0) expect(out).toContain('interrupted by the test');
  return code !== 0;
}

test('every table is in one of the lists of what moves', async () => {
  const rows = await world.pods['00'].db.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  );
  const listed = [...[...ACCOUNT_TABLES, ...SHARED_TABLES].map(({ name }) => name), ...DERIVED_TABLES, ...OTHER_TABLES];
  expect(listed.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

describe('the rows of an account', () => {
  /** Removes tables and columns whose values differ between databases. */
  const comparable = (tables: Tables): Tables => {
    const transactions = new Set(ACCOUNT_TABLES.flatMap(({ transactionIds = [] }) => transactionIds));
    // Uses are noted a while after them.
    const own = new Set([...transactions, 'url_pure', 'file_path', 'upload_url', 'last_used_at']);
    const left = new Set([...OTHER_TABLES.filter((name) => name !== 'users'), ...DERIVED_TABLES, 'pgboss.job']);
    return Object.fromEntries(
      Object.entries(tables)
        .filter(([name]) => !left.has(name))
        .map(([name, rows]) => {
          const texts = rows
            .filter(({ action }) => action !== 'account_moved')
            .map((row) => JSON.stringify(Object.entries(row).filter(([column]) => !own.has(column))));
          return [name, texts.toSorted()];
        }),
    ) as unknown as Tables;
  };

  /** All rows of a pod that have an id of these users or of anything of theirs. */
  async function rowsOf(pod: PodName, ids: ReadonlySet<string>): Promise<Tables> {
    const tables = await allRows(world.pods[pod].db);
    return Object.fromEntries(
      Object.entries(tables).map(([name, rows]) => [
        name,
        rows.filter((row) => [...ids].some((id) => JSON.stringify(row).includes(id))),
      ]),
    );
  }

  async function furnished(pod: PodName): Promise<TestAccount> {
    const account = await newAccount(pod);
    const { db } = world.pods[pod];
    await as(pod, async () => {
      await furnishMarked({ db, sandbox, service: api(pod) }, account);
      await fillTheRest(db, account.userId);
    });
    return account;
  }

  test('are all there after a move, and after the move back; none is left behind', async () => {
    const { userId } = await furnished('00');
    const bystander = await furnished('00');
    const all = await allRows(world.pods['00'].db);
    const users = all.users ?? [];
    const own = users.filter((row) => row.id === userId || row.managed_by_id === userId).map(({ id }) => String(id));
    for (const { user_id, person_id } of all.memberships ?? [])
      if (own.includes(String(user_id))) own.push(String(person_id));
    const everybody = [...users, ...(all.people ?? [])].map(({ id }) => String(id));
    const strangers = everybody.filter((id) => !own.includes(id));
    const shared = idsOf(all, strangers);
    const ids = new Set([...idsOf(all, own)].filter((id) => !shared.has(id)));
    const [before, ofOthers] = [await rowsOf('00', ids), tracesOf(all, shared)];

    await moveWholly('00', userId);
    expect(comparable(await rowsOf('01', ids))).toEqual(comparable(before));
    const left = await allRows(world.pods['00'].db);
    expect(Object.keys(tracesOf(left, ids))).toEqual(
      expect.not.arrayContaining(ACCOUNT_TABLES.map(({ name }) => name)),
    );
    expect(tracesOf(left, shared)).toEqual(ofOthers);
    expect((await graphql(api('00'), { 'x-api-key': bystander.apiKey }, VIEWER)).errors).toBeUndefined();
    // What triggers count is right.
    const [sums] = await world.pods['01'].db.query(
      `SELECT (SELECT count(*)::int FROM correct_post_counts($1)) AS wrong,
              (SELECT files FROM storage_usage WHERE user_id = $1) = (SELECT count(*) FROM media WHERE user_id = $1) AS files`,
      [userId],
    );
    expect(sums).toEqual({ wrong: 0, files: true });

    await moveWholly('01', userId);
    expect(comparable(await rowsOf('00', ids))).toEqual(comparable(before));
  });
});

describe('while it moves', () => {
  test('requests get 503 with Retry-After, and sign-ins too; then the other pod has it', async () => {
    const person = newPerson();
    const create = ['create-user', '--email', person.email, '--plan', 'premium', '--password-stdin'];
    expect((await runWithInput('00', create, person.password)).code).toBe(0);
    const { browser } = await signIn(api('00'), person);
    const { body } = await visit(api('00'), browser, NEW_KEY, { name: 'Test' });
    const socket = openSocket(api('00'), { 'x-api-key': body.data.createApiKey.rawKey });
    const closed = new Promise((resolve) => socket.on('closed', (event) => resolve((event as CloseEvent).code)));
    const ended = new Promise((resolve) =>
      socket.subscribe(
        { query: 'subscription { accountActivity { cursor } }' },
        { next: () => undefined, error: resolve, complete: () => resolve(null) },
      ),
    );
    await eventually(async () => (await liveSockets('00')) || undefined);

    expect(await interrupted('quiet', '00', person.email)).toBe(true);
    expect(await closed).toBe(4503);
    await ended;
    for (const pod of PODS) {
      expect(await codeIn(pod, browser)).toBe(pod === '00' ? 'SERVICE_BUSY' : 'SESSION_REQUIRED');
    }
    const input = { email: person.email, password: person.password };
    const refused = await post(
      '00',
      {},
      'mutation ($input: SignInInput!) { signIn(input: $input) { expiresAt } }',
      input,
    );
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);

    const { out } = await move('00', person.email);
    expect(out).toContain('pods map');
    const codes = async () => Promise.all(PODS.map((pod) => codeIn(pod, browser)));
    expect(await codes()).toEqual(['SERVICE_BUSY', undefined]);
    expect((await move('00', person.email)).code).toBe(0);
    expect(await codes()).toEqual(['SESSION_REQUIRED', undefined]);
    expect((await signIn(api('01'), person)).cookie?.value).toMatch(/^01/);
    const elsewhere = await post(
      '00',
      {},
      'mutation ($input: SignInInput!) { signIn(input: $input) { expiresAt } }',
      input,
    );
    expect([elsewhere.status, elsewhere.headers.get('location')]).toEqual([307, '?pod=01']);
    expect((await move('00', person.email)).out).toContain('has no account');
  });

  test('its links get 503 with Retry-After, and are not said to be invalid', async () => {
    const { userId } = await newAccount('00');
    const [tokens, exportId] = [LINKS.map(newToken), newId()];
    const { db } = world.pods['00'];
    const [{ email } = { email: '' }] = await db.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [
      userId,
    ]);
    const [hashes, later] = [tokens.map(hashToken), new Date(Date.now() + DAY_MS)];
    await db.query(
      `INSERT INTO email_tokens (token_hash, purpose, email, person_id, created_at, expires_at)
       SELECT hash, purpose, $5, person_id, now(), $3 FROM memberships,
              (VALUES ($1, 'confirm_email'), ($2, 'reset_password')) AS link(hash, purpose) WHERE user_id = $4`,
      [hashes[0], hashes[1], later, userId, email],
    );
    await db.query('INSERT INTO calendar_feeds (user_id, secret_hash, created_at) VALUES ($1, $2, now())', [
      userId,
      hashes[2],
    ]);
    await db.query('INSERT INTO connection_pages (user_id, token_hash, token, expires_at) VALUES ($1, $2, $3, $4)', [
      userId,
      hashes[3],
      '',
      later,
    ]);
    await db.query(
      `INSERT INTO account_exports (id, user_id, key, status, requested_at, expires_at) VALUES ($1, $2, '', 'ready', now(), $3)`,
      [exportId, userId, later],
    );
    const paths = [...LINKS.map((path, index) => path(tokens[index] ?? '')), exportPath(exportId)];
    expect(await interrupted('quiet', '00', userId)).toBe(true);
    const answers = await Promise.all(paths.map((path) => fetch(api('00').url + path)));
    expect(answers.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual(
      paths.map(() => [503, '5']),
    );
    // There is no archive, which the other pod would be given, and no token to decrypt.
    await db.query('DELETE FROM account_exports WHERE id = $1', [exportId]);
    await db.query('DELETE FROM connection_pages WHERE user_id = $1', [userId]);
    await moveWholly('00', userId);
    const there = await Promise.all(paths.slice(0, 3).map((path) => fetch(api('01').url + path)));
    expect(there.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  const post = (pod: PodName, headers: Record<string, string>, query: string, input?: object) =>
    fetch(`${api(pod).url}/graphql`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query, variables: { input } }),
    });
  /** The code of the error with which a query is answered. */
  const codeIn = async (pod: PodName, headers: Headers) =>
    (await graphql(api(pod), headers, VIEWER)).errors?.[0]?.extensions.code;
  const liveSockets = async (pod: PodName) => (await world.pods[pod].db.query('SELECT 1 FROM live_usage')).length > 0;

  test('REST is refused as well, and API keys go on in the other pod', async () => {
    const account = await newAccount('00');
    const list = (pod: PodName) =>
      fetch(`${api(pod).url}/api/v1/list-posts`, { headers: { 'x-api-key': account.apiKey } });
    expect(await interrupted('parked', '00', account.userId)).toBe(true);
    const response = await list('00');
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    await moveWholly('00', account.userId);
    expect((await list('01')).status).toBe(200);
  });
});

/** A command with something on its standard input. */
async function runWithInput(pod: PodName, args: string[], input: string) {
  const { runAdmin } = await import('../../src/compose/run-admin.js');
  const code = await as(pod, () =>
    runAdmin(args, {
      env: { CONFIG_FILE: path.join(world.folder, `${pod}.env`) },
      readInput: async () => input,
      write: () => undefined,
      writeError: () => undefined,
    }),
  );
  return { code };
}

describe('publishing', () => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver?.close());
  const workers: Service[] = [];
  afterEach(async () => {
    for (const worker of workers.splice(0)) await worker.stop();
  });

  /** An account with posts that fall due while it moves: simple ones, threads, files, and those of a managed user. */
  async function author(pod: PodName, seconds: number) {
    const account = await newAccount(pod);
    const managed = await as(pod, account.manage);
    const targets = (['fediverse', 'microblog', 'skyfeed'] as const).map((key) => sandbox.createAccount(key));
    const ids = await as(pod, () => Promise.all(targets.map(account.connect)));
    const { db } = world.pods[pod];
    const own = sandbox.createAccount('fediverse');
    const [ownId] = await as(pod, () => Promise.all([connectFor(pod, managed, own)]));
    const headers = { 'x-api-key': account.apiKey };
    const listen = { name: 'all', url: receiver.url, events: ['POST_PUBLISHED', 'POST_FAILED'] };
    await graphql(
      api(pod),
      headers,
      'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { secret } }',
      { input: listen },
    );
    const texts: string[] = [];
    for (let at = 0; at <= seconds * 1000; at += 1_000) {
      const scheduledTime = new Date(Date.now() + 1_000 + at).toISOString();
      const content = `${account.userId} ${at}`;
      texts.push(content);
      const thread = [content, `${content} a`, `${content} b`].join('\n---\n');
      for (const [who, platformIds, text] of [
        [headers, [ids[0]], content],
        [headers, [ids[1]], thread],
        [headers, [ids[2]], content],
        [{ ...headers, 'x-service-user-id': managed }, [ownId], content],
      ] as const) {
        const { errors } = await graphql(api(pod), who, CREATE, {
          input: { post: { content: text, platformIds }, scheduledTime },
        });
        expect(errors).toBeUndefined();
      }
    }
    return { account, targets: [...targets, own], texts, db };
  }

  async function connectFor(pod: PodName, userId: string, target: SandboxAccount): Promise<string> {
    const { db } = world.pods[pod];
    const someone = await createAccount(db);
    const platformId = await someone.connect(target);
    // Credentials are bound to the connection, not to the user.
    await db.query('UPDATE connections SET user_id = $1 WHERE user_id = $2', [userId, someone.userId]);
    return platformId;
  }

  /** Everything of the account is published in this pod. */
  async function allPublished(pod: PodName, userId: string): Promise<true> {
    const rows = await world.pods[pod].db.query(
      `SELECT id, platform, part_index, status, error, wait, due_at, job_id FROM platform_posts
        WHERE user_id = $1 OR user_id IN (SELECT id FROM users WHERE managed_by_id = $1)`,
      [userId],
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ status }) => status !== 'published')).toEqual([]);
    return true;
  }

  /** How often each text is live on each account. */
  const live = (targets: readonly SandboxAccount[]) =>
    targets.flatMap(({ platform, accountId }) =>
      sandbox.posts({ platform, accountId }).map(({ text }) => `${platform} ${text.trim()}`),
    );

  test('happens once each, to and fro, interrupted at every step', async () => {
    for (const pod of PODS) workers.push(await world.pods[pod].startWorker());
    // Threads are half published when the account is parked.
    sandbox.setFault({ platform: 'microblog', kind: 'delay_before_store', delayMs: 150, times: 1_000 });
    const { account, targets, texts } = await author('00', 20);
    const { userId } = account;
    let from: PodName = '00';
    for (let moves = 0; moves < 2; moves += 1) {
      await sleep(700);
      for (const step of STEPS) await interrupted(step, from, userId);
      await move(from, userId);
      from = other(from);
    }
    await eventually(() => allPublished(from, userId), 90_000);
    const expected = texts.flatMap((text) => [
      `fediverse ${text}`,
      `skyfeed ${text}`,
      `fediverse ${text}`,
      ...['', ' a', ' b'].map((part, index) => `microblog ${text}${part} (${index + 1}/3)`),
    ]);
    expect(live(targets).toSorted()).toEqual(expected.toSorted());
    await eventually(() => delivered(userId, from), 30_000);
  });

  /** No delivery waits, and none has failed. */
  async function delivered(userId: string, pod: PodName): Promise<true | undefined> {
    const rows = await world.pods[pod].db.query<{ status: string }>(
      'SELECT status FROM webhook_deliveries WHERE user_id = $1',
      [userId],
    );
    return (rows.length > 0 && rows.every(({ status }) => status === 'delivered')) || undefined;
  }

  test('goes on in the source when the move is cancelled, before the decision', async () => {
    workers.push(await world.pods['00'].startWorker());
    for (const step of STEPS.slice(0, 4)) {
      const { account, targets, texts } = await author('00', 1);
      expect(await interrupted(step, '00', account.userId)).toBe(true);
      const cancelled = await move('00', account.userId, undefined, ['--cancel']);
      expect([step, cancelled.code, cancelled.out]).toEqual([step, 0, expect.stringContaining('stays in this pod')]);
      await eventually(() => allPublished('00', account.userId), 60_000);
      expect(live(targets)).toHaveLength(texts.length * 6);
      const left = await world.pods['01'].db.query('SELECT 1 FROM parked_users WHERE account_id = $1', [
        account.userId,
      ]);
      expect(left).toEqual([]);
    }
  });

  test('cannot be cancelled after the decision', async () => {
    const { userId } = await newAccount('00');
    expect(await interrupted('decided', '00', userId)).toBe(true);
    const { code, out } = await move('00', userId, undefined, ['--cancel']);
    expect([code, out]).toEqual([1, expect.stringContaining('cannot be cancelled')]);
    await moveWholly('00', userId);
  });
});

describe('a move is refused', () => {
  const refusal = async (who: string, more: string[] = []) => {
    const { code, out } = await move('00', who, undefined, more);
    expect(code).toBe(1);
    return out;
  };

  test('of an unknown account, and of a managed user', async () => {
    expect(await refusal('nobody@example.com')).toContain('has no account nobody@example.com');
    const managed = await as('00', (await newAccount('00')).manage);
    expect(await refusal(managed)).toContain('it moves with its owner');
  });

  test('to the pod that has it, or that the directory does not know', async () => {
    const { userId } = await newAccount('00');
    const own = await world.admin('01', ['pods', 'move', userId, '--to', '01', '--pods', world.folder]);
    expect(own.code).toBe(1);
    expect(await refusal(userId, ['--to', '02'])).toMatch(/02\.env/);
  });

  test('if the target cannot read what the source has encrypted', async () => {
    const { userId } = await newAccount('00');
    const folder = path.join(world.folder, 'other-keys');
    await mkdir(folder);
    const config = await readFile(path.join(world.folder, '01.env'), 'utf8');
    const key = randomBytes(32).toString('base64');
    await writeFile(path.join(folder, '01.env'), config.replace(/^ENCRYPTION_KEYS=.*$/m, `ENCRYPTION_KEYS=${key}`));
    expect(await refusal(userId, ['--pods', folder])).toContain('ENCRYPTION_KEYS of pod 01 lacks a key of pod 00');
  });

  test('if another user of the target has the address of a managed user', async () => {
    const [account, there] = [await newAccount('00'), await newAccount('01')];
    const [managed, taken] = [await as('00', account.manage), await as('01', there.manage)];
    await world.pods['00'].db.query(`UPDATE users SET email = 'ann@example.com' WHERE id = $1`, [managed]);
    await world.pods['01'].db.query(`UPDATE users SET email = 'ann@example.com' WHERE id = $1`, [taken]);
    expect(await refusal(account.userId)).toContain('ann@example.com');
    expect((await graphql(api('00'), { 'x-api-key': account.apiKey }, VIEWER)).errors).toBeUndefined();
  });
});

test('files are there afterwards, under an address of the other pod', async () => {
  const account = await newAccount('00');
  const headers = { 'x-api-key': account.apiKey, 'content-type': 'application/json' };
  const request = async (pod: PodName, method: string, route: string, body?: object) => {
    const response = await fetch(`${api(pod).url}/api/v1${route}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(response.ok).toBe(true);
    return response.json();
  };
  const platformId = await as('00', () => account.connect(sandbox.createAccount('fediverse')));
  const { postGroupId } = await request('00', 'POST', '/create-post', {
    ...{ content: 'Hi', platforms: [platformId], scheduledTime: new Date(Date.now() + DAY_MS).toISOString() },
  });
  const bytes = await plain(4, 4, 'teal').png().toBuffer();
  const { uploadUrl } = await request('00', 'POST', '/get-upload-url', {
    ...{ fileName: 'a.png', contentType: 'image/png', type: 'image', postGroupId },
  });
  expect((await fetch(uploadUrl, { method: 'PUT', headers: { 'content-type': 'image/png' }, body: bytes })).ok).toBe(
    true,
  );
  await moveWholly('00', account.userId);
  const [media] = await world.pods['01'].db.query<{ url_pure: string }>(
    'SELECT url_pure FROM media WHERE user_id = $1',
    [account.userId],
  );
  expect(media?.url_pure.startsWith(api('01').url)).toBe(true);
  const served = await fetch(String(media?.url_pure));
  expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true);
});

test('files that an account shares with one that was detached are copied, and stay with both', async () => {
  const account = await newAccount('00');
  const userId = await as('00', () => account.manage());
  const owner = await as('00', account.session);
  const managed = { ...owner, 'x-service-user-id': userId };
  const body = new Uint8Array(await plain(5, 5, 'teal').png().toBuffer());
  const headers = { 'content-type': 'image/png' };
  const run = async (by: Headers, query: string, input: object) =>
    (await graphql(api('00'), by, query, { input })).data;
  for (const by of [owner, managed]) {
    const create =
      'mutation ($input: CreateUploadInput!) { createUpload(input: $input) { uploadUrl media { mediaId: id } } }';
    const file = { fileName: 'a.png', contentType: 'image/png', type: 'IMAGE' };
    const { uploadUrl, media } = (await run(by, create, file)).createUpload;
    await run(by, 'mutation ($input: KeepInLibraryInput!) { keepInLibrary(input: $input) { media { id } } }', media);
    expect((await fetch(uploadUrl, { method: 'PUT', headers, body })).ok).toBe(true);
    const complete = 'mutation ($input: CompleteUploadInput!) { completeUpload(input: $input) { media { status } } }';
    expect((await run(by, complete, media)).completeUpload.media.status).toBe('READY');
  }
  const urlIn = async (pod: PodName, of: string) => {
    const [file] = await world.pods[pod].db.query<{ url: string }>(
      'SELECT url_pure AS url FROM media WHERE user_id = $1',
      [of],
    );
    return String(file?.url);
  };
  const shared = await urlIn('00', userId);
  expect(await urlIn('00', account.userId)).toBe(shared);
  const detach = 'mutation ($input: DetachManagedUserInput!) { detachManagedUser(input: $input) { detachedUserId } }';
  expect((await run(owner, detach, { userId })).detachManagedUser).not.toBeNull();
  await moveWholly('00', account.userId);
  const moved = await urlIn('01', account.userId);
  expect(moved.slice(moved.indexOf('/image/'))).not.toBe(shared.slice(shared.indexOf('/image/')));
  for (const url of [shared, moved]) {
    const served = new Uint8Array(await (await fetch(url)).arrayBuffer());
    expect(served).toEqual(body);
  }
});

(hasHaproxy ? test : test.skip)('the router leads what has moved to the other pod', async () => {
  const router = await startRouter(PODS.map((pod) => ({ pod, url: api(pod).url })));
  const account = await newAccount('00');
  const session = await as('00', account.session);
  const asks = async (headers: Record<string, string>) => (await graphql(router, headers, VIEWER)).data?.viewer?.id;
  const callers = [{ 'x-api-key': account.apiKey }, session];
  for (const headers of callers) expect(await asks(headers)).toBe(account.userId);
  const place = ['--router', router.folder, '--socket', router.socket];
  const { code, out } = await move('00', account.userId, undefined, place);
  expect([code, out]).toEqual([0, expect.stringContaining('Nothing of it is left in pod 00')]);
  for (const headers of callers) expect(await asks(headers)).toBe(account.userId);
  const map = await world.admin('01', ['--json', 'pods', 'map', '--out', router.folder, '--socket', router.socket]);
  expect(JSON.parse(map.out)).toMatchObject({ applied: true });
  await router.close();
});
