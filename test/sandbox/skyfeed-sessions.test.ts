import { lexicons } from '@atproto/api';
import { Tokens } from '../../sandbox/skyfeed/tokens.js';
import { call, closeSandboxes, demo, login, sandbox } from './support.js';

afterEach(closeSandboxes);

const start = async () => {
  const account = demo(await sandbox(), 'skyfeed');
  const { authorization, session } = await login(account);
  const xrpc = (method: string, init: Parameters<typeof call>[1] = {}) =>
    call(`${account.baseUrl}/xrpc/${method}`, { ...init, headers: { authorization, ...init.headers } });
  return { account, session, xrpc };
};

const claims = (token: unknown): Record<string, unknown> =>
  JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString());

describe('sessions of skyfeed', () => {
  test('an access token lives two hours for an app password, a refresh token ninety days', async () => {
    const { session, account } = await start();
    expect(session).toMatchObject({ did: account.accountId, handle: account.username, active: true });
    expect(() => lexicons.assertValidXrpcOutput('com.atproto.server.createSession', session)).not.toThrow();
    const access = claims(session.accessJwt);
    expect(access.scope).toBe('com.atproto.appPass');
    expect(Number(access.exp) - Number(access.iat)).toBe(7200);
    const refresh = claims(session.refreshJwt);
    expect(Number(refresh.exp) - Number(refresh.iat)).toBe(90 * 86_400);
  });

  test('a DID logs in as its handle does', async () => {
    const { account } = await start();
    const json = { identifier: account.accountId, password: account.credentials.appPassword };
    expect((await call(`${account.baseUrl}/xrpc/com.atproto.server.createSession`, { json })).status).toBe(200);
  });

  test('a wrong password is 401 AuthenticationRequired', async () => {
    const { xrpc, account } = await start();
    const json = { identifier: account.username, password: 'wrong' };
    expect(await xrpc('com.atproto.server.createSession', { json })).toMatchObject({
      status: 401,
      body: { error: 'AuthenticationRequired', message: 'Invalid identifier or password' },
    });
  });

  test('more than thirty logins within five minutes are 429 without Retry-After', async () => {
    const { account } = await start();
    const attempt = () =>
      call(`${account.baseUrl}/xrpc/com.atproto.server.createSession`, {
        json: { identifier: account.username, password: account.credentials.appPassword },
      });
    let last = await attempt();
    for (let count = 2; count < 70 && last.status === 200; count++) last = await attempt();
    expect(last).toMatchObject({ status: 429, body: { error: 'RateLimitExceeded' } });
    expect(last.headers.get('ratelimit-policy')).toBe('30;w=300');
    expect(Number(last.headers.get('ratelimit-reset'))).toBeGreaterThan(Date.now() / 1000 - 1);
    expect(last.headers.get('retry-after')).toBeNull();
  });

  test('a refresh replaces both tokens, and the new ones work', async () => {
    const { xrpc, session } = await start();
    const headers = { authorization: `Bearer ${session.refreshJwt}` };
    const { status, body } = await xrpc('com.atproto.server.refreshSession', { method: 'POST', headers });
    expect(status).toBe(200);
    expect(body.refreshJwt).not.toBe(session.refreshJwt);
    const get = { headers: { authorization: `Bearer ${body.accessJwt}` } };
    expect((await xrpc('com.atproto.server.getSession', get)).body).toMatchObject({ did: session.did, active: true });
  });

  test('a session that was ended is not refreshed', async () => {
    const { xrpc, session } = await start();
    const init = { method: 'POST', headers: { authorization: `Bearer ${session.refreshJwt}` } };
    expect((await xrpc('com.atproto.server.deleteSession', init)).status).toBe(200);
    const refused = { status: 400, body: { error: 'ExpiredToken' } };
    expect(await xrpc('com.atproto.server.refreshSession', init)).toMatchObject(refused);
  });

  test('a missing, a foreign and a misplaced token are refused each in its way', async () => {
    const { account, xrpc, session } = await start();
    const url = `${account.baseUrl}/xrpc/com.atproto.server.getSession`;
    expect(await call(url)).toMatchObject({ status: 401, body: { error: 'AuthMissing' } });
    const get = (token: unknown) =>
      xrpc('com.atproto.server.getSession', { headers: { authorization: `Bearer ${token}` } });
    expect(await get('a.b.c')).toMatchObject({ status: 400, body: { error: 'InvalidToken' } });
    const foreign = new Tokens(Buffer.alloc(32)).sign({ ...claims(session.accessJwt), jti: 'x' } as never);
    expect(await get(foreign)).toMatchObject({ status: 400, body: { error: 'InvalidToken' } });
    expect(await get(session.refreshJwt)).toMatchObject({ status: 400, body: { message: 'Bad token scope' } });
  });

  test('an expired token is distinguished from an invalid one', () => {
    const tokens = new Tokens(Buffer.alloc(32, 1));
    const payload = { scope: 'com.atproto.appPass' as const, sub: 'did:plc:x', aud: 'did:web:x', iat: 1 };
    const past = `Bearer ${tokens.sign({ ...payload, exp: 2 })}`;
    let refused: unknown;
    try {
      tokens.verify(past, 'com.atproto.appPass');
    } catch (error) {
      refused = error;
    }
    expect(refused).toMatchObject({ reply: { status: 400, body: { error: 'ExpiredToken' } } });
  });
});
