import type { AccountCore } from './island.js';
import { randomToken } from './random.js';
import type { Store } from './store.js';
import type { SandboxPlatform } from './types.js';

/** What a person allowed an app to do with an account: the state behind an access token. */
export interface Grant {
  account: AccountCore;
  accessToken: string;
  /** Null: only a new authorization gives another access token. */
  refreshToken: string | null;
  /** What the token may do; null: everything (the token that an account of the sandbox comes with). */
  scopes: readonly string[] | null;
  clientId: string | null;
  issuedAt: number;
  /** When the access token ends, in milliseconds since 1970; null: never. */
  expiresAt: number | null;
}

export type NewGrant = Pick<Grant, 'account' | 'scopes' | 'clientId'> & {
  /** Null: the access token does not end. */
  expiresInSeconds: number | null;
  hasRefreshToken: boolean;
};

/** The access tokens of all platforms. */
export class Grants {
  private readonly byAccess = new Map<string, Grant>();
  private readonly byRefresh = new Map<string, Grant>();

  constructor(private readonly store: Store) {}

  /** The grant of an access token, also one that has ended; undefined for a token that was never given out, or revoked. */
  find(platform: SandboxPlatform, accessToken: string): Grant | undefined {
    const grant = this.byAccess.get(`${platform} ${accessToken}`);
    if (grant) return grant;
    const account = this.store.accountByLogin(platform, accessToken);
    if (!account) return undefined;
    const { refreshToken = null } = account.credentials;
    return { account, accessToken, refreshToken, scopes: null, clientId: null, issuedAt: 0, expiresAt: null };
  }

  issue({ account, scopes, clientId, expiresInSeconds, hasRefreshToken }: NewGrant): Grant {
    const issuedAt = Date.now();
    const grant: Grant = {
      account,
      scopes,
      clientId,
      accessToken: randomToken(),
      refreshToken: hasRefreshToken ? randomToken() : null,
      issuedAt,
      expiresAt: expiresInSeconds === null ? null : issuedAt + expiresInSeconds * 1000,
    };
    this.byAccess.set(`${account.platform} ${grant.accessToken}`, grant);
    if (grant.refreshToken) this.byRefresh.set(`${account.platform} ${grant.refreshToken}`, grant);
    return grant;
  }

  /** The grant of a refresh token that is good. */
  findByRefresh(platform: SandboxPlatform, refreshToken: string): Grant | undefined {
    return this.byRefresh.get(`${platform} ${refreshToken}`);
  }

  /** Ends the access token and the refresh token of a grant. */
  revoke({ account, accessToken, refreshToken }: Grant): void {
    this.byAccess.delete(`${account.platform} ${accessToken}`);
    if (refreshToken) this.byRefresh.delete(`${account.platform} ${refreshToken}`);
  }
}
