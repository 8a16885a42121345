/**
 * Who may call the API: every combination of what its checks read, on both API surfaces, against the list of
 * the contract [authentication/order], written down a second time.
 */
import fc from 'fast-check';
import { Pool } from 'undici';
import type { AnyRoute } from '../../rest-compat/route.js';
import { API_ROUTES } from '../../rest-compat/routes.js';
import { createAccount } from '../support/account.js';
import type { Headers } from '../support/graphql.js';
import { startContract, UNKNOWN_ID } from './contract.js';

const contract = startContract({});
let pool: Pool;

const ACCOUNTS = combinations({
  plan: ['starter', 'pro', 'premium'],
  mcpAccess: [false, true],
  workspaceAccess: [false, true],
  state: ['inactive', 'active', 'on hold'],
} as const);
const CALLS = combinations({
  user: ['absent', 'malformed', 'own', 'managed', 'foreign', 'unknown', 'detached'],
  client: ['absent', 'mcp', 'web'],
} as const);
/** Keys of an account by their rights, and the key of a user that it manages. */
const VALID_KEYS = ['plain', 'mcp', 'workspace', 'both', 'of a managed user'] as const;
/** Keys that are refused for every account. They are tried on the first, which also breaks later rules. */
const INVALID_KEYS = ['missing', 'wrong', 'revoked', 'orphan'] as const;
const KEYS = [...INVALID_KEYS, ...VALID_KEYS];

type Account = (typeof ACCOUNTS)[number];
type Key = (typeof KEYS)[number];
type Case = Account & (typeof CALLS)[number] & { key: Key };
type Refusal = readonly [status: number, message: string];

const REFUSALS = {
  noKey: [401, 'API key is required'],
  wrongKey: [401, 'Invalid API key'],
  noOwner: [401, 'Invalid API key owner'],
  plan: [403, 'API access is not enabled for this account'],
  mcp: [403, 'MCP access is not enabled for this account'],
  malformedUser: [400, 'Invalid x-service-user-id'],
  workspace: [403, 'Workspace access is not enabled for this key'],
  notManaged: [403, 'User is not managed by key'],
} as const satisfies Record<string, Refusal>;

const mayMcp = ({ key, mcpAccess }: Case) => mcpAccess && (key === 'mcp' || key === 'both');
const mayWorkspace = ({ key, workspaceAccess }: Case) => workspaceAccess && (key === 'workspace' || key === 'both');

/** The checks in their order. A hold closes the dashboard and not the API [dashboard/account-on-hold]. */
function refusalOf(one: Case): Refusal | undefined {
  const { key, plan, state, user, client } = one;
  if (key === 'missing') return REFUSALS.noKey;
  if (key === 'wrong' || key === 'revoked') return REFUSALS.wrongKey;
  if (key === 'orphan' || state === 'inactive') return REFUSALS.noOwner;
  if (plan === 'starter') return REFUSALS.plan;
  if (client === 'mcp' && !mayMcp(one)) return REFUSALS.mcp;
  if (user === 'malformed') return REFUSALS.malformedUser;
  if (user === 'absent' || user === 'own') return undefined;
  if (!mayWorkspace(one)) return REFUSALS.workspace;
  return user === 'managed' ? undefined : REFUSALS.notManaged;
}

/** A case with the headers that make it, and the user for whom it calls when it is let in. */
interface Attempt {
  one: Case;
  headers: Headers;
  actsFor: string;
}

const attempts: Attempt[] = [];

beforeAll(async () => {
  pool = new Pool(contract.service.url, { connections: 16 });
  const foreign = await (await createAccount(contract.db, { workspaceAccess: true })).manage();
  const orphan = await createAccount(contract.db);
  await contract.db.query('DELETE FROM users WHERE id = $1', [orphan.userId]);
  for (const account of ACCOUNTS) attempts.push(...(await attemptsOf(account, foreign, orphan.apiKey)));
});
afterAll(() => pool?.close());

async function attemptsOf(account: Account, foreign: string, orphanKey: string): Promise<Attempt[]> {
  const { db } = contract;
  const { userId, apiKey, newKey, manage } = await createAccount(db, account);
  const [caller, sibling, detached] = [await manage(), await manage(), await manage()];
  const managedKey = await newKey({ mcpAccess: true, workspaceAccess: true });
  const keys: Record<Key, string | undefined> = {
    missing: undefined,
    wrong: apiKey.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    orphan: orphanKey,
    plain: await newKey({ mcpAccess: false, workspaceAccess: false }),
    mcp: await newKey({ mcpAccess: true, workspaceAccess: false }),
    workspace: await newKey({ mcpAccess: false, workspaceAccess: true }),
    both: await newKey({ mcpAccess: true, workspaceAccess: true }),
    revoked: await newKey({ mcpAccess: true, workspaceAccess: true, revoked: true }),
    'of a managed user': managedKey,
  };
  const prefix = managedKey.split('.')[0];
  await db.query('UPDATE api_keys SET user_id = $1, scopes = $2 WHERE prefix = $3', [
    caller,
    ['READ', 'PUBLISH', 'MANAGE', 'WORKSPACE'],
    prefix,
  ]);
  await db.query('UPDATE users SET managed_by_id = NULL WHERE id = $1', [detached]);
  // The plan of a managed user's own is never read.
  const otherPlan = account.plan === 'starter' ? 'premium' : 'starter';
  await db.query('UPDATE users SET plan = $1 WHERE managed_by_id = $2', [otherPlan, userId]);
  const column = { active: undefined, 'on hold': 'held_at', inactive: 'deactivated_at' }[account.state];
  if (column) await db.query(`UPDATE users SET ${column} = now() WHERE id = $1`, [userId]);

  const withKey = (key: Key): Attempt[] => {
    const isManaged = key === 'of a managed user';
    const own = isManaged ? caller : userId;
    const managed = isManaged ? sibling : caller;
    const users = {
      absent: undefined,
      malformed: 'f'.repeat(23),
      own,
      managed,
      foreign,
      unknown: UNKNOWN_ID,
      detached,
    };
    return CALLS.map((call) => ({
      one: { ...account, ...call, key },
      headers: present({
        'x-api-key': keys[key],
        'x-service-user-id': users[call.user],
        'x-service-client': call.client === 'absent' ? undefined : call.client,
      }),
      actsFor: call.user === 'managed' ? managed : own,
    }));
  };
  return [...(account === ACCOUNTS[0] ? INVALID_KEYS : []), ...VALID_KEYS].flatMap(withKey);
}

test('the combinations meet every rule, and some are let in', () => {
  const outcomes = new Set(attempts.map(({ one }) => refusalOf(one)));
  expect(outcomes).toEqual(new Set([...Object.values(REFUSALS), undefined]));
});

test.each(KEYS)('over GraphQL, key: %s', async (key) => {
  const statuses = new Map<string, number>();
  const { data } = await graphql({}, '{ errorCodes { code status } }');
  for (const { code, status } of data.errorCodes) statuses.set(code, status);

  await expectOf(key, async ({ one, headers, actsFor }) => {
    const { data, errors } = await graphql(headers, '{ viewer { id } }');
    const got = errors ? [statuses.get(errors[0].extensions.code), errors[0].message] : data.viewer.id;
    return { got, expected: refusalOf(one) ?? actsFor };
  });
});

test.each(KEYS)('over REST, on any route, key: %s', (key) => {
  const messages = new Set<unknown>(Object.values(REFUSALS).map(([, message]) => message));
  const routes = fc.sample(fc.constantFrom(...API_ROUTES), { seed: KEYS.indexOf(key), numRuns: attempts.length });
  return expectOf(key, async ({ one, headers }) => {
    const { method, path } = routes.pop() as AnyRoute;
    const { status, body } = await send(method.toUpperCase(), `/api/v1${path.replace(/:\w+/, UNKNOWN_ID)}`, headers);
    // The routes of workspace users need the right that acting for one of them needs [workspace-users/workspace-
    // access].
    const ofRoute = path.startsWith('/workspace/') && !mayWorkspace(one) ? REFUSALS.workspace : undefined;
    const got = messages.has(body.error) ? [status, body.error] : 'let in';
    return { got, expected: refusalOf(one) ?? ofRoute ?? 'let in', method, path };
  });
});

/** Makes all attempts with a key, some at a time; those with another outcome than the list's are reported. */
async function expectOf(
  key: Key,
  attempt: (one: Attempt) => Promise<{ got: unknown; expected: unknown }>,
): Promise<void> {
  const todo = attempts.filter(({ one }) => one.key === key);
  expect(todo).toHaveLength((INVALID_KEYS.some((one) => one === key) ? 1 : ACCOUNTS.length) * CALLS.length);
  const different: unknown[] = [];
  const left = todo.values();
  const work = async () => {
    for (const next of left) {
      const outcome = await attempt(next);
      if (JSON.stringify(outcome.got) !== JSON.stringify(outcome.expected)) different.push({ ...next.one, ...outcome });
    }
  };
  await Promise.all(Array.from({ length: 16 }, work));
  expect(different).toEqual([]);
}

async function send(method: string, path: string, headers: Headers, body: object = {}) {
  const sent = method === 'GET' ? {} : { body: JSON.stringify(body) };
  const answer = await pool.request({
    method: method as 'GET',
    path,
    headers: { 'content-type': 'application/json', ...headers },
    ...sent,
  });
  // biome-ignore lint/suspicious/noExplicitAny: the test states the shape that it expects.
  return { status: answer.statusCode, body: (await answer.body.json()) as any };
}

const graphql = async (headers: Headers, query: string) => (await send('POST', '/graphql', headers, { query })).body;

/** The headers that are there. */
const present = (headers: Record<string, string | undefined>): Headers =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

type Combination<Axes extends Record<string, readonly unknown[]>> = { [Name in keyof Axes]: Axes[Name][number] };

/** Each value of each axis with each of the others. */
function combinations<Axes extends Record<string, readonly unknown[]>>(axes: Axes): Combination<Axes>[] {
  const start: Record<string, unknown>[] = [{}];
  return Object.entries(axes).reduce(
    (rows, [name, values]) => rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value }))),
    start,
  ) as Combination<Axes>[];
}
