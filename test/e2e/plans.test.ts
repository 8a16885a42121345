/** Plans of the operator: the file, the commands, and what REST and GraphQL then allow. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runAdmin } from '../../src/compose/run-admin.js';
import { createAccount, ENCRYPTION_KEY, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { codeBlocks } from '../support/documents.js';
import { graphql } from '../support/graphql.js';
import { type Service, startService } from '../support/service.js';

const LATER = '2035-03-15T10:00:00.000Z';

/** The example of the page. */
const EXAMPLE = codeBlocks('docs/operating.md').find(({ code }) => code.includes('"initial"'))?.code ?? '';

let folder: string;
let file: string;
let db: TestDatabase;
let service: Service;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'plans-'));
  file = path.join(folder, 'plans.json');
  await writeFile(file, EXAMPLE);
  db = await createTestDatabase();
  service = await startService({ db, roles: 'api', env: { PLANS_FILE: file } });
});
afterAll(async () => {
  await service?.stop();
  await db?.drop();
  await rm(folder, { recursive: true });
});

async function admin(args: string[], env: Record<string, string> = { PLANS_FILE: file }) {
  const outcome = { code: 0, out: '', error: '' };
  outcome.code = await runAdmin(args, {
    env: {
      DATABASE_URL: db.url,
      ENCRYPTION_KEYS: ENCRYPTION_KEY.toString('base64'),
      LOG_LEVEL: 'silent',
      ...env,
    },
    readInput: async () => '',
    write: (text) => (outcome.out += text),
    writeError: (text) => (outcome.error += text),
  });
  return outcome;
}

async function answer(args: string[], env?: Record<string, string>) {
  const { code, out, error } = await admin(['--json', ...args], env);
  expect({ code, error }).toEqual({ code: 0, error: '' });
  return JSON.parse(out);
}

async function createPost({ apiKey }: TestAccount, body: object, { url } = service, headers: object = {}) {
  const response = await fetch(`${url}/api/v1/create-post`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey, ...headers },
    body: JSON.stringify({ content: 'Hi', scheduledTime: LATER, ...body }),
  });
  return { status: response.status, body: await response.json() };
}

const usageOf = async ({ apiKey }: TestAccount, { url } = service) => {
  const query = `{ usage { plan { key name price maxConnectedAccounts platforms } latestScheduleAt
                           postsPerMonth { limit per } scheduledPosts { limit } storage { limitBytes limitFiles } } }`;
  const { data, errors } = await graphql({ url }, { 'x-api-key': apiKey }, query);
  expect(errors).toBeUndefined();
  return data.usage;
};

const OK = { status: 200, body: expect.objectContaining({ success: true }) };
const PLATFORMS = ['fediverse-1', 'messenger-1'];

test('the limits of a plan of the file hold at REST, with the structured errors of the contract', async () => {
  const account = await createAccount(db, { plan: 'team', connected: PLATFORMS });
  for (let posts = 0; posts < 3; posts += 1) {
    expect(await createPost(account, { platforms: ['fediverse-1'] })).toEqual(OK);
  }
  expect(await createPost(account, { platforms: ['fediverse-1'] })).toEqual({
    status: 403,
    body: {
      error: 'Post limit reached',
      code: 'POST_LIMIT_REACHED',
      metric: 'posts.platform_monthly',
      message: 'Monthly post limit reached. Your Team plan allows 3 platform posts per month.',
      limit: 3,
      used: null,
      requested: 1,
      remaining: null,
      periodStart: '2035-03-01T00:00:00.000Z',
      periodEnd: '2035-04-01T00:00:00.000Z',
      planName: 'Team',
      scope: 'connection',
      blockedPlatforms: [{ platformSelection: 'fediverse-1', used: 3, remaining: 0 }],
    },
  });
  expect(await usageOf(account)).toMatchObject({
    plan: { key: 'team', name: 'Team', price: '20 € a month', maxConnectedAccounts: null },
    postsPerMonth: { limit: 3, per: 'CONNECTION' },
    scheduledPosts: { limit: 2_147_483_647 },
    storage: { limitBytes: 100 * 1024 ** 3, limitFiles: 2_147_483_647 },
    latestScheduleAt: null,
  });
});

test('a plan without the API refuses keys, and a plan with MCP needs no flag of the account', async () => {
  const free = await createAccount(db, { plan: 'free' });
  expect(await createPost(free, { platforms: ['skyfeed-1'] })).toMatchObject({ status: 403 });
  const team = await createAccount(db, { plan: 'team', connected: PLATFORMS });
  const list = (apiKey: string) =>
    fetch(`${service.url}/api/v1/list-posts`, { headers: { 'x-api-key': apiKey, 'x-service-client': 'mcp' } });
  expect((await list(await team.newKey({ mcpAccess: true }))).status).toBe(200);
  expect((await list(team.apiKey)).status).toBe(403);
});

test('set-limits replaces limits of one account, which the audit log has, and --reset removes them', async () => {
  const account = await createAccount(db, { plan: 'team', connected: PLATFORMS });
  const options = ['--posts-per-month', '1', '--platforms', 'fediverse', '--horizon-days', '30000'];
  const changed = await answer(['set-limits', account.userId, ...options]);
  expect(changed).toMatchObject({
    plan: 'team',
    planName: 'Team',
    limitOverrides: { postsPerMonth: 1, platforms: ['fediverse'], horizonDays: 30_000 },
  });
  expect(await createPost(account, { platforms: ['fediverse-1'] })).toEqual(OK);
  expect(await createPost(account, { platforms: ['fediverse-1'] })).toMatchObject({
    status: 403,
    body: { code: 'POST_LIMIT_REACHED', limit: 1, planName: 'Team' },
  });
  expect(await createPost(account, { platforms: ['messenger-1'] })).toMatchObject({
    status: 403,
    body: { code: 'PLATFORM_NOT_AVAILABLE', disallowedPlatforms: ['messenger'], allowedPlatforms: ['fediverse'] },
  });
  expect(await usageOf(account)).toMatchObject({
    plan: { platforms: ['FEDIVERSE'] },
    postsPerMonth: { limit: 1 },
  });

  await answer(['set-limits', account.userId, '--posts-per-month', 'none', '--platforms', 'all', '--api', 'off']);
  expect(await createPost(account, { platforms: ['messenger-1'] })).toMatchObject({ status: 403 });
  const reset = await answer(['set-limits', account.userId, '--reset', '--api', 'on', '--drafts', '0']);
  expect(reset.limitOverrides).toEqual({ apiAccess: true, drafts: 0 });
  expect(await createPost(account, { platforms: ['messenger-1'] })).toEqual(OK);
  expect(await createPost(account, { platforms: ['messenger-1'], scheduledTime: undefined })).toMatchObject({
    status: 403,
  });
  expect((await answer(['set-limits', account.userId, '--reset'])).limitOverrides).toBeNull();

  const { events } = await answer(['audit', account.userId]);
  expect(events.map(({ action, actor, details }: Record<string, unknown>) => ({ action, actor, details }))).toEqual([
    {
      action: 'entitlements_changed',
      actor: 'operator',
      details: { limits: [], limitsBefore: ['apiAccess: true', 'drafts: 0'] },
    },
    expect.objectContaining({ action: 'entitlements_changed' }),
    expect.objectContaining({ action: 'entitlements_changed' }),
    {
      action: 'entitlements_changed',
      actor: 'operator',
      details: { limits: ['horizonDays: 30000', 'platforms: fediverse', 'postsPerMonth: 1'], limitsBefore: [] },
    },
  ]);
});

test('set-limits refuses what has no effect', async () => {
  const account = await createAccount(db, { plan: 'team' });
  expect(await admin(['set-limits', account.userId])).toMatchObject({
    code: 1,
    error: 'Specify a limit, or --reset.\n',
  });
  for (const option of [
    ['--drafts', 'many'],
    ['--horizon-days', '0'],
    ['--platforms', 'fediverse,nowhere'],
    ['--storage-gigabytes', '-1'],
  ]) {
    expect(await admin(['set-limits', account.userId, ...option])).toMatchObject({ code: 1 });
  }
  const managed = await account.manage();
  expect((await admin(['set-limits', managed, '--drafts', '1'])).error).toMatch(/is managed by/);
  await answer(['set-channels', account.userId, '2']);
  expect((await admin(['set-limits', account.userId, '--connections', '3'])).error).toMatch(/set-channels/);
});

test('plans lists those in force with their accounts; set-plan and create-user take them, and no others', async () => {
  const account = await createAccount(db, { plan: 'free' });
  expect(await answer(['set-plan', account.userId, 'team'])).toMatchObject({ plan: 'team', planName: 'Team' });
  expect(await createPost(account, { platforms: ['fediverse-1'] })).toEqual(OK);
  expect(await admin(['set-plan', account.userId, 'pro'])).toMatchObject({
    code: 1,
    error: 'There is no plan pro. The plans are free, team.\n',
  });
  expect(await answer(['create-user', '--email', 'new@example.com'])).toMatchObject({ plan: 'free', planName: 'Free' });
  const plans = await answer(['plans']);
  expect(plans).toEqual([
    { key: 'free', isInitial: true, plan: expect.objectContaining({ name: 'Free' }), accounts: expect.any(Number) },
    {
      key: 'team',
      isInitial: false,
      plan: expect.objectContaining({ price: '20 € a month' }),
      accounts: expect.any(Number),
    },
  ]);
  const { out } = await admin(['plans']);
  expect(out).toMatch(/^Plan +free, of new accounts$/m);
  expect(out).toMatch(/^Posts per month +3 per connection$/m);
  expect(out).toMatch(/^Scheduled posts +no limit$/m);
  // Without the file, these accounts would have the limits of the initial plan: that is shown, and no service starts so.
  expect((await admin(['plans'], {})).out).toMatch(/^Plan +team: not in force/m);
  await expect(startService({ db, roles: 'api' })).rejects.toThrow(
    /Accounts have plans that are not in force: free \(accounts: \d+\), team \(accounts: \d+\)\. Add these to PLANS_FILE/,
  );
});

test('unlimited: an account of any plan has the API and no limits', async () => {
  const unlimited = await startService({ db, roles: 'api', env: { PLANS: 'unlimited' } });
  const account = await createAccount(db, { plan: 'starter', connected: PLATFORMS });
  for (let posts = 0; posts < 20; posts += 1) {
    expect(await createPost(account, { platforms: PLATFORMS }, unlimited)).toEqual(OK);
  }
  expect(await usageOf(account, unlimited)).toMatchObject({
    plan: { name: 'Unlimited' },
    postsPerMonth: { limit: 2_147_483_647 },
    latestScheduleAt: null,
  });
  await unlimited.stop();
});
