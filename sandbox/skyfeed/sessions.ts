import { randomBytes } from 'node:crypto';
import type { Request } from 'express';
import type { AccountCore } from '../account.js';
import { Refusal, type SandboxContext } from '../exchange.js';
import { RateWindow } from '../rate-window.js';
import { accessLifetime, refreshLifetime, type TokenScope, type Tokens } from './tokens.js';
import { expiredToken, rateHeaders, rateLimited, refuse } from './wire.js';

// A PDS takes a refresh token that was used already for two hours more, so that a lost response locks no client out.
const refreshGrace = 2 * 3600_000;

// createSession: 30 in 5 minutes for an account; clients have to keep their sessions.
const loginLimit = 30;
const loginWindow = 300;

/** How a login is refused; a revoked app password is no different from a wrong one. */
export const wrongPassword = (): Refusal => refuse(401, 'AuthenticationRequired', 'Invalid identifier or password');

/** The sessions of the accounts. They live in their tokens; only used and revoked refresh tokens are remembered. */
export class Sessions {
  private readonly logins = new RateWindow(loginLimit, loginWindow);
  private readonly used = new Map<string, { nextId: string; until: number }>();

  constructor(
    private readonly context: SandboxContext,
    private readonly tokens: Tokens,
  ) {}

  /** The account that a bearer token authenticates. */
  account(req: Request, scope: TokenScope = 'com.atproto.appPass'): AccountCore {
    const { sub } = this.tokens.verify(req.headers.authorization, scope);
    const account = this.context.store.account('skyfeed', sub);
    if (!account) throw refuse(403, 'AccountNotFound', 'Account not found');
    return account;
  }

  /** Checks a handle or DID and its app password. */
  login(identifier: string, password: string): { account: AccountCore; headers: Record<string, string> } {
    const name = identifier.toLowerCase();
    const state = this.logins.take(name);
    if (state.exceeded) throw new Refusal(rateLimited(state.resetAt, loginLimit, loginWindow));
    const { store } = this.context;
    const account = store.accountByLogin('skyfeed', name) ?? store.account('skyfeed', identifier);
    if (account?.credentials.appPassword !== password || password === '') {
      throw wrongPassword();
    }
    return { account, headers: rateHeaders(state) };
  }

  /** A new pair of tokens with what is known of the account. */
  open(account: AccountCore, refreshId = randomBytes(32).toString('base64')): Record<string, unknown> {
    const iat = Math.floor(Date.now() / 1000);
    const shared = { sub: account.accountId, aud: `did:web:${new URL(this.context.url).hostname}`, iat };
    return {
      accessJwt: this.tokens.sign({ ...shared, scope: 'com.atproto.appPass', exp: iat + accessLifetime }),
      refreshJwt: this.tokens.sign({
        ...shared,
        scope: 'com.atproto.refresh',
        exp: iat + refreshLifetime,
        jti: refreshId,
      }),
      ...this.describe(account),
    };
  }

  /** The next pair of tokens for a refresh token, whose own time then runs out. */
  refresh(req: Request): Record<string, unknown> {
    const account = this.account(req, 'com.atproto.refresh');
    const { jti = '' } = this.tokens.verify(req.headers.authorization, 'com.atproto.refresh');
    const before = this.used.get(jti);
    if (before && before.until <= Date.now()) throw expiredToken('Token has been revoked');
    const nextId = before?.nextId ?? randomBytes(32).toString('base64');
    if (!before) this.used.set(jti, { nextId, until: Date.now() + refreshGrace });
    return this.open(account, nextId);
  }

  /** Revokes a refresh token at once. */
  end(req: Request): void {
    const { jti = '' } = this.tokens.verify(req.headers.authorization, 'com.atproto.refresh');
    this.used.set(jti, { nextId: '', until: 0 });
  }

  /** The account as in getSession and the token answers. */
  describe(account: AccountCore): Record<string, unknown> {
    const { accountId, username } = account;
    const service = { id: '#atproto_pds', type: 'AtprotoPersonalDataServer' };
    return {
      did: accountId,
      handle: username,
      email: `${username.split('.')[0]}@sandbox.test`,
      emailConfirmed: true,
      emailAuthFactor: false,
      didDoc: {
        '@context': ['https://www.w3.org/ns/did/v1'],
        id: accountId,
        alsoKnownAs: [`at://${username}`],
        service: [{ ...service, serviceEndpoint: `${this.context.url}/skyfeed` }],
      },
      active: true,
    };
  }
}
