import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AccountCore } from './account.js';
import { readJsonLines } from './json-lines.js';
import { randomToken } from './random.js';
import type { Store } from './store.js';
import type { SandboxPlatform } from './types.js';

/** The data behind an access token: what a person allowed an app to do with an account. */
export interface Grant {
  /** Identifies the decision of a person. All tokens that came from it end together. */
  consent: string;
  /** The first of `accounts`. */
  account: AccountCore;
  /** All accounts that the person chose: several where one login gives access to several (pages, boards). */
  accounts: readonly AccountCore[];
  /** `person`: the token belongs to a person who has accounts (pages), and to none of the accounts. */
  holder: 'account' | 'person';
  accessToken: string;
  /** Null: only a new authorization gives another access token. */
  refreshToken: string | null;
  /** The scopes of the token; null: all scopes (the initial token of an account of the sandbox). */
  scopes: readonly string[] | null;
  clientId: string | null;
  issuedAt: number;
  /** When the access token ends, in milliseconds since 1970; null: never. */
  expiresAt: number | null;
  /** When the refresh token ends; null: never. */
  refreshExpiresAt: number | null;
}

export type NewGrant = Pick<Grant, 'account' | 'scopes' | 'clientId'> &
  Partial<Pick<Grant, 'accounts' | 'holder' | 'consent'>> & {
    /** Null: the access token does not end. */
    expiresInSeconds: number | null;
    hasRefreshToken: boolean;
    /** Null: the refresh token does not end. */
    refreshInSeconds?: number | null;
    /** The refresh token that stays, where a renewal gives no other. */
    refreshToken?: string;
  };

type StoredGrant = Omit<Grant, 'account' | 'accounts'> & { platform: SandboxPlatform; accountIds: string[] };

/** A line of the file: what was issued, used up, or ended. */
type Change = { issued: StoredGrant } | { used: string } | { lapsed: string; at: number } | { ended: string };

const isOver = (end: number | null): boolean => end !== null && end <= Date.now();

/** The access tokens of all platforms, kept in memory and, with a data folder, in a file that outlives a restart. */
export class Grants {
  private readonly byAccess = new Map<string, Grant>();
  private readonly byRefresh = new Map<string, Grant>();
  private readonly ended = new Set<string>();

  private constructor(
    private readonly store: Store,
    private readonly file: string | null,
  ) {}

  /** Opens the grants, with what an earlier sandbox left in the data folder. */
  static async open(store: Store, dataDir?: string): Promise<Grants> {
    const file = dataDir === undefined ? null : join(dataDir, 'grants.jsonl');
    const grants = new Grants(store, file);
    for (const change of file === null ? [] : await readJsonLines(file)) grants.apply(change as Change);
    return grants;
  }

  /** The grant of an access token, also one that has expired; undefined for a token that was never given out, or ended. */
  find(platform: SandboxPlatform, accessToken: string): Grant | undefined {
    const grant = this.byAccess.get(`${platform} ${accessToken}`) ?? this.builtIn(platform, accessToken);
    return grant && !this.ended.has(grant.consent) ? grant : undefined;
  }

  /** The grant of a refresh token that is good. */
  findByRefresh(platform: SandboxPlatform, refreshToken: string): Grant | undefined {
    const grant = this.byRefresh.get(`${platform} ${refreshToken}`);
    return grant && !this.ended.has(grant.consent) && !isOver(grant.refreshExpiresAt) ? grant : undefined;
  }

  issue(about: NewGrant): Grant {
    const { account, scopes, clientId, expiresInSeconds, hasRefreshToken, refreshInSeconds = null } = about;
    const issuedAt = Date.now();
    const after = (seconds: number | null) => (seconds === null ? null : issuedAt + seconds * 1000);
    const { accounts = [account], holder = 'account', consent = randomToken(), refreshToken } = about;
    const grant: Grant = {
      consent,
      account,
      accounts,
      holder,
      scopes,
      clientId,
      accessToken: randomToken(),
      refreshToken: refreshToken ?? (hasRefreshToken ? randomToken() : null),
      issuedAt,
      expiresAt: after(expiresInSeconds),
      refreshExpiresAt: after(refreshInSeconds),
    };
    const accountIds = accounts.map(({ accountId }) => accountId);
    const { account: _first, accounts: _all, ...stored } = grant;
    this.keep({ issued: { ...stored, platform: account.platform, accountIds } });
    return grant;
  }

  /** Takes a refresh token that is good for one use out of use. */
  useUp({ account, refreshToken }: Grant): void {
    if (refreshToken !== null) this.keep({ used: `${account.platform} ${refreshToken}` });
  }

  /** Makes an access token expire. */
  lapse({ account, accessToken }: Grant): void {
    this.keep({ lapsed: `${account.platform} ${accessToken}`, at: Date.now() });
  }

  /** Ends every token that came from the same decision of the person. */
  revoke({ consent }: Grant): void {
    this.keep({ ended: consent });
  }

  /** Every grant of an account that was given out here. */
  of(platform: SandboxPlatform, accountId: string): Grant[] {
    return [...this.byAccess.values()].filter(
      ({ account, accounts }) => account.platform === platform && accounts.some((one) => one.accountId === accountId),
    );
  }

  /** The initial token of an account of the sandbox. */
  private builtIn(platform: SandboxPlatform, accessToken: string): Grant | undefined {
    const account = this.store.accountByLogin(platform, accessToken);
    if (!account) return undefined;
    return {
      consent: `${platform} ${account.accountId}`,
      account,
      accounts: [account],
      holder: 'account',
      accessToken,
      refreshToken: null,
      scopes: null,
      clientId: null,
      issuedAt: 0,
      expiresAt: null,
      refreshExpiresAt: null,
    };
  }

  private keep(change: Change): void {
    this.apply(change);
    if (this.file) appendFileSync(this.file, `${JSON.stringify(change)}\n`, { mode: 0o600 });
  }

  private apply(change: Change): void {
    if ('used' in change) this.byRefresh.delete(change.used);
    if ('ended' in change) this.ended.add(change.ended);
    if ('lapsed' in change) {
      const grant = this.byAccess.get(change.lapsed);
      if (grant) grant.expiresAt = change.at;
    }
    if (!('issued' in change)) return;
    const { platform, accountIds, ...rest } = change.issued;
    const accounts = accountIds.flatMap((accountId) => this.store.account(platform, accountId) ?? []);
    const [account] = accounts;
    if (!account) return;
    const grant = { ...rest, account, accounts };
    this.byAccess.set(`${platform} ${grant.accessToken}`, grant);
    if (grant.refreshToken !== null) this.byRefresh.set(`${platform} ${grant.refreshToken}`, grant);
  }
}
