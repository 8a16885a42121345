import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import request from 'supertest';
import { createAccount, type TestAccount } from '../support/account.js';
import { graphql, type Headers } from '../support/graphql.js';
import { addMember } from '../support/member.js';
import { nodesOf } from '../support/nodes.js';
import { useService } from '../support/service.js';
import { Application, CALLBACK, call, challengeOf, decide, Provider, send, VERIFIER } from './oauth-support.js';
import { message, openAssistant } from './support.js';

const { db, service } = await useService();
let account: TestAccount;
let session: Headers;
let application: Application;

beforeAll(async () => {
  account = await createAccount(db, { mcpAccess: true, connected: ['fediverse-1'] });
  session = await account.session();
  application = await Application.register(service);
});

const LIST = '{ connectedApplications { edges { node { id name host scopes lastUsedAt } } } }';
const REVOKE =
  'mutation ($input: RevokeApplicationInput!) { revokeApplication(input: $input) { revokedApplicationId } }';
const listed = async (owner = session) => nodesOf((await graphql(service, owner, LIST)).data.connectedApplications);
const CREATE = message('tools/call', {
  name: 'create_post',
  arguments: { content: 'By an application', platformIds: ['fediverse-1'] },
});
const newOwner = async () => {
  const owner = await createAccount(db, { mcpAccess: true, connected: ['fediverse-1'] });
  return { ...owner, session: await owner.session() };
};
const works = async (access: string) => (await call(service, access)).status === 200;

test('the client of the SDK registers, is allowed, posts, refreshes, and is revoked', async () => {
  const owner = await newOwner();
  const provider = new Provider();
  const connect = async () => {
    const client = new Client({ name: 'test', version: '1' });
    const transport = new StreamableHTTPClientTransport(new URL('/mcp', service.url), { authProvider: provider });
    await client.connect(transport);
    return client;
  };
  await expect(connect()).rejects.toThrow(UnauthorizedError);
  const [asked] = provider.asked;
  expect(asked?.searchParams.get('scope')).toBe('READ PUBLISH');

  const led = new URL(await decide(service, `${asked?.pathname}${asked?.search}`, owner.session));
  expect(led.origin + led.pathname).toBe(CALLBACK);
  expect(led.searchParams.get('state')).toBe(provider.state());
  expect(led.searchParams.get('iss')).toBe(service.url);
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', service.url), { authProvider: provider });
  await transport.finishAuth(led.searchParams.get('code') ?? '');
  const first = provider.saved;
  expect(first).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'READ PUBLISH' });

  const assistant = await openAssistant(await connect());
  const post = { content: 'By an assistant', platformIds: ['fediverse-1'] };
  const { postGroupId } = await assistant.call('create_post', post);
  const [row] = await db.query('SELECT user_id FROM post_groups WHERE id = $1', [postGroupId]);
  expect(row?.user_id).toBe(owner.userId);

  await db.query(`UPDATE applications SET access_expires_at = now() - interval '1 second' WHERE user_id = $1`, [
    owner.userId,
  ]);
  await assistant.call('get_post', { postGroupId });
  expect(provider.saved?.access_token).not.toBe(first?.access_token);
  expect(provider.saved?.refresh_token).not.toBe(first?.refresh_token);

  const [shown] = await listed(owner.session);
  expect(shown).toMatchObject({ name: 'SDK', host: '127.0.0.1:33418', scopes: ['READ', 'PUBLISH'] });
  const input = { applicationId: shown.id };
  expect((await graphql(service, owner.session, REVOKE, { input })).errors).toBeUndefined();
  await expect(assistant.call('get_post', { postGroupId })).rejects.toThrow();
  expect(provider.asked).toHaveLength(2);
  expect(await listed(owner.session)).toEqual([]);
  await assistant.close();
});

describe('what a client reads first', () => {
  test('401 of /mcp says where, and the metadata lead on', async () => {
    const { status, headers } = await call(service, '');
    expect(status).toBe(401);
    const challenge = headers['www-authenticate'] ?? '';
    expect(challenge).toMatch(/^Bearer resource_metadata="[^"]+", scope="READ PUBLISH"$/);
    const [, metadata = ''] = /resource_metadata="([^"]+)"/.exec(challenge) ?? [];
    const { body: resource } = await request(metadata).get('');
    expect(resource).toMatchObject({
      resource: `${service.url}/mcp`,
      authorization_servers: [service.url],
      bearer_methods_supported: ['header'],
      scopes_supported: ['READ', 'DRAFT', 'PUBLISH'],
    });
    const { body: server } = await request(service.url).get('/.well-known/oauth-authorization-server');
    expect(server).toMatchObject({
      issuer: service.url,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
    });
    for (const [name, address] of Object.entries(server)) {
      if (name.endsWith('_endpoint')) expect(String(address)).toMatch(`${service.url}/oauth/`);
    }
  });

  test('a token that is not valid is told so, and one that has expired', async () => {
    const { access } = await application.connect(session);
    const wrong = await call(service, `${access.slice(0, -2)}AA`);
    expect([wrong.status, wrong.body.error.data.code]).toEqual([401, 'ACCESS_TOKEN_INVALID']);
    expect(wrong.headers['www-authenticate']).toContain('error="invalid_token"');
    await db.query(`UPDATE applications SET access_expires_at = now() - interval '1 second' WHERE user_id = $1`, [
      account.userId,
    ]);
    const expired = await call(service, access);
    expect([expired.status, expired.body.error.data.code]).toEqual([401, 'ACCESS_TOKEN_EXPIRED']);
    expect(expired.headers['www-authenticate']).toContain('error="invalid_token"');
  });
});

describe('registration', () => {
  const register = (metadata: string | object) =>
    request(service.url).post('/oauth/register').type('application/json').send(metadata);

  test.each([
    ['no redirect URI', {}, 'invalid_redirect_uri'],
    ['an empty list', { redirect_uris: [] }, 'invalid_redirect_uri'],
    [
      'eleven',
      { redirect_uris: Array.from({ length: 11 }, (_, n) => `https://a.example/${n}`) },
      'invalid_redirect_uri',
    ],
    ['http elsewhere', { redirect_uris: ['http://a.example/cb'] }, 'invalid_redirect_uri'],
    ['a name that looks local', { redirect_uris: ['http://localhost.a.example/cb'] }, 'invalid_redirect_uri'],
    ['javascript', { redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    ['an own scheme', { redirect_uris: ['cursor://oauth/cb'] }, 'invalid_redirect_uri'],
    ['a fragment', { redirect_uris: ['https://a.example/cb#x'] }, 'invalid_redirect_uri'],
    ['a password', { redirect_uris: ['https://x:y@a.example/cb'] }, 'invalid_redirect_uri'],
    ['a number', { redirect_uris: [1] }, 'invalid_redirect_uri'],
    ['a space', { redirect_uris: ['https://a.example/a b'] }, 'invalid_redirect_uri'],
    ['half a character', { redirect_uris: ['http://127.0.0.1/\ud800'] }, 'invalid_redirect_uri'],
    ['an invisible name', { redirect_uris: [CALLBACK], client_name: '\u200b\u3164' }, 'invalid_client_metadata'],
    ['half a character as name', { redirect_uris: [CALLBACK], client_name: 'x\ud800' }, 'invalid_client_metadata'],
    ['a long name', { redirect_uris: [CALLBACK], client_name: 'x'.repeat(101) }, 'invalid_client_metadata'],
    ['a name of two lines', { redirect_uris: [CALLBACK], client_name: 'x\ny' }, 'invalid_client_metadata'],
    ['a long address', { redirect_uris: [`https://a.example/${'x'.repeat(2000)}`] }, 'invalid_client_metadata'],
  ])('refuses %s', async (_what, metadata, error) => {
    const { status, body } = await register(metadata);
    expect([status, body]).toEqual([400, { error, error_description: expect.any(String) }]);
  });

  test('refuses a body that is too large, or no JSON', async () => {
    const large = await register({ redirect_uris: [CALLBACK], software_statement: 'x'.repeat(20_000) });
    expect([large.status, large.body.error]).toEqual([413, 'invalid_request']);
    const bad = await register('{');
    expect([bad.status, bad.body.error]).toEqual([400, 'invalid_request']);
  });

  test('stores nothing: an id says all, and one that was changed is none', async () => {
    const before = await db.query('SELECT count(*)::int AS count FROM applications');
    const { clientId } = await Application.register(service, {
      client_name: 'Ünï',
      redirect_uris: ['https://a.example'],
    });
    expect(await db.query('SELECT count(*)::int AS count FROM applications')).toEqual(before);
    const evil = `c_${Buffer.from(JSON.stringify(['Ünï', 'http://evil.example/'])).toString('base64url')}`;
    for (const id of [`${clientId}A`, clientId.slice(1), evil, 'c_', 'c_bnVsbA', 'x'.repeat(3000), `${clientId}=`]) {
      const { status, text } = await request(service.url)
        .get(application.asks({ client_id: id }))
        .set(session);
      expect([status, text]).toEqual([400, expect.stringContaining('client_id')]);
    }
  });
});

describe('the page of consent', () => {
  test('names the application, its scopes and its host; cannot be framed, and escapes the name', async () => {
    const named = await Application.register(service, { client_name: '<b>Evil</b>' });
    const { text, headers } = await request(service.url).get(named.asks()).set(session);
    expect(text).toContain('&#60;b&#62;Evil');
    expect(text).not.toContain('<b>Evil');
    expect(text).toContain('<strong>127.0.0.1:33418</strong>, a program on this computer');
    expect(text).toMatch(/See your connected accounts[\s\S]*publish and delete posts/);
    expect(text).not.toContain('Change webhooks');
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['cache-control']).toBe('no-store');
  });

  test('needs a session: without one, the browser signs in first and comes back', async () => {
    for (const answer of [request(service.url).get(application.asks()), send(service, application.asks(), {}, {})]) {
      const { status, headers } = await answer;
      expect(status).toBe(303);
      const to = new URL(headers.location ?? '', service.url);
      expect([to.pathname, to.searchParams.get('returnTo')]).toEqual(['/sign-in', application.asks()]);
    }
  });

  test('takes no decision from another origin, nor without one', async () => {
    const form = { user: account.userId, decision: 'allow' };
    const port = new URL(service.url).port;
    for (const origin of ['https://evil.example', 'null', `http://evil.localhost:${port}`, undefined]) {
      const headers: Headers = origin === undefined ? {} : { origin };
      const { status, text, headers: answered } = await send(service, application.asks(), session, form, headers);
      expect([status, answered.location]).toEqual([403, undefined]);
      expect(text).toContain('not sent from a page of this service');
    }
  });

  test('takes no decision of somebody else who has signed in since: it asks again', async () => {
    const other = await newOwner();
    const form = { user: account.userId, decision: 'allow' };
    const { status, text } = await send(service, application.asks(), other.session, form);
    expect([status, text]).toEqual([200, expect.stringContaining(other.userId)]);
    expect(await db.query('SELECT 1 FROM applications WHERE user_id = $1', [other.userId])).toEqual([]);
  });

  test('leads back without a code when the user does not allow it', async () => {
    const led = new URL(await decide(service, application.asks(), session, 'deny'));
    expect(Object.fromEntries(led.searchParams)).toEqual({
      error: 'access_denied',
      state: 'a state & more',
      iss: service.url,
    });
  });

  test.each([
    ['without MCP access', { mcpAccess: false }, 'MCP access is not enabled'],
    ['whose plan has no API', { mcpAccess: true, plan: 'starter' as const }, 'API access is not enabled'],
  ])('is not shown to an account %s', async (_what, wanted, text) => {
    const poor = await (await createAccount(db, wanted)).session();
    const shown = await request(service.url).get(application.asks()).set(poor);
    expect([shown.status, shown.text]).toEqual([403, expect.stringContaining(text)]);
  });

  test.each([
    ['another redirect URI', { redirect_uri: 'https://evil.example/cb' }],
    ['a longer one', { redirect_uri: `${CALLBACK}/more` }],
    ['one of another host of this computer', { redirect_uri: CALLBACK.replace('127.0.0.1', 'localhost') }],
    ['the same in other words', { redirect_uri: CALLBACK.replace('127.0.0.1', '0x7f.1') }],
    [
      'one with a port that does not exist',
      { redirect_uri: CALLBACK.replace(/:\d+/, '').replace('127.0.0.1', '127.0.0.1:99999') },
    ],
    ['one with a step back', { redirect_uri: CALLBACK.replace('callback', 'x/../callback') }],
    ['one with a null character', { redirect_uri: `${CALLBACK}\0` }],
    ['one with an empty fragment', { redirect_uri: `${CALLBACK}#` }],
    ['one with a user', { redirect_uri: CALLBACK.replace('127', 'x@127') }],
    ['none', { redirect_uri: undefined }],
    ['the implicit grant', { response_type: 'token' }],
    ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }],
    ['plain PKCE', { code_challenge: VERIFIER, code_challenge_method: 'plain' }],
    ['PKCE without a method', { code_challenge_method: undefined }],
    ['a challenge of another length', { code_challenge: 'short' }],
    ['no resource', { resource: undefined }],
    ['a resource elsewhere', { resource: 'https://evil.example/mcp' }],
    ['another resource of this service', { resource: `${service.url}/graphql` }],
    ['an unknown scope', { scope: 'READ ADMIN' }],
    ['the scope WORKSPACE', { scope: 'READ WORKSPACE' }],
    ['the scope MANAGE, which no tool needs', { scope: 'READ MANAGE' }],
  ])('refuses %s, and leads nowhere', async (_what, changed) => {
    const shown = await request(service.url).get(application.asks(changed)).set(session);
    expect([shown.status, shown.headers.location]).toEqual([400, undefined]);
    expect(shown.text).toContain('cannot be accepted');
    const form = { user: account.userId, decision: 'allow' };
    const { status, headers } = await send(service, application.asks(changed), session, form);
    expect([status, headers.location]).toEqual([400, undefined]);
  });

  test('refuses a parameter that is given twice', async () => {
    const path = `${application.asks()}&redirect_uri=https%3A%2F%2Fevil.example`;
    expect((await request(service.url).get(path).set(session)).status).toBe(400);
  });

  test('a program on this computer may use any port', async () => {
    const redirect_uri = CALLBACK.replace('33418', '50123');
    const code = await application.allowed(session, { redirect_uri });
    expect((await application.exchange(code, { redirect_uri })).status).toBe(200);
  });
});

describe('a code', () => {
  const refused = [400, expect.objectContaining({ error: 'invalid_grant' })];

  test('is exchanged once; a second time revokes the tokens', async () => {
    const code = await application.allowed(session);
    const { access, refresh } = await application.exchange(code);
    expect(await works(access)).toBe(true);
    const again = await application.exchange(code);
    expect([again.status, again.body]).toEqual(refused);
    expect(await works(access)).toBe(false);
    expect((await application.refresh(refresh)).status).toBe(400);
  });

  test('that is made up for a known family is refused, and revokes nothing', async () => {
    const { access } = await application.exchange(await application.allowed(session));
    const forged = await application.exchange(`${access.split('.')[0]}.${'A'.repeat(43)}`);
    expect([forged.status, forged.body]).toEqual(refused);
    expect(await works(access)).toBe(true);
  });

  test('is exchanged once also when it is sent twice at the same time', async () => {
    const code = await application.allowed(session);
    const answers = await Promise.all([1, 2, 3].map(() => application.exchange(code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  test.each([
    ['with the wrong verifier', { code_verifier: 'w'.repeat(43) }],
    ['with the challenge as the verifier', { code_verifier: challengeOf(VERIFIER) }],
    ['with a short verifier', { code_verifier: 'v' }],
    ['with another redirect URI', { redirect_uri: 'http://127.0.0.1:33418/other' }],
  ])('is refused %s', async (_what, changed) => {
    const { status, body } = await application.exchange(await application.allowed(session), changed);
    expect([status, body]).toEqual(refused);
  });

  test('is refused without a verifier, to another client, and for another resource', async () => {
    const code = await application.allowed(session);
    const none = await application.exchange(code, { code_verifier: undefined });
    expect([none.status, none.body.error]).toEqual([400, 'invalid_request']);
    const other = await Application.register(service, { client_name: 'Other' });
    expect((await other.exchange(code)).body.error).toBe('invalid_grant');
    const foreign = await application.exchange(code, { resource: 'https://evil.example/mcp' });
    expect([foreign.status, foreign.body.error]).toEqual([400, 'invalid_target']);
    expect((await application.exchange(code)).status).toBe(200);
  });

  test('is refused after a minute', async () => {
    const code = await application.allowed(session);
    await db.query(
      `UPDATE applications SET expires_at = now() - interval '1 second' WHERE user_id = $1 AND refresh_hash IS NULL`,
      [account.userId],
    );
    const late = await application.exchange(code);
    expect([late.status, late.body]).toEqual(refused);
  });

  test('opens nothing by itself, and an application without tokens is not listed', async () => {
    const owner = await newOwner();
    const code = await application.allowed(owner.session);
    expect(await works(code)).toBe(false);
    expect((await application.refresh(code)).body.error).toBe('invalid_grant');
    expect(await listed(owner.session)).toEqual([]);
  });

  test.each([
    [{ grant_type: 'password' }, 'unsupported_grant_type'],
    [{ grant_type: undefined }, 'invalid_request'],
    [{ client_id: undefined }, 'invalid_request'],
    [{ code: undefined }, 'invalid_request'],
    [{ code: 'x'.repeat(87) }, 'invalid_grant'],
  ])('is needed, with %j: %s', async (changed, error) => {
    const { status, body } = await application.exchange('x', changed);
    expect([status, body]).toEqual([400, { error, error_description: expect.any(String) }]);
  });
});

describe('tokens', () => {
  test('a refresh token is replaced; its use after a minute revokes the application', async () => {
    const first = await application.connect(session);
    const second = await application.refresh(first.refresh);
    expect([await works(first.access), await works(second.access)]).toEqual([false, true]);
    await db.query(`UPDATE applications SET expires_at = expires_at - interval '61 seconds' WHERE user_id = $1`, [
      account.userId,
    ]);
    expect((await application.refresh(first.refresh)).body.error).toBe('invalid_grant');
    expect(await works(second.access)).toBe(false);
    expect((await application.refresh(second.refresh)).body.error).toBe('invalid_grant');
  });

  test('a refresh whose response was lost is repeated: the same tokens, also for three at once, for this client only', async () => {
    const { refresh } = await application.connect(session, 'READ');
    const lost = await application.refresh(refresh);
    const answers = await Promise.all([1, 2, 3].map(() => application.refresh(refresh)));
    for (const again of answers) {
      expect([again.access, again.refresh]).toEqual([lost.access, lost.refresh]);
      expect(again.body.expires_in).toBeLessThanOrEqual(3600);
      expect(again.body.expires_in).toBeGreaterThan(3500);
    }
    expect((await application.refresh(refresh, { scope: 'READ PUBLISH' })).body.error).toBe('invalid_scope');
    const other = await Application.register(service, { client_name: 'Other' });
    expect((await other.refresh(refresh)).body.error).toBe('invalid_grant');
    expect(await works(lost.access)).toBe(true);
  });

  test('a refresh is not repeated once its tokens were refreshed themselves: the application is revoked', async () => {
    const first = await application.connect(session);
    const second = await application.refresh(first.refresh);
    const third = await application.refresh(second.refresh);
    expect((await application.refresh(first.refresh)).body.error).toBe('invalid_grant');
    expect(await works(third.access)).toBe(false);
  });

  test('a refresh gives no more than the user has allowed, and nothing to another client', async () => {
    const { access, refresh } = await application.connect(session, 'READ');
    const more = await application.refresh(refresh, { scope: 'READ PUBLISH' });
    expect([more.status, more.body.error]).toEqual([400, 'invalid_scope']);
    const other = await Application.register(service, { client_name: 'Other' });
    expect((await other.refresh(refresh)).body.error).toBe('invalid_grant');
    expect(await works(access)).toBe(true);
    expect((await application.refresh(refresh, { scope: 'READ' })).body.scope).toBe('READ');
  });

  test('a refresh token ends after 30 days without use', async () => {
    const { refresh } = await application.connect(session);
    await db.query(`UPDATE applications SET expires_at = now() - interval '1 second' WHERE user_id = $1`, [
      account.userId,
    ]);
    expect((await application.refresh(refresh)).body.error).toBe('invalid_grant');
  });

  test('open /mcp alone: neither GraphQL nor REST, and not from the address of a request', async () => {
    const { access, refresh } = await application.connect(session);
    const query = { query: '{ viewer { id } }' };
    const viaGraphql = await call(service, access, query, '/graphql');
    expect(viaGraphql.body.errors[0].extensions.code).toBe('API_KEY_INVALID');
    expect((await graphql(service, { 'x-api-key': access }, '{ viewer { id } }')).errors?.[0]?.extensions.code).toBe(
      'API_KEY_INVALID',
    );
    const viaRest = await request(service.url).get('/api/v1/list-posts').set('x-api-key', access);
    expect(viaRest.status).toBe(401);
    const inAddress = await call(service, '', message('tools/list'), `/mcp?access_token=${access}`);
    expect(inAddress.status).toBe(401);
    expect(await works(refresh)).toBe(false);
  });

  test('with READ alone, a tool that changes something is refused by HTTP, so that the client asks for more', async () => {
    const { access } = await application.connect(session, 'READ');
    expect(await works(access)).toBe(true);
    const { status, headers, body } = await call(service, access, CREATE);
    expect([status, body.error.data.code]).toEqual([403, 'API_KEY_SCOPE_REQUIRED']);
    expect(headers['www-authenticate']).toMatch(
      /^Bearer error="insufficient_scope", resource_metadata="[^"]+", scope="READ PUBLISH"$/,
    );
  });

  test('act for no managed user, and are refused with the account', async () => {
    const owner = await createAccount(db, { mcpAccess: true, workspaceAccess: true });
    const managed = await owner.manage();
    const { access } = await application.connect(await owner.session());
    const asManaged = await call(service, access).set('x-service-user-id', managed);
    expect(asManaged.body.error.data.code).toBe('WORKSPACE_ACCESS_DISABLED');
    await db.query('UPDATE users SET mcp_access = false WHERE id = $1', [owner.userId]);
    expect((await call(service, access)).body.error.data.code).toBe('MCP_ACCESS_DISABLED');
    await db.query('UPDATE users SET mcp_access = true, deactivated_at = now() WHERE id = $1', [owner.userId]);
    expect((await call(service, access)).body.error.data.code).toBe('ACCOUNT_INACTIVE');
  });

  test('of an admin of one client reach that client alone, and end with its detachment', async () => {
    const agency = await createAccount(db, { mcpAccess: true, workspaceAccess: true, connected: ['fediverse-1'] });
    const client = await agency.manage();
    const admin = await addMember(db, client, 'ADMIN');
    const { access } = await application.connect(admin.browser);
    expect(await db.query('SELECT user_id FROM applications WHERE created_by_id = $1', [admin.personId])).toEqual([
      { user_id: client },
    ]);
    expect(await listed(admin.browser)).toHaveLength(1);
    expect(await listed(await agency.session())).toEqual([]);
    const accounts = await call(service, access, message('tools/call', { name: 'list_accounts', arguments: {} }));
    expect(JSON.stringify(accounts.body)).not.toContain('fediverse-1');
    const detach = 'mutation ($input: DetachManagedUserInput!) { detachManagedUser(input: $input) { detachedUserId } }';
    await graphql(service, await agency.session(), detach, { input: { userId: client } });
    expect(await works(access)).toBe(false);
  });

  test('are revoked by the application, by either token, and by no other client', async () => {
    const other = await Application.register(service, { client_name: 'Other' });
    for (const kind of ['access', 'refresh'] as const) {
      const tokens = await application.connect(session);
      expect(await application.revoke(tokens[kind], other.clientId)).toBe(200);
      expect(await works(tokens.access)).toBe(true);
      expect(await application.revoke(tokens[kind])).toBe(200);
      expect(await works(tokens.access)).toBe(false);
      expect(await application.revoke(tokens[kind])).toBe(200);
    }
    expect(await application.revoke('nonsense')).toBe(200);
  });

  test('end a wait once they are revoked', async () => {
    const owner = await newOwner();
    const { access } = await application.connect(owner.session);
    const at = new Date(Date.now() + 25_000).toISOString();
    const args = { content: 'Waits', platformIds: ['fediverse-1'], scheduledTime: at, confirm: true };
    const made = await call(service, access, message('tools/call', { name: 'create_post', arguments: args }));
    const { postGroupId } = JSON.parse(/^data: (.*)$/m.exec(made.text)?.[1] ?? '').result.structuredContent;
    const wait = { name: 'wait_for_post', arguments: { postGroupId, timeoutSeconds: 50 } };
    const waiting = call(service, access, message('tools/call', wait)).then(({ text }) => text);
    const [{ id: applicationId }] = await listed(owner.session);
    await graphql(service, owner.session, REVOKE, { input: { applicationId } });
    expect(await waiting).toContain('ACCESS_TOKEN_INVALID');
    expect(Date.now()).toBeLessThan(Date.parse(at));
  });
});

describe('connected applications', () => {
  test('are listed and revoked by their owner alone', async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    const { access } = await application.connect(owner.session);
    const [{ id: applicationId }] = await listed(owner.session);
    expect(await listed(other.session)).toEqual([]);
    const input = { applicationId };
    const codeOf = async (headers: Headers) =>
      (await graphql(service, headers, REVOKE, { input })).errors?.[0]?.extensions.code;
    expect(await codeOf(other.session)).toBe('APPLICATION_NOT_FOUND');
    expect(await codeOf({ 'x-api-key': owner.apiKey })).toBe('SESSION_REQUIRED');
    expect(await works(access)).toBe(true);
    const node = `{ node(id: "${applicationId}") { __typename id } }`;
    expect((await graphql(service, owner.session, node)).data.node.__typename).toBe('ConnectedApplication');
    expect((await graphql(service, other.session, node)).data.node).toBeNull();
    expect(await codeOf(owner.session)).toBeUndefined();
    expect(await works(access)).toBe(false);
  });

  test('are at most 50: one more ends the one that was unused for the longest time', async () => {
    const owner = await newOwner();
    const { access } = await application.connect(owner.session);
    await db.query(
      `INSERT INTO applications (id, user_id, client_id, name, redirect_uri, scopes, family_hash, code_hash, code_challenge,
                                 refresh_hash, created_at, expires_at)
       SELECT lpad(to_hex(n), 12, 'f') || right(user_id, 12), user_id, client_id, name, redirect_uri, scopes,
              family_hash || n, code_hash, code_challenge, refresh_hash, now(), expires_at
         FROM applications, generate_series(1, 49) n WHERE user_id = $1`,
      [owner.userId],
    );
    expect(await works(access)).toBe(true);
    await db.query(
      `UPDATE applications SET created_at = now() - interval '1 day', last_used_at = NULL
                     WHERE user_id = $1 AND access_hash IS NOT NULL`,
      [owner.userId],
    );
    await application.connect(owner.session);
    expect(await works(access)).toBe(false);
    expect(await db.query('SELECT 1 FROM applications WHERE user_id = $1', [owner.userId])).toHaveLength(50);
  });

  test('are in the audit log: who allowed and ended them, and why', async () => {
    const owner = await newOwner();
    const log = async () => {
      const query = `{ viewer { auditLog { edges { node { action actor { kind name applicationId } subject { type name } details } } } } }`;
      return nodesOf((await graphql(service, owner.session, query)).data.viewer.auditLog);
    };
    const code = await application.allowed(owner.session);
    const { access } = await application.exchange(code);
    await application.revoke(access);
    const replayed = await application.allowed(owner.session);
    await application.exchange(replayed);
    await application.exchange(replayed);
    await application.connect(owner.session);
    const [{ id: applicationId }] = await listed(owner.session);
    await graphql(service, owner.session, REVOKE, { input: { applicationId } });
    const subject = { type: 'APPLICATION', name: 'Test assistant' };
    expect(await log()).toEqual([
      expect.objectContaining({
        action: 'APPLICATION_REVOKED',
        actor: expect.objectContaining({ kind: 'OWNER' }),
        subject,
        details: { reason: 'owner' },
      }),
      expect.objectContaining({ action: 'APPLICATION_CONNECTED', subject }),
      expect.objectContaining({
        action: 'APPLICATION_REVOKED',
        actor: { kind: 'SYSTEM', name: null, applicationId: null },
        details: { reason: 'code_reused' },
      }),
      expect.objectContaining({ action: 'APPLICATION_CONNECTED', subject }),
      expect.objectContaining({
        action: 'APPLICATION_REVOKED',
        actor: { kind: 'APPLICATION', name: 'Test assistant', applicationId: expect.any(String) },
        subject,
      }),
      expect.objectContaining({
        action: 'APPLICATION_CONNECTED',
        actor: expect.objectContaining({ kind: 'OWNER' }),
        details: { scopes: ['READ', 'PUBLISH'], redirectUri: CALLBACK },
      }),
    ]);
  });
});

test('no code and no token is stored, logged, or a part of an error', async () => {
  const own = await Application.register(service, { client_name: 'Watched' });
  const owner = await newOwner();
  const { access, refresh } = await own.connect(owner.session);
  await call(service, access, CREATE);
  await own.refresh(refresh, { scope: 'ADMIN' });
  await own.refresh(refresh);
  await own.exchange(own.secrets[0] ?? '');
  expect(own.secrets).toHaveLength(5);
  const stored = JSON.stringify([
    await db.query('SELECT * FROM applications'),
    await db.query('SELECT * FROM audit_events WHERE owner_id = $1', [owner.userId]),
  ]);
  for (const secret of own.secrets.flatMap((one) => one.split('.'))) {
    expect(stored).not.toContain(secret);
    expect(service.output.join('\n')).not.toContain(secret);
  }
});
