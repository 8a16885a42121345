import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import request, { type Response } from 'supertest';
import { type Sandbox, type SandboxPlatform, startSandbox } from '../../sandbox/sandbox.js';
import type { PlanKey } from '../../src/domain/plans/plans.js';
import { newId } from '../../src/foundation/database/id.js';
import { platforms } from '../../src/platforms/registry.js';
import { typedFor } from '../platforms/support.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { type Service, startService } from '../support/service.js';

let db: TestDatabase;
let sandbox: Sandbox;
let service: Service;

beforeAll(async () => {
  db = await createTestDatabase();
  sandbox = await startSandbox({ port: 0 });
  const { skyfeed, messenger } = sandbox.baseUrls;
  service = await startService({ db, env: { SKYFEED_BASE_URL: skyfeed, MESSENGER_BASE_URL: messenger } });
});
afterAll(async () => {
  await service?.stop();
  await sandbox?.close();
  await db?.drop();
});

/** The platforms whose accounts are connected with what is typed in. */
const PLATFORMS = [...platforms.values()].filter(({ connector }) => connector);
const EXPIRED = 'This link is no longer valid: ask for a new one';

/** A managed user, and the link that its owner sent it. */
interface Guest {
  owner: TestAccount;
  userId: string;
  url: string;
}

async function invite({ displayName = 'Ann', plan = 'premium' as PlanKey } = {}): Promise<Guest> {
  const owner = await createAccount(db, { plan, workspaceAccess: true });
  const users = async (path: string, body: object) => {
    const route = request(service.url).post(`/workspace/users${path}`);
    return (await route.set(await owner.session()).send(body)).body;
  };
  const { user } = await users('', { username: `${newId()}@example.com`, displayName });
  const { url } = await users(`/${user._id}/connection-url`, {});
  return { owner, userId: user._id, url };
}

const tokenOf = ({ url }: Guest) => url.slice(url.lastIndexOf('/') + 1);
const open = (url: string) => request(url).get('');
const send = (url: string, path: string, form: Record<string, string>) =>
  request(url).post(path).type('form').send(form);
/** The page that a browser shows after it sent a form that worked. */
const follow = (answer: Response) => {
  expect(answer.status).toBe(303);
  return request(service.url).get(String(answer.headers.location));
};

/** The account of the sandbox with what its owner types in. */
function newPerson(key: SandboxPlatform) {
  const platform = platforms.get(key);
  if (!platform) throw new Error(`No adapter for ${key}`);
  const account = sandbox.createAccount(key);
  return { account, typed: typedFor(platform, account) };
}
const connect = (guest: Guest, key: SandboxPlatform, typed = newPerson(key).typed) => send(guest.url, `/${key}`, typed);

const connectionsOf = ({ userId }: { userId: string }) =>
  db.query<{ platformId: string; username: string }>(
    'SELECT platform_id AS "platformId", username FROM connections WHERE user_id = $1 ORDER BY created_at',
    [userId],
  );

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
/** The part of a page between two texts. */
const part = (page: string, begin: string, end: string) => page.split(begin)[1]?.split(end)[0] ?? '';
/** The form of a platform, whose `<details>` is open when it was refused. */
const formOf = (page: string, key: string) => part(page, `/${key}" autocomplete="off">`, '</form>');

function expectPage(answer: Response, status: number, message: string): void {
  expect(answer.status).toBe(status);
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(answer.text).toContain(`<h1>${escaped(message)}</h1>`);
}

describe('opening the link', () => {
  test('greets the user, who needs no password, and has no account yet', async () => {
    const answer = await open((await invite({ displayName: 'Ann Example' })).url);
    expectPage(answer, 200, 'Hello, Ann Example');
    expect(answer.text).toContain('No accounts are connected yet.');
    expect(answer.headers).not.toHaveProperty('set-cookie');
  });

  test.each(PLATFORMS.map(({ key, connector }) => [key, connector?.fields ?? []] as const))(
    'has a form for %s: every field with label and hint, secrets behind dots, nothing for the browser to keep',
    async (key, fields) => {
      const form = formOf((await open((await invite()).url)).text, key);
      expect(form.match(/<input /g)).toHaveLength(fields.length);
      for (const { name, label, hint, secret, optional } of fields) {
        const id = `${key}-${name}`;
        expect(form).toContain(`<label for="${id}">${escaped(label)}`);
        expect(form).toContain(`<p class="hint" id="${id}-hint">${escaped(hint)}</p>`);
        const input = part(form, `<input id="${id}" `, '>');
        expect(input).toMatch(new RegExp(`name="${name}" type="${secret ? 'password' : 'text'}" value=""`));
        expect(input).toContain(`aria-describedby="${id}-hint" autocomplete="off"`);
        expect(/ required$/.test(input)).toBe(!optional);
      }
    },
  );

  test('runs no script, loads only its style and the mark, and reveals itself to no other site', async () => {
    const { url } = await invite();
    const { headers, text } = await open(url);
    expect(text.match(/<link[^>]*>/g)).toEqual([
      '<link rel="stylesheet" href="/page.css">',
      '<link rel="icon" href="/brand/icon.svg">',
    ]);
    expect(text).not.toMatch(/<script|<style|<img|@import|url\(|https?:|\s(on\w+|style)=/i);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'content-security-policy':
        "default-src 'none'; style-src 'self'; img-src 'self'; " +
        "form-action 'self' https: http:; frame-ancestors 'none'; base-uri 'none'",
    });
  });

  test('every response has the same protection: a refusal, a success, a link that is not good', async () => {
    const guest = await invite();
    const { headers } = await open(guest.url);
    for (const answer of [
      await connect(guest, 'fediverse', {}),
      await connect(guest, 'fediverse'),
      await open(`${service.url}/connect/nobody`),
    ]) {
      for (const name of ['cache-control', 'referrer-policy', 'x-content-type-options', 'content-security-policy']) {
        expect(answer.headers[name]).toBe(headers[name]);
      }
    }
  });
});

describe('connecting', () => {
  test.each(PLATFORMS.map(({ key }) => key as SandboxPlatform))(
    '%s: the account is the managed user’s, and its owner publishes to it with x-service-user-id',
    async (key) => {
      const guest = await invite();
      const { account, typed } = newPerson(key);
      const page = await follow(await connect(guest, key, typed));
      expect(page.text).toContain(`<p class="notice" role="status">${account.username} is connected</p>`);
      expect(page.text).toContain(`<strong>${account.username}</strong>`);
      const [connection, ...others] = await connectionsOf(guest);
      expect([others, await connectionsOf(guest.owner)]).toEqual([[], []]);

      const post = { content: 'From my owner', platforms: [connection?.platformId], scheduledTime: new Date() };
      const created = await request(service.url)
        .post('/api/v1/create-post')
        .set({ 'x-api-key': guest.owner.apiKey, 'x-service-user-id': guest.userId })
        .send(post);
      expect(created.status).toBe(200);
      const [published] = await eventually(async () => {
        const posts = sandbox.posts({ accountId: account.accountId });
        return posts.length > 0 ? posts : undefined;
      });
      expect(published?.text).toContain('From my owner');
    },
  );

  test('an account that is connected already is renewed', async () => {
    const guest = await invite();
    const { typed } = newPerson('fediverse');
    await follow(await connect(guest, 'fediverse', typed));
    await db.query('UPDATE connections SET revoked_at = now() WHERE user_id = $1', [guest.userId]);
    await follow(await connect(guest, 'fediverse', typed));
    expect(await db.query('SELECT revoked_at FROM connections WHERE user_id = $1', [guest.userId])).toEqual([
      { revoked_at: null },
    ]);
  });

  test.each([
    ['fediverse', 'accessToken'],
    ['skyfeed', 'appPassword'],
    ['messenger', 'botToken'],
  ] as const)(
    '%s with a wrong secret: its form says why, keeps everything but the secrets, and nothing is stored',
    async (key, secret) => {
      const guest = await invite();
      const { typed } = newPerson(key);
      const wrong = `${typed[secret]?.slice(0, -4)}0000`;
      const answer = await connect(guest, key, { ...typed, [secret]: wrong });
      expectPage(answer, 400, 'Hello, Ann');
      const form = formOf(answer.text, key);
      expect(part(form, 'role="alert"', '</p>')).toContain(`${key} rejected the access token`);
      expect(answer.text.match(/role="alert"/g)).toHaveLength(1);
      expect(answer.text.match(/<details class="card platform" name="platform" open>/g)).toHaveLength(1);
      expect(answer.text).not.toContain(wrong);
      const { [secret]: _, ...rest } = typed;
      for (const [name, value] of Object.entries(rest)) {
        expect(part(form, `name="${name}"`, '>')).toContain(`value="${escaped(value)}"`);
      }
      expect(await connectionsOf(guest)).toEqual([]);
    },
  );

  test('a field that was left empty is named', async () => {
    const { url } = await invite();
    for (const accessToken of ['', ' ']) {
      const answer = await send(url, '/fediverse', { accessToken });
      expectPage(answer, 400, 'Hello, Ann');
      expect(formOf(answer.text, 'fediverse')).toContain('Access token is required');
    }
  });

  test('a field that was sent twice, or that no form has, is not read', async () => {
    const guest = await invite();
    const { typed } = newPerson('fediverse');
    const twice = await request(guest.url)
      .post('/fediverse')
      .type('form')
      .send('accessToken=a&accessToken=b&__proto__=c&constructor=d');
    expect(formOf(twice.text, 'fediverse')).toContain('Access token is required');
    await follow(await connect(guest, 'fediverse', { ...typed, userId: guest.owner.userId }));
    expect(await connectionsOf(guest)).toHaveLength(1);
  });

  test('a platform that has no form: 400', async () => {
    const { url } = await invite();
    for (const key of ['pinboard', 'constructor']) {
      expectPage(await send(url, `/${key}`, {}), 400, `${key} accounts cannot be connected yet`);
    }
  });

  test('a form of more than 16 KB: 413', async () => {
    const answer = await connect(await invite(), 'fediverse', { accessToken: 'x'.repeat(16 * 1024) });
    expectPage(answer, 413, 'Request body is larger than 16384 bytes');
  });

  test('no room in the owner’s plan is said in words, without the owner’s numbers', async () => {
    const guest = await invite({ plan: 'starter' });
    const { typed } = newPerson('skyfeed');
    for (const person of [typed, newPerson('skyfeed').typed, newPerson('skyfeed').typed]) {
      await follow(await connect(guest, 'skyfeed', person));
    }
    const answer = await connect(guest, 'skyfeed');
    expectPage(answer, 403, 'Hello, Ann');
    const [said] = /<p class="error".*<\/p>/.exec(formOf(answer.text, 'skyfeed')) ?? [];
    expect(said).toContain('>Channel limit reached: ask the person who sent you this link to make room for more</p>');
    expect(await connectionsOf(guest)).toHaveLength(3);
    // One that is connected already takes no room.
    await follow(await connect(guest, 'skyfeed', typed));
  });
});

describe('the list of accounts', () => {
  const DAY = 24 * 3_600_000;
  const HALF_AN_HOUR = DAY / 48;
  const inDays = (days: number) => new Date(Date.now() + days * DAY + HALF_AN_HOUR);

  test.each([
    ['nothing that expires', {}, 'Connected'],
    ['a month of access', { access_token_expires_at: inDays(30) }, 'Connected, valid for 30d 0h'],
    ['less than a week', { access_token_expires_at: inDays(2) }, 'Connected, but only valid for 2d 0h: reconnect it'],
    ['expired access', { access_token_expires_at: inDays(-1) }, 'Access has expired: reconnect it'],
    ['access that the platform took back', { revoked_at: new Date() }, 'Access has expired: reconnect it'],
  ])('says in words how long access lasts: %s', async (_what, columns, shownText) => {
    const guest = await invite();
    await follow(await connect(guest, 'fediverse'));
    for (const [column, value] of Object.entries(columns)) {
      await db.query(`UPDATE connections SET ${column} = $2 WHERE user_id = $1`, [guest.userId, value]);
    }
    const item = part((await open(guest.url)).text, '<li class="card account">', '</li>');
    expect(item).toContain(`">${escaped(shownText)}</p>`);
  });

  test('disconnecting removes the account that was named, and says so', async () => {
    const guest = await invite();
    for (const key of ['fediverse', 'messenger'] as const) await follow(await connect(guest, key));
    const [first, second] = await connectionsOf(guest);
    const list = (await open(guest.url)).text;
    expect(list).toContain(`name="platformId" value="${first?.platformId}">Disconnect ${first?.username}</button>`);
    for (const _time of ['once', 'and again']) {
      const page = await follow(await send(guest.url, '/disconnect', { platformId: String(first?.platformId) }));
      expect(page.text).toContain('<p class="notice" role="status">The account was disconnected</p>');
      expect(page.text).not.toContain(String(first?.platformId));
      expect(await connectionsOf(guest)).toEqual([second]);
    }
  });

  test('no other user’s account can be disconnected', async () => {
    const guest = await invite();
    const { account } = newPerson('fediverse');
    const platformId = await guest.owner.connect(account);
    for (const given of [platformId, '', '\0', `' OR true --`]) {
      await follow(await send(guest.url, '/disconnect', { platformId: given }));
    }
    expect(await connectionsOf(guest.owner)).toEqual([{ platformId, username: account.username }]);
  });
});

describe('what others wrote is text', () => {
  const ATTACK = `"'><script>alert(1)</script><img src=x onerror=alert(1)>&amp;`;

  function expectHarmless({ text }: Response, attack = ATTACK): void {
    expect(text).toContain(escaped(attack));
    expect(text).not.toContain(attack);
    expect(text).not.toMatch(/<script|<img/i);
  }

  /** A server that anybody may run and name as their instance. */
  async function hostileInstance(status: number, body: object): Promise<{ instance: string; close(): void }> {
    const server = createServer((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const instance = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return { instance, close: () => server.close() };
  }

  test('the name of the user', async () => {
    expectHarmless(await open((await invite({ displayName: ATTACK })).url));
  });

  test.each(
    PLATFORMS.flatMap(({ key, connector }) =>
      (connector?.fields ?? [])
        .filter(({ secret }) => !secret)
        .map(({ name }) => [key as SandboxPlatform, name] as const),
    ),
  )('what was typed in at %s as %s', async (key, name) => {
    const answer = await connect(await invite(), key, { ...newPerson(key).typed, [name]: ATTACK });
    expect(answer.status).toBe(400);
    expectHarmless(answer);
  });

  test('what a platform says', async () => {
    const { instance, close } = await hostileInstance(401, { error: ATTACK });
    const answer = await connect(await invite(), 'fediverse', { instance, accessToken: 'some-token' });
    close();
    expect(answer.status).toBe(400);
    expectHarmless(answer);
  });

  test('the name that an account has on its platform', async () => {
    const self = { id: '1', acct: ATTACK, display_name: ATTACK, url: null, avatar: null };
    const { instance, close } = await hostileInstance(200, self);
    const page = await follow(await connect(await invite(), 'fediverse', { instance, accessToken: 'some-token' }));
    close();
    expectHarmless(page, `${ATTACK} is connected`);
  });

  test('the address: it puts no words on the page', async () => {
    const { url } = await invite();
    for (const query of [`connected=${encodeURIComponent(ATTACK)}`, 'connected=fediverse-1', 'connected[]=a']) {
      const { status, text } = await open(`${url}?${query}`);
      expect(status).toBe(200);
      expect(text).not.toMatch(/<script|<img|class="notice"/i);
    }
  });

  test('the name of a platform', async () => {
    const answer = await send((await invite()).url, `/${encodeURIComponent('<script>')}`, {});
    expect(answer.status).toBe(400);
    expectHarmless(answer, '<script>');
  });
});

describe('a link that is not good returns 404, and nothing happens', () => {
  const asOwner = async ({ owner, userId }: Guest, method: 'post' | 'delete', path: string, body = {}) =>
    request(service.url)
      [method](`/workspace/users/${userId}${path}`)
      .set(await owner.session())
      .send(body);

  test.each<[string, (guest: Guest) => Promise<unknown>]>([
    [
      'over',
      ({ userId }) =>
        db.query(`UPDATE connection_pages SET expires_at = now() - interval '1 second' WHERE user_id = $1`, [userId]),
    ],
    ['rotated', (guest) => asOwner(guest, 'post', '/connection-url', { rotate: true })],
    ['of a user who was detached', (guest) => asOwner(guest, 'delete', '')],
    ['of a user who is inactive', ({ userId }) => deactivate(userId)],
    ['of an owner who is inactive', ({ owner }) => deactivate(owner.userId)],
  ])('%s', async (_what, spoil) => {
    const guest = await invite();
    await follow(await connect(guest, 'fediverse'));
    const [connection] = await connectionsOf(guest);
    await spoil(guest);
    for (const answer of [
      await open(guest.url),
      await connect(guest, 'fediverse'),
      await send(guest.url, '/disconnect', { platformId: String(connection?.platformId) }),
      await connect(guest, 'fediverse', { accessToken: 'x'.repeat(16 * 1024) }),
    ]) {
      expectPage(answer, 404, EXPIRED);
      expect(answer.text).not.toMatch(/<form|Ann/);
    }
    expect(await connectionsOf(guest)).toEqual([connection]);
  });

  test.each([
    ['a token that was never given out', 'a'.repeat(43)],
    ['a token that is none', `' OR true --`],
    ['a NUL', '%00'],
    ['what cannot be decoded', '%E0%A4%A'],
    ['a very long one', 'x'.repeat(4000)],
  ])('%s', async (_what, token) => {
    expectPage(await open(`${service.url}/connect/${token}`), 404, EXPIRED);
    expectPage(await send(`${service.url}/connect/${token}`, '/fediverse', {}), 404, EXPIRED);
  });

  const deactivate = (id: string) => db.query('UPDATE users SET deactivated_at = now() WHERE id = $1', [id]);
});

describe('an unexpected failure', () => {
  /** Takes a table away for as long as `work` runs: every statement on it is an unexpected failure. */
  async function without<T>(table: string, work: () => Promise<T>): Promise<T> {
    await db.query(`ALTER TABLE ${table} RENAME TO ${table}_away`);
    try {
      return await work();
    } finally {
      await db.query(`ALTER TABLE ${table}_away RENAME TO ${table}`);
    }
  }

  test.each<[string, string, (guest: Guest, typed: Record<string, string>) => PromiseLike<Response>]>([
    ['opening the link', 'connection_pages', ({ url }) => open(url)],
    ['showing the page', 'connections', ({ url }) => open(url)],
    ['connecting', 'connections', (guest, typed) => connect(guest, 'fediverse', typed)],
    ['disconnecting', 'connections', ({ url }) => send(url, '/disconnect', { platformId: 'fediverse-1' })],
  ])(
    '%s: a page without details; the log has the cause, and neither the token nor a secret',
    async (_at, table, act) => {
      const guest = await invite();
      const { account, typed } = newPerson('fediverse');
      const answer = await without(table, async () => act(guest, typed));
      expectPage(answer, 500, 'Internal server error');
      const requestId = answer.headers['x-request-id'];
      expect(answer.text).toContain(`<code>${requestId}</code>`);
      expect(answer.text).not.toMatch(/connection_?s|relation|select|at \w+ \(/i);
      const line = await eventually(async () => service.errors.shift());
      expect(JSON.parse(line)).toMatchObject({ requestId, err: { message: `relation "${table}" does not exist` } });
      for (const secret of [tokenOf(guest), account.credentials.accessToken]) expect(line).not.toContain(secret);
      expect(service.errors).toEqual([]);
    },
  );
});
