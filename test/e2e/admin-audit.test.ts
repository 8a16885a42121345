/** What the operator does is recorded, and the operator reads the audit log. */
import { hostname, userInfo } from 'node:os';
import { runAdmin } from '../../src/compose/run-admin.js';
import { newId } from '../../src/foundation/database/id.js';
import { newGuarded } from '../graphql/two-factor.js';
import { createAccount, ENCRYPTION_KEY } from '../support/account.js';
import { graphql } from '../support/graphql.js';
import { nodesOf } from '../support/nodes.js';
import { useService } from '../support/service.js';

// Nothing else is recorded meanwhile, and the pause concerns nobody.
const { db, service } = await useService({ alone: true });

async function admin(args: string[]): Promise<{ code: number; out: string; error: string }> {
  const outcome = { code: 0, out: '', error: '' };
  outcome.code = await runAdmin(args, {
    env: { DATABASE_URL: db.url, ENCRYPTION_KEYS: ENCRYPTION_KEY.toString('base64'), LOG_LEVEL: 'silent' },
    readInput: async () => 'another correct horse battery',
    write: (text) => (outcome.out += text),
    writeError: (text) => (outcome.error += text),
  });
  return outcome;
}
/** The response of a command that works, as scripts get it. */
async function answer(...args: string[]) {
  const { code, out, error } = await admin(['--json', ...args]);
  expect({ code, error }).toEqual({ code: 0, error: '' });
  return JSON.parse(out);
}
const newest = async (count: number) => (await answer('audit')).events.slice(0, count);
const total = async (): Promise<number> => (await answer('audit')).total;

const OPERATOR = { actor: 'operator', actorId: null, actorName: `${userInfo().username}@${hostname()}` };
const WITHOUT_REQUEST = { address: null, userAgent: null, requestId: null };

/** An act of the operator, and its only event. */
async function recorded(act: () => Promise<unknown>) {
  const before = await total();
  await act();
  expect((await total()) - before).toBe(1);
  const [event] = await newest(1);
  expect(event).toMatchObject({ ...OPERATOR, ...WITHOUT_REQUEST });
  return event;
}

/** Commands that change something, each with its event; the arguments are made for a new account. */
const COMMANDS: Record<string, { args: (userId: string) => string[]; event: object }> = {
  'set-plan': {
    args: (id) => [id, 'starter'],
    event: { action: 'plan_changed', details: { from: 'premium', to: 'starter' } },
  },
  'set-flags': {
    args: (id) => [id, '--mcp', 'on'],
    event: { action: 'entitlements_changed', details: { mcpAccess: true } },
  },
  'set-limits': {
    args: (id) => [id, '--drafts', '5'],
    event: { action: 'entitlements_changed', details: { limits: ['drafts: 5'], limitsBefore: [] } },
  },
  'set-channels': {
    args: (id) => [id, '3'],
    event: { action: 'entitlements_changed', details: { channels: 3, channelsBefore: null } },
  },
  'confirm-email': { args: (id) => [id], event: { action: 'email_confirmed' } },
  hold: {
    args: (id) => [id, '--reason', 'Unpaid', '--until', '2100-01-01T00:00:00Z'],
    event: { action: 'account_held', details: { until: '2100-01-01T00:00:00.000Z' } },
  },
  release: { args: (id) => [id], event: { action: 'account_released' } },
  deactivate: { args: (id) => [id], event: { action: 'account_deactivated' } },
  activate: { args: (id) => [id], event: { action: 'account_activated' } },
  'end-sessions': { args: (id) => [id], event: { action: 'sessions_ended', details: { ended: 1 } } },
  'set-password': { args: (id) => [id], event: { action: 'password_changed' } },
  'send-password-reset': { args: (id) => [id], event: { action: 'password_reset_sent' } },
  'create-key': {
    args: (id) => [id, '--name', 'Laptop'],
    event: { action: 'api_key_created', subjectType: 'api_key', subjectName: 'Laptop' },
  },
};
/** Commands with separate tests. */
const OTHERS = [
  'create-user',
  'revoke-key',
  'remove-second-factor',
  're-encrypt',
  'pause',
  'resume',
  'after-restore',
  'remove-user',
  'retry',
  'fail',
  'deliveries',
  'show-banner',
  'remove-banner',
];
const READING = [
  'banner',
  'posts',
  'show-post',
  'queues',
  'mails',
  'processes',
  'list-users',
  'show-user',
  'list-keys',
  'status',
  'audit',
  'plans',
  'check-config',
  'check-platform',
];
/** The tables of the log may not be there yet; the directory and the router are of all pods. Moves: test/pods/move. */
const UNRECORDED = ['migrate', 'pods'];

test('every command is recorded, or changes nothing', async () => {
  const { out } = await admin(['--help']);
  const names = [...out.matchAll(/^ {2}([a-z][a-z-]+)(?: |$)/gm)].map(([, name]) => name);
  expect(names.filter((name) => name !== 'help').sort()).toEqual(
    [...Object.keys(COMMANDS), ...OTHERS, ...READING, ...UNRECORDED].sort(),
  );
});

test.each(Object.entries(COMMANDS))('%s', async (command, { args, event }) => {
  const { userId, session } = await createAccount(db);
  await session();
  expect(await recorded(() => answer(command, ...args(userId)))).toMatchObject({ ownerId: userId, userId, ...event });
});

test('create-user, revoke-key and remove-second-factor', async () => {
  let id = '';
  const created = await recorded(async () => {
    ({ id } = await answer('create-user', '--email', `${newId()}@example.com`, '--plan', 'pro'));
  });
  expect(created).toMatchObject({ action: 'account_created', ownerId: id, details: { plan: 'pro' } });
  const { prefix } = await answer('create-key', id);
  expect(await recorded(() => answer('revoke-key', prefix))).toMatchObject({
    action: 'api_key_revoked',
    ownerId: id,
    subjectName: 'Default',
  });
  const { userId } = await newGuarded(service, db);
  expect(await recorded(() => answer('remove-second-factor', userId))).toMatchObject({
    action: 'two_factor_disabled',
    ownerId: userId,
  });
});

test('what concerns the whole installation is in nobody’s log', async () => {
  const event = { ownerId: null, userId: null };
  expect(await recorded(() => answer('pause'))).toMatchObject({ ...event, action: 'publishing_paused' });
  const at = new Date(Date.now() - 1_000).toISOString();
  expect(await recorded(() => answer('after-restore', '--at', at))).toMatchObject({
    ...event,
    action: 'backup_repaired',
    details: { at },
  });
  expect(await recorded(() => answer('resume'))).toMatchObject({ ...event, action: 'publishing_resumed' });
  const { userId } = await createAccount(db);
  const details = { platform: 'skyfeed' };
  expect(await recorded(() => answer('retry', '--platform', 'skyfeed', '--yes'))).toMatchObject({
    ...event,
    action: 'posts_retried',
    details,
  });
  expect(await recorded(() => answer('fail', '--platform', 'skyfeed', '--reason', 'Enough', '--yes'))).toMatchObject({
    ...event,
    action: 'posts_failed',
    details: { ...details, reason: 'Enough' },
  });
  expect(await recorded(() => answer('deliveries', '--failed', '--resend', '--yes'))).toMatchObject({
    ...event,
    action: 'deliveries_resent',
  });
  expect(await recorded(() => answer('remove-user', userId, '--yes'))).toMatchObject({
    ...{ ownerId: userId, userId },
    ...{ action: 'account_removed', subjectType: 'account', subjectId: userId, details: { users: 1 } },
  });
  expect(await recorded(() => answer('re-encrypt'))).toMatchObject({ ...event, action: 'secrets_re_encrypted' });
});

test('show-banner and remove-banner', async () => {
  const shown = { text: 'Upgrade on Sunday', level: 'warning', until: '2035-01-01T00:00:00.000Z' };
  const options = ['--level', 'warning', '--until', '2035-01-01T00:00:00Z'];
  expect(await recorded(() => answer('show-banner', shown.text, ...options))).toMatchObject({
    ...{ ownerId: null, action: 'banner_shown', details: shown },
  });
  expect(await answer('banner')).toEqual(shown);
  expect(await recorded(() => answer('remove-banner'))).toMatchObject({ ownerId: null, action: 'banner_removed' });
  expect(await answer('banner')).toBeNull();
});

test('what reads, is refused, or changes nothing leaves no event', async () => {
  const { userId, manage } = await createAccount(db);
  const managed = await manage();
  const before = await total();
  const quiet = [
    ...[['show-user', userId], ['list-keys', userId], ['status'], ['audit', userId], ['resume']],
    ...[['posts'], ['queues'], ['mails'], ['processes'], ['deliveries'], ['retry', '--user', userId]],
    ...[['deliveries', '--failed', '--resend'], ['banner'], ['show-banner', '\u200b'], ['remove-banner']],
    ...[
      ['set-plan', managed, 'pro'],
      ['hold', userId, '--until', '2001-01-01T00:00:00Z'],
      ['revoke-key', 'sk_0_1'],
    ],
    ...[
      ['remove-second-factor', userId],
      ['confirm-email', managed],
      ['set-plan', 'nobody@example.com', 'pro'],
    ],
    ...[['after-restore', '--at', '2020-01-01T00:00:00Z', '--dry-run']],
  ];
  for (const args of quiet) await admin(args);
  expect(await total()).toBe(before);
});

test('the owner sees that the operator did it, and not who the operator is', async () => {
  const { userId, session } = await createAccount(db);
  await answer('set-plan', userId, 'pro');
  const query = '{ viewer { auditLog { edges { node { action actor { kind name } } } } } }';
  const { data } = await graphql(service, await session(), query);
  expect(nodesOf(data.viewer.auditLog)).toEqual([{ action: 'PLAN_CHANGED', actor: { kind: 'OPERATOR', name: null } }]);
});

describe('audit', () => {
  test('shows an account by address or id, also a removed one, by action, since a time, in pages', async () => {
    const { id, email } = await answer('create-user', '--email', `${newId()}@example.com`, '--name', 'Ann');
    await db.query(
      `INSERT INTO audit_events (id, owner_id, user_id, action, actor, details, created_at)
       SELECT lpad(to_hex(n), 24, '0'), $1, $1, 'signed_in', 'owner', '{}', '2020-01-01T00:00:00Z'
         FROM generate_series(1, 60) AS n`,
      [id],
    );
    const all = await answer('audit', email);
    expect(all).toMatchObject({ page: 1, pages: 2, total: 61 });
    expect(all.events).toHaveLength(50);
    expect(all.events[0]).toMatchObject({ action: 'account_created', ownerId: id });
    const second = await answer('audit', id, '--page', '2');
    expect(second.events).toHaveLength(11);
    expect(new Set([...all.events, ...second.events].map((event) => event.id)).size).toBe(61);
    expect((await answer('audit', email, '--action', 'signed_in')).total).toBe(60);
    expect((await answer('audit', email, '--since', '2020-01-02T00:00:00Z')).total).toBe(1);
    const { out } = await admin(['audit', email, '--action', 'account_created']);
    expect(out).toMatch(
      new RegExp(
        `^\\d{4}-\\S+Z  account_created  by operator "[^"]+"  account ${id}  \\{"plan":"starter"\\}\nPage 1 of 1; events: 1\n$`,
      ),
    );
    await db.query('DELETE FROM users WHERE id = $1', [id]);
    expect((await answer('audit', id)).total).toBe(61);
    expect((await admin(['audit', email])).error).toBe(`There is no user ${email}.\n`);
  });

  test('shows of a managed user what is about it, and quotes what others wrote', async () => {
    const owner = await createAccount(db, { workspaceAccess: true });
    const create = `mutation { createManagedUser(input: { email: "${newId()}@example.com" }) { user { id email } } }`;
    const headers = { 'x-api-key': owner.apiKey, 'user-agent': 'Agent "1"' };
    const { user } = (await graphql(service, headers, create)).data.createManagedUser;
    expect((await answer('audit', user.id)).events).toEqual([
      expect.objectContaining({ action: 'managed_user_created', ownerId: owner.userId, userId: user.id }),
    ]);
    const { out } = await admin(['audit', user.id]);
    expect(out).toContain(`managed_user ${user.id} "${user.email}"  from 127.0.0.1  "Agent \\"1\\""`);
  });

  test('what others wrote does not control the terminal', async () => {
    const { userId, apiKey } = await createAccount(db);
    // U+009B begins a control sequence.
    const headers = { 'x-api-key': apiKey, 'user-agent': 'Agent \x9b2J' };
    const create = 'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { id } } }';
    const input = { name: 'Hook \u202egnp', url: 'https://hooks.example.com/', events: ['POST_FAILED'] };
    expect((await graphql(service, headers, create, { input })).errors).toBeUndefined();
    const { out } = await admin(['audit', userId]);
    expect(out).toContain('\\u009b2J');
    expect(out).toContain('Hook \\u202egnp');
    expect(out).not.toMatch(/[\x9b\u202e]/);
    const { out: json } = await admin(['--json', 'audit', userId]);
    expect(json).not.toMatch(/[\x9b\u202e]/);
    expect(JSON.parse(json).events[0].subjectName).toBe('Hook \u202egnp');
    const { error } = await admin(['show-post', 'https://skyfeed.example/\x9b2J']);
    expect(error).toBe('There is no post https://skyfeed.example/\\u009b2J.\n');
    expect((await admin(['posts', '--code', '\x9b2J'])).error).not.toContain('\x9b');
  });

  test.each([
    ['an action that there is not', ['--action', 'nothing']],
    ['a page that is none', ['--page', '0']],
    ['a time that is none', ['--since', 'yesterday']],
  ])('refuses %s', async (_what, args) => {
    expect((await admin(['audit', ...args])).code).toBe(1);
  });
});
