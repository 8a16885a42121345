/** A fediverse server that anybody could run: it does at every step of a login what the test says. */
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Request, type Response } from 'express';

type Params = Record<string, string>;

/** What it does where the test says nothing: it allows everything, as a server without RFC 9207. */
export interface Behaviour {
  /** RFC 8414; null: it has no such page. */
  metadata: object | string | null;
  /** The app as which it registers the service. */
  app: { client_id: string; client_secret: string };
  /** Where it leads a browser that is sent to its page. */
  authorize(params: Params): string;
  /** Its answer to a code. */
  token(sent: Params, response: Response): unknown;
  /** Whose its tokens are. */
  account: { id: string; acct: string };
}

export class FediverseServer {
  behaviour: Behaviour;
  /** What the service sent it, in order. */
  readonly received: { path: string; sent: Params }[] = [];

  private constructor(
    readonly url: string,
    readonly close: () => Promise<void>,
  ) {
    this.behaviour = this.honest();
  }

  static async open(): Promise<FediverseServer> {
    const app = express();
    const http = createServer(app).listen(0, '127.0.0.1');
    await once(http, 'listening');
    const server = new FediverseServer(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    });
    const note = ({ path, body }: Request) => server.received.push({ path, sent: { ...body } });
    app.use(express.urlencoded());
    app.get('/.well-known/oauth-authorization-server', (_request, response) => {
      const { metadata } = server.behaviour;
      if (metadata === null) response.status(404).json({ error: 'Not found' });
      else response.send(metadata);
    });
    app.post('/api/v1/apps', (request, response) => {
      note(request);
      response.json(server.behaviour.app);
    });
    app.get('/oauth/authorize', (request, response) => {
      response.redirect(302, server.behaviour.authorize(request.query as Params));
    });
    app.post('/oauth/token', (request, response) => {
      note(request);
      const answer = server.behaviour.token(request.body, response);
      if (!response.headersSent) response.json(answer);
    });
    app.get('/api/v1/accounts/verify_credentials', (_request, response) => {
      const { id, acct } = server.behaviour.account;
      response.json({ id, acct, display_name: acct, url: `${server.url}/@${acct}`, avatar: `${server.url}/avatar` });
    });
    return server;
  }

  /** It behaves as before, but for this. */
  behave(changed: Partial<Behaviour>): void {
    this.behaviour = { ...this.honest(), ...changed };
  }

  /** The redirect address of the service with a code and further parameters. */
  answer({ redirect_uri = '', state = '', code_challenge: code = '' }: Params, more: Params = {}): string {
    return `${redirect_uri}?${new URLSearchParams({ code, state, ...more })}`;
  }

  private honest(): Behaviour {
    const id = randomUUID();
    return {
      metadata: null,
      app: { client_id: id, client_secret: randomUUID() },
      authorize: (params) => this.answer(params),
      // Its codes are the challenges of PKCE.
      token: ({ code, code_verifier = '' }, response) =>
        createHash('sha256').update(code_verifier).digest('base64url') === code
          ? { access_token: randomUUID(), token_type: 'Bearer' }
          : response.status(400).json({ error: 'invalid_grant' }),
      account: { id: `${Date.now()}`, acct: 'ann' },
    };
  }

  /** The codes that the service handed to it. */
  codes(): string[] {
    return this.received.flatMap(({ sent }) => (sent.grant_type === 'authorization_code' ? [sent.code ?? ''] : []));
  }
}
