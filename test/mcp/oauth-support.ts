import { createHash, randomBytes } from 'node:crypto';
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import request from 'supertest';
import type { Headers } from '../support/graphql.js';
import type { Service } from '../support/service.js';
import { MCP_HEADERS, message } from './support.js';

export const CALLBACK = 'http://127.0.0.1:33418/callback';
export const VERIFIER = 'v'.repeat(43);
export const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

type Parameters = Record<string, string | undefined>;

const sent = (parameters: Parameters) =>
  new URLSearchParams(Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined));

/** An application without a library, driven by a test. */
export class Application {
  /** Every code and token that it got. */
  readonly secrets: string[] = [];

  constructor(
    private readonly service: Pick<Service, 'url'>,
    readonly clientId: string,
  ) {}

  static async register(service: Pick<Service, 'url'>, metadata: object = {}): Promise<Application> {
    const { status, body } = await request(service.url)
      .post('/oauth/register')
      .send({ client_name: 'Test assistant', redirect_uris: [CALLBACK], ...metadata });
    expect([status, body]).toEqual([201, expect.objectContaining({ token_endpoint_auth_method: 'none' })]);
    return new Application(service, body.client_id);
  }

  get resource(): string {
    return `${this.service.url}/mcp`;
  }

  /** The address at which the user is asked. A parameter that is undefined is left out. */
  asks(changed: Parameters = {}): string {
    const parameters = {
      client_id: this.clientId,
      redirect_uri: CALLBACK,
      response_type: 'code',
      code_challenge: challengeOf(VERIFIER),
      code_challenge_method: 'S256',
      scope: 'READ PUBLISH',
      state: 'a state & more',
      resource: this.resource,
      ...changed,
    };
    return `/oauth/authorize?${sent(parameters)}`;
  }

  /** The user allows it; returns the code. */
  async allowed(session: Headers, changed: Parameters = {}): Promise<string> {
    const code = new URL(await decide(this.service, this.asks(changed), session)).searchParams.get('code') ?? '';
    this.secrets.push(code);
    return code;
  }

  async exchange(code: string, changed: Parameters = {}) {
    return this.requestTokens({
      grant_type: 'authorization_code',
      code,
      redirect_uri: CALLBACK,
      code_verifier: VERIFIER,
      ...changed,
    });
  }

  refresh(refreshToken: string, changed: Parameters = {}) {
    return this.requestTokens({ grant_type: 'refresh_token', refresh_token: refreshToken, ...changed });
  }

  private async requestTokens(parameters: Parameters) {
    const body = sent({ client_id: this.clientId, resource: this.resource, ...parameters });
    const response = await request(this.service.url).post('/oauth/token').type('form').send(body.toString());
    const { access_token: access, refresh_token: refresh } = response.body;
    if (access) this.secrets.push(access, refresh);
    return { status: response.status, body: response.body, access, refresh };
  }

  /** Tokens for these scopes. */
  async connect(session: Headers, scope = 'READ PUBLISH') {
    const tokens = await this.exchange(await this.allowed(session, { scope }));
    expect(tokens.status).toBe(200);
    return tokens;
  }

  async revoke(token: string, clientId = this.clientId): Promise<number> {
    const body = new URLSearchParams({ token, client_id: clientId }).toString();
    return (await request(this.service.url).post('/oauth/revoke').type('form').send(body)).status;
  }
}

/** Sends the form of the page of consent, as the browser does; returns where it leads. */
export async function decide(
  service: Pick<Service, 'url'>,
  path: string,
  session: Headers,
  decision: 'allow' | 'deny' = 'allow',
): Promise<string> {
  const shown = await request(service.url).get(path).set(session);
  expect([shown.status, shown.text]).toEqual([200, expect.stringContaining('It will be able to')]);
  const user = /name="user" value="([^"]+)"/.exec(shown.text)?.[1] ?? '';
  const { status, headers } = await send(service, path, session, { user, decision });
  expect(status).toBe(303);
  return headers.location ?? '';
}

export const send = (
  service: Pick<Service, 'url'>,
  path: string,
  session: Headers,
  form: Record<string, string>,
  headers: Headers = { origin: new URL(service.url).origin },
) =>
  request(service.url)
    .post(path)
    .set({ ...session, ...headers })
    .type('form')
    .send(new URLSearchParams(form).toString());

/** A message to the service with an access token. */
export const call = (
  service: Pick<Service, 'url'>,
  token: string,
  body: object = message('tools/list'),
  path = '/mcp',
) =>
  request(service.url)
    .post(path)
    .set({ ...MCP_HEADERS, ...(token && { authorization: `Bearer ${token}` }) })
    .send(body);

/** What the SDK's client needs of an application: it keeps everything in memory, and has no browser. */
export class Provider implements OAuthClientProvider {
  readonly redirectUrl = CALLBACK;
  readonly clientMetadata = {
    client_name: 'SDK',
    redirect_uris: [CALLBACK],
    grant_types: ['authorization_code', 'refresh_token'],
  };
  /** Where it has sent the user. */
  readonly asked: URL[] = [];
  private readonly sentState = randomBytes(8).toString('hex');
  private client: OAuthClientInformationMixed | undefined;
  private verifier = '';
  saved: OAuthTokens | undefined;

  state = () => this.sentState;
  clientInformation = () => this.client;
  saveClientInformation(client: OAuthClientInformationMixed) {
    this.client = client;
  }
  tokens = () => this.saved;
  saveTokens(tokens: OAuthTokens) {
    this.saved = tokens;
  }
  redirectToAuthorization(url: URL) {
    this.asked.push(url);
  }
  codeVerifier = () => this.verifier;
  saveCodeVerifier(verifier: string) {
    this.verifier = verifier;
  }
  invalidateCredentials(scope: string) {
    if (scope === 'tokens' || scope === 'all') this.saved = undefined;
  }
}
