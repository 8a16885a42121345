/** Whether an address is confirmed, what an account may do before, and how it gets another one. */

import request from 'supertest';
import { type MailServer, startMailServer } from '../mail/support.js';
import { connectTargets, createAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { graphql, type Headers } from '../support/graphql.js';
import { unconfirm } from '../support/login.js';
import { linkIn, mailAbout, mailEnv, mailsTo, tokenIn } from '../support/mailbox.js';
import { nodesOf } from '../support/nodes.js';
import { type Service, startService } from '../support/service.js';
import {
  codeOf,
  type Member,
  newMember,
  newPerson,
  type Person,
  signIn,
  type Visit,
  viewer,
  visit,
} from './browser.js';
import { codeOfApp, END_OTHERS, END_SESSION, newGuarded, SESSIONS, wrongCode } from './two-factor.js';

const CONFIRM = 'mutation ($input: ConfirmEmailInput!) { confirmEmail(input: $input) { email } }';
const CHANGE = 'mutation ($input: ChangeEmailInput!) { changeEmail(input: $input) { accepted } }';
const CREATE = `mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { id posts { id } } } }`;
const CHANGE_PASSWORD = 'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { expiresAt } }';
const REQUEST_RESET =
  'mutation ($input: RequestPasswordResetInput!) { requestPasswordReset(input: $input) { accepted } }';
const RESET = 'mutation ($input: ResetPasswordInput!) { resetPassword(input: $input) { changed } }';
const UPDATE = 'mutation ($input: UpdatePostInput!) { updatePost(input: $input) { postGroup { status } } }';
const RETRY = 'mutation ($input: RetryPlatformPostInput!) { retryPlatformPost(input: $input) { platformPost { id } } }';

let db: TestDatabase;
let mails: MailServer;
/** Sends no e-mails: what was there before the operator had a mail server. */
let before: Service;
let service: Service;

beforeAll(async () => {
  [db, mails] = await Promise.all([createTestDatabase(), startMailServer()]);
  [before, service] = await Promise.all([
    startService({ db, roles: 'api' }),
    startService({ db, env: mailEnv(mails) }),
  ]);
});
afterAll(async () => {
  await Promise.all([before, service].map((one) => one?.stop()));
  await mails?.close();
  await db?.drop();
});

beforeEach(() => db.query('DELETE FROM throttles'));

const isConfirmed = async (headers: Headers) =>
  (await graphql(service, headers, '{ viewer { emailConfirmed } }')).data.viewer.emailConfirmed;
const confirm = (token: string) => visit(service, {}, CONFIRM, { token });

describe('an account whose address is not confirmed, where e-mails are sent', () => {
  const REFUSED = {
    status: 403,
    body: {
      error:
        'Your e-mail address is not confirmed. Open the link in the e-mail that was sent to it before you schedule posts',
    },
  };
  const soon = () => new Date(Date.now() + 3_600_000).toISOString();
  const platforms = ['fediverse-1'];

  /** On Pro, with a session and a key. */
  async function newUnconfirmed() {
    const account = await createAccount(db, { plan: 'pro', workspaceAccess: true, connected: platforms });
    await unconfirm(db, account.userId);
    const key = { 'x-api-key': account.apiKey };
    const rest = async (method: 'post' | 'put', path: string, body: object, headers: Headers = key) => {
      const answer = await request(service.url)[method](path).set(headers).send(body);
      return { status: answer.status, body: answer.body };
    };
    const draft = async () => {
      const { status, body } = await rest('post', '/api/v1/create-post', { content: 'Hi', platforms });
      expect(status).toBe(200);
      return body.postGroupId as string;
    };
    return { ...account, key, rest, draft };
  }

  test('makes drafts, and schedules nothing, on any API surface', async () => {
    const { key, rest, draft, session, manage } = await newUnconfirmed();
    expect(await isConfirmed(key)).toBe(false);
    const id = await draft();
    const input = { post: { content: 'Hi', platformIds: platforms }, scheduledTime: soon() };
    const managed = { ...key, 'x-service-user-id': await manage() };
    const scheduled = { content: 'Hi', platforms, scheduledTime: soon() };
    expect(await rest('post', '/api/v1/create-post', scheduled)).toEqual(REFUSED);
    expect(await rest('post', '/api/v1/create-post', scheduled, managed)).toEqual(REFUSED);
    expect(await rest('put', `/api/v1/update-post/${id}`, { status: 'scheduled' })).toEqual(REFUSED);
    for (const headers of [key, await session()]) {
      expect(codeOf(await visit(service, headers, CREATE, input))).toBe('EMAIL_NOT_CONFIRMED');
      expect(codeOf(await visit(service, headers, UPDATE, { postGroupId: id, status: 'SCHEDULED' }))).toBe(
        'EMAIL_NOT_CONFIRMED',
      );
    }
    expect(await db.query(`SELECT 1 FROM post_groups WHERE status <> 'draft' AND user_id = $1`, [id])).toEqual([]);
  });

  test('tries no failed post again', async () => {
    const { key, draft } = await newUnconfirmed();
    const id = await draft();
    const [post] = await db.query<{ id: string }>(
      `UPDATE platform_posts SET status = 'failed' WHERE group_id = $1 RETURNING id`,
      [id],
    );
    expect(codeOf(await visit(service, key, RETRY, { platformPostId: post?.id }))).toBe('EMAIL_NOT_CONFIRMED');
  });

  test('schedules where there is no mail server that could confirm it', async () => {
    const { key } = await newUnconfirmed();
    const input = { post: { content: 'Hi', platformIds: platforms }, scheduledTime: soon() };
    expect(codeOf(await visit(before, key, CREATE, input))).toBeUndefined();
  });

  test('schedules from the moment on at which the link is used, without signing in again', async () => {
    const member = await newMember(before);
    const platformIds = ['network-1'];
    await connectTargets(db, member.userId, platformIds);
    const input = { post: { content: 'Hi', platformIds }, scheduledTime: soon() };
    expect(codeOf(await visit(service, member.browser, CREATE, input))).toBe('EMAIL_NOT_CONFIRMED');
    const token = tokenIn(await mailAbout(mails, member.email, 'Confirm your e-mail address'));
    expect((await confirm(token)).body.data).toEqual({ confirmEmail: { email: member.email } });
    expect(await isConfirmed(member.browser)).toBe(true);
    expect(codeOf(await visit(service, member.browser, CREATE, input))).toBeUndefined();
  });
});

describe('changeEmail', () => {
  const SUBJECT = 'Confirm your new e-mail address';
  const change = ({ browser, password }: Member, email: string) =>
    visit(service, browser, CHANGE, { email, currentPassword: password });

  test('gives the account the new address once its link is used; the old one is notified at once', async () => {
    const member = await newMember(before);
    const { email } = newPerson();
    expect((await change(member, ` ${email.toUpperCase()}`)).body.data).toEqual({ changeEmail: { accepted: true } });
    const notice = await mailAbout(mails, member.email, 'Your e-mail address is about to change');
    expect(notice.text).toContain(email);
    expect(linkIn(notice).href).toBe(`${service.url}/settings`);
    const token = tokenIn(await mailAbout(mails, email, SUBJECT));
    expect((await viewer(service, member.browser)).body.data.viewer.email).toBe(member.email);
    const { text } = await request(service.url).get(`/account/confirm-email/${token}`);
    expect(text).toContain('should it replace the current address of your account');
    expect(text).not.toContain('type="password"');
    expect(codeOf(await confirm(token))).toBeUndefined();
    expect((await viewer(service, member.browser)).body.data.viewer.email).toBe(email);
    // They have given no other name.
    expect(
      await db.query(
        'SELECT p.name, u.display_name FROM people p JOIN memberships m ON person_id = p.id JOIN users u ON u.id = m.user_id WHERE p.email = $1',
        [email],
      ),
    ).toEqual([{ name: email, display_name: email }]);
    expect(codeOf(await signIn(service, { ...member, email }))).toBeUndefined();
    expect(codeOf(await signIn(service, member))).toBe('SIGN_IN_FAILED');
    expect(codeOf(await confirm(token))).toBe('EMAIL_LINK_INVALID');
  });

  test('to an address that has an account notifies its holder, and does not name the caller', async () => {
    const [member, holder] = [await newMember(before), await newMember(before)];
    expect((await change(member, holder.email)).body.data).toEqual({ changeEmail: { accepted: true } });
    const mail = await mailAbout(mails, holder.email, 'Someone asked to use your e-mail address');
    expect(linkIn(mail).href).toBe(`${service.url}/sign-in`);
    expect(mail.text).not.toContain(member.email);
    expect(codeOf(await signIn(service, holder))).toBeUndefined();
  });

  test('of two accounts that request one address, the first whose link is used gets it', async () => {
    const [first, second] = [await newMember(before), await newMember(before)];
    const { email } = newPerson();
    await change(first, email);
    await mailAbout(mails, email, SUBJECT);
    await change(second, email);
    await mailAbout(mails, email, SUBJECT, 2);
    const tokens = (await mailsTo(mails, email)).map(tokenIn);
    const visits = await Promise.all(tokens.map(confirm));
    expect(visits.map(codeOf).sort()).toEqual(['EMAIL_TAKEN', undefined]);
    expect(await db.query('SELECT 1 FROM users WHERE email = $1', [email])).toHaveLength(1);
  });

  test('requires the password', async () => {
    const member = await newMember(before);
    const { email } = newPerson();
    expect(codeOf(await change({ ...member, password: 'a wrong one' }, email))).toBe('CURRENT_PASSWORD_WRONG');
    const account = await createAccount(db);
    const asKey = await visit(service, { 'x-api-key': account.apiKey }, CHANGE, { email, currentPassword: '' });
    expect(codeOf(asKey)).toBe('SESSION_REQUIRED');
    expect(await mailsTo(mails, email)).toEqual([]);
  });

  describe('by a thief who knows the password', () => {
    interface Robbed {
      owner: Member;
      /** The thief's session. */
      thief: Person & Pick<Member, 'browser'>;
      loot: string;
    }

    const DEFENCES: [string, (robbed: Robbed) => Promise<unknown>][] = [
      [
        'changes the password',
        ({ owner: { browser, password } }) =>
          visit(service, browser, CHANGE_PASSWORD, { currentPassword: password, newPassword: newPerson().password }),
      ],
      [
        'resets the password',
        async ({ owner: { email } }) => {
          await visit(service, {}, REQUEST_RESET, { email });
          const token = tokenIn(await mailAbout(mails, email, 'Choose a new password'));
          return visit(service, {}, RESET, { token, newPassword: newPerson().password });
        },
      ],
      [
        'ends the other sessions',
        ({ owner: { browser, password } }) => visit(service, browser, END_OTHERS, { password }),
      ],
      [
        'ends the session',
        async ({ owner: { browser, password } }) => {
          const sessions = nodesOf((await visit(service, browser, SESSIONS)).body.data.sessions) as {
            id: string;
            current: boolean;
          }[];
          const id = sessions.find(({ current }) => !current)?.id;
          return visit(service, browser, END_SESSION, { sessionId: id, password });
        },
      ],
    ];

    async function newRobbed(): Promise<Robbed> {
      const owner = await newMember(before);
      const { browser } = await signIn(service, owner);
      return { owner, thief: { ...owner, browser }, loot: newPerson().email };
    }

    test.each(DEFENCES)('ends when the owner %s: the link becomes invalid', async (_what, defend) => {
      const robbed = await newRobbed();
      const { owner, thief, loot } = robbed;
      await change({ ...owner, ...thief }, loot);
      const token = tokenIn(await mailAbout(mails, loot, SUBJECT));
      expect(codeOf((await defend(robbed)) as Visit)).toBeUndefined();
      expect(codeOf(await confirm(token))).toBe('EMAIL_LINK_INVALID');
      expect(await db.query('SELECT email FROM users WHERE id = $1', [owner.userId])).toEqual([{ email: owner.email }]);
    });

    test.each(DEFENCES)('gets no link when its mail is composed after the owner %s', async (_what, defend) => {
      const robbed = await newRobbed();
      const { owner, thief, loot } = robbed;
      await change({ ...owner, ...thief }, loot);
      await mailAbout(mails, loot, SUBJECT);
      expect(codeOf((await defend(robbed)) as Visit)).toBeUndefined();
      // The job is given out again, as after a mail server that was down.
      await db.query(
        `INSERT INTO pgboss.job (name, data, retry_limit)
         SELECT name, data, 0 FROM pgboss.job WHERE name = 'account-mail' AND data->'mail'->>'email' = $1`,
        [loot],
      );
      await eventually(async () => {
        const done = await db.query(
          `SELECT 1 FROM pgboss.job WHERE data->'mail'->>'email' = $1 AND state = 'completed'`,
          [loot],
        );
        return done.length === 2 || undefined;
      });
      expect(await mailsTo(mails, loot)).toHaveLength(1);
      expect(await db.query('SELECT 1 FROM email_tokens WHERE email = $1', [loot])).toEqual([]);
    });

    test('with two-factor sign-in it takes a code too, which can be used once', async () => {
      const owner = await newGuarded(before, db);
      const { email } = newPerson();
      const input = { email, currentPassword: owner.password };
      const ask = (code?: string) => visit(service, owner.browser, CHANGE, { ...input, ...(code && { code }) });
      expect(codeOf(await ask())).toBe('SECOND_FACTOR_REQUIRED');
      expect(codeOf(await ask(wrongCode(owner.secret)))).toBe('SECOND_FACTOR_INVALID');
      expect(await db.query('SELECT 1 FROM email_tokens WHERE email = $1', [email])).toEqual([]);
      expect(codeOf(await ask(codeOfApp(owner.secret)))).toBeUndefined();
      await mailAbout(mails, email, SUBJECT);
    });
  });

  test('is no relay: an account asks for three new addresses an hour', async () => {
    const member = await newMember(before);
    // Fewer than the ten that an account may try passwords at once.
    const emails = Array.from({ length: 9 }, () => newPerson().email);
    const visits = await Promise.all(emails.map((email) => change(member, email)));
    const codes = visits.map(codeOf).filter((code) => code !== 'ACCOUNT_MAIL_THROTTLED');
    expect(codes).toEqual([undefined, undefined, undefined]);
    const linked = await db.query('SELECT DISTINCT email FROM email_tokens WHERE email = ANY($1)', [emails]);
    expect(linked).toHaveLength(3);
  });
});
