/** The operator finds users, lets them in again, and removes them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { runAdmin } from '../../src/compose/run-admin.js';
import { newId } from '../../src/foundation/database/id.js';
import { codeOf, type Member, newMember, signIn, viewer } from '../graphql/browser.js';
import { subjectsOfMails } from '../graphql/two-factor.js';
import { createAccount, ENCRYPTION_KEY } from '../support/account.js';
import { eventually } from '../support/eventually.js';
import { MACHINE_ENV } from '../support/machine-env.js';
import { useService } from '../support/service.js';
import { allRows, tracesOf } from '../support/traces.js';
import { runJob } from '../webhooks/support.js';

const { db, service } = await useService({ roles: 'api,worker', alone: true });
const ENV = {
  DATABASE_URL: db.url,
  ENCRYPTION_KEYS: ENCRYPTION_KEY.toString('base64'),
  LOG_LEVEL: 'silent',
  PUBLIC_URL: 'https://social.example.com',
};

async function admin(args: string[], input = '') {
  const outcome = { code: 0, out: '', error: '' };
  outcome.code = await runAdmin(args, {
    env: ENV,
    readInput: async () => input,
    write: (text) => (outcome.out += text),
    writeError: (text) => (outcome.error += text),
  });
  return outcome;
}

async function answer(args: string[], input?: string) {
  const { code, out, error } = await admin(['--json', ...args], input);
  expect({ code, error }).toEqual({ code: 0, error: '' });
  return JSON.parse(out);
}

async function refusal(args: string[], input?: string): Promise<string> {
  const { code, out, error } = await admin(args, input);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  return error.trimEnd();
}

interface Listed {
  users: { id: string; email: string; state: string }[];
  next: string | null;
}

const list = (...options: string[]): Promise<Listed> => answer(['list-users', ...options]);
const userIds = ({ users }: Listed) => users.map(({ id }) => id);

describe('list-users', () => {
  test('shows users page by page, newest first, each once', async () => {
    const text = newId();
    const made: string[] = [];
    for (let count = 0; count < 5; count++) {
      const { userId } = await createAccount(db);
      await db.query('UPDATE users SET display_name = $2 WHERE id = $1', [
        userId,
        `Ann ${text.toUpperCase()} ${count}`,
      ]);
      made.unshift(userId);
    }
    const first = await list('--search', text, '--limit', '2');
    const second = await list('--search', text, '--limit', '2', '--after', first.next ?? '');
    const third = await list('--search', text, '--limit', '2', '--after', second.next ?? '');
    expect([first, second, third].map(userIds)).toEqual([made.slice(0, 2), made.slice(2, 4), made.slice(4)]);
    expect(third.next).toBeNull();
  });

  test('shows plan, state, owner and last sign-in', async () => {
    const member = await newMember(service);
    expect((await list('--search', member.email)).users).toEqual([
      {
        ...{ id: member.userId, email: member.email, displayName: member.email, plan: 'starter', state: 'active' },
        planName: 'Starter',
        ...{ managedBy: null, createdAt: expect.any(String), lastSignInAt: expect.stringMatching(/^\d{4}-.*Z$/) },
      },
    ]);
    const state = async () => (await list('--search', member.email)).users[0]?.state;
    await answer(['hold', member.email]);
    expect(await state()).toBe('on_hold');
    await db.query(`UPDATE users SET removal_at = now() + interval '7 days' WHERE id = $1`, [member.userId]);
    expect(await state()).toBe('removal_pending');
    await answer(['deactivate', member.email]);
    expect(await state()).toBe('inactive');

    const owner = await createAccount(db);
    const { email } = await answer(['show-user', owner.userId]);
    const managed = await answer(['show-user', await owner.manage()]);
    expect((await list('--search', managed.email)).users).toMatchObject([
      { id: managed.id, plan: 'premium', managedBy: email, lastSignInAt: null },
    ]);
  });

  test('takes text as it is, and bounds everything', async () => {
    expect(await list('--search', '100%_\\')).toEqual({ users: [], next: null });
    expect((await admin(['list-users', '--search', 'nobody at all'])).out).toBe('No such users.\n');
    expect(await refusal(['list-users', '--limit', '501'])).toMatch(/whole number from 1 to 500/);
    expect(await refusal(['list-users', '--after', 'x'])).toMatch(/must be an id/);
    expect(await refusal(['list-users', '--search', 'x'.repeat(201)])).toMatch(/at most 200 characters/);
    const { out } = await admin(['list-users', '--limit', '1']);
    expect(out).toMatch(
      /^E-mail +Plan +State +Created +Last sign-in +Managed by\n\S+@.*\n\nMore: --after [0-9a-f]{24}\n$/,
    );
  });
});

const NEW = 'another correct horse battery';

describe('set-password', () => {
  test('lets the owner in with the new one only, and ends the sessions', async () => {
    const member = await newMember(service);
    // Wrong ones are forgotten.
    for (let count = 0; count < 3; count++) await signIn(service, { ...member, password: 'wrong' });
    expect(await answer(['set-password', member.email], `${NEW}\n`)).toMatchObject({ id: member.userId });
    expect(codeOf(await viewer(service, member.browser))).toBe('SESSION_REQUIRED');
    expect(codeOf(await signIn(service, member))).toBe('SIGN_IN_FAILED');
    expect(codeOf(await signIn(service, { ...member, password: NEW }))).toBeUndefined();
    expect(await subjectsOfMails(db, member.email)).toContain('Your password was set by the operator');
  });

  test('gives one to an account that had none', async () => {
    const email = `${newId()}@example.com`;
    await answer(['create-user', '--email', email]);
    await answer(['set-password', email], NEW);
    expect(codeOf(await signIn(service, { email, password: NEW }))).toBeUndefined();
  });

  test('has the rules of sign-up, and is never an argument', async () => {
    const member = await newMember(service);
    const managed = await answer(['show-user', await (await createAccount(db)).manage()]);
    expect(await refusal(['set-password', member.email], 'short')).toBe('Password must have 12 to 256 characters');
    expect(await refusal(['set-password', member.email], member.email)).toMatch(/too easy to guess/);
    expect(await refusal(['set-password', member.email, NEW], NEW)).toMatch(/too many arguments/);
    expect(await refusal(['set-password', managed.id], NEW)).toBe(
      `${managed.email} is a managed user, which does not sign in.`,
    );
    expect(codeOf(await viewer(service, member.browser))).toBeUndefined();
  });

  test('reads it from standard input of the process, which shows it nowhere', async () => {
    const member = await newMember(service);
    const child = spawn(process.execPath, ['.build/service/admin-main.js', 'set-password', member.email], {
      env: { ...MACHINE_ENV, ...ENV, LOG_LEVEL: 'info' },
    });
    child.stdin.end(`${NEW}\n`);
    const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    expect(code).toBe(0);
    expect(out + error).not.toContain(NEW);
    expect(error).toContain('The password of an account was set by the operator');
  });
});

test('send-password-reset sends the e-mail that the owner could have requested', async () => {
  const member = await newMember(service);
  await answer(['send-password-reset', member.email]);
  const jobs = await db.query<{ data: object }>(
    `SELECT data FROM pgboss.job WHERE name = 'account-mail' AND data->'mail'->>'email' = $1`,
    [member.email],
  );
  const mail = { kind: 'reset_password', email: member.email };
  expect(jobs).toContainEqual({ data: { mail, publicUrl: 'https://social.example.com' } });
  await answer(['deactivate', member.email]);
  expect(await refusal(['send-password-reset', member.email])).toBe(
    `${member.email} is deactivated: activate it first.`,
  );
});

describe('remove-user', () => {
  const exists = async ({ userId }: Pick<Member, 'userId'>) =>
    (await db.query('SELECT 1 FROM users WHERE id = $1', [userId])).length === 1;

  test('asks to type the address', async () => {
    const member = await newMember(service);
    expect(await refusal(['remove-user', member.email], 'somebody@example.com\n')).toBe(
      'That is not the address. Nothing was removed.',
    );
    expect(await refusal(['remove-user', 'nobody@example.com', '--yes'])).toBe('There is no user nobody@example.com.');
    expect(await exists(member)).toBe(true);
    expect(await answer(['remove-user', member.userId], ` ${member.email.toUpperCase()}\n`)).toMatchObject({
      users: 1,
    });
    expect(await exists(member)).toBe(false);
  });

  test('removes an account with its managed users and data; its address is free', async () => {
    const member = await newMember(service);
    await db.query('UPDATE users SET workspace_access = true WHERE id = $1', [member.userId]);
    const managed = newId();
    await db.query(
      `INSERT INTO users (id, email, email_confirmed_at, display_name, plan, managed_by_id, created_at)
       VALUES ($1::text, $1::text, NULL, 'Managed', 'starter', $2, now())`,
      [managed, member.userId],
    );
    expect(await answer(['remove-user', member.email, '--yes'])).toEqual({
      ...{ id: member.userId, email: member.email, users: 2 },
    });
    expect(codeOf(await viewer(service, member.browser))).toBe('SESSION_REQUIRED');
    expect(await subjectsOfMails(db, member.email)).toEqual(['Your account was removed']);
    await eventually(async () => {
      await runJob(db, 'maintenance');
      // The audit log outlives the account.
      const { audit_events: _, removed_users: __, request_limits: ___, throttles: ____, ...tables } = await allRows(db);
      return Object.keys(tracesOf(tables, new Set([member.userId, managed]))).length === 0 || undefined;
    });
    await answer(['create-user', '--email', member.email]);
  });
});
