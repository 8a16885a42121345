/** The connections of users to accounts, with access tokens that expire, are rotated, and are revoked. */
import type { LoadAccount, LoadedAccount } from '../../src/domain/accounts/load-account.use-case.js';
import type { Session } from '../../src/platforms/port/platform.js';
import type { SimulatedPlatform } from './platforms.js';
import type { Process, World } from './world.js';

interface Connection {
  id: string;
  /** As stored: the platform may have issued another one since. */
  token: number;
}

/** The platforms have sessions; `loadAccount` below refreshes them. */
export const SESSION: Session = {
  renewAt: () => null,
  isStale: () => false,
  refresh: async () => {
    throw new Error('The simulated connections refresh sessions');
  },
};

export class Connections {
  private readonly connections = new Map<string, Connection>();
  /** Accounts that were disconnected, or whose access was revoked, by user: their posts cannot be looked up meanwhile. */
  readonly interrupted = new Set<string>();
  private made = 0;

  constructor(
    private readonly world: World,
    private readonly platforms: ReadonlyMap<string, SimulatedPlatform>,
    private readonly faults: { readonly probability: number },
  ) {}

  /** Connects an account, or connects it again. */
  connect(userId: string, platformId: string): void {
    const grant = this.platforms.get(platformId)?.grant(userId);
    if (!grant) return;
    grant.token += 1;
    grant.isExpired = false;
    grant.isRevoked = false;
    this.made += 1;
    this.connections.set(keyOf(userId, platformId), { id: `c${this.made}`, token: grant.token });
  }

  disconnect(userId: string, platformId: string): void {
    this.connections.delete(keyOf(userId, platformId));
    this.interrupted.add(keyOf(userId, platformId));
  }

  /** The access token expires; another is issued for the refresh token. */
  expire(userId: string, platformId: string): void {
    const grant = this.platforms.get(platformId)?.grant(userId);
    if (grant) grant.isExpired = true;
  }

  revoke(userId: string, platformId: string): void {
    const grant = this.platforms.get(platformId)?.grant(userId);
    if (grant) grant.isRevoked = true;
    this.interrupted.add(keyOf(userId, platformId));
  }

  wasInterrupted = (userId: string, platformId: string): boolean => this.interrupted.has(keyOf(userId, platformId));

  isConnected = (userId: string, platformId: string): boolean => this.connections.has(keyOf(userId, platformId));

  /** As a process loads accounts. */
  loadAccount(process: Process): LoadAccount {
    return async ({ userId, platformId, refused }) => {
      const random = this.world.stream(`access ${userId} ${platformId}`);
      await this.world.delay(random.between(0, 3), process);
      const stored = this.connections.get(keyOf(userId, platformId));
      if (!stored) return { kind: 'missing' };
      const known = { ...stored };
      if (refused?.token !== tokenOf(userId, known)) return opened(userId, platformId, known);
      await this.world.delay(random.between(1, 300), process);
      const connection = this.connections.get(keyOf(userId, platformId));
      const grant = this.platforms.get(platformId)?.grant(userId);
      if (!connection || !grant) return { kind: 'missing' };
      // Another worker has refreshed it.
      if (connection.token !== known.token) return opened(userId, platformId, connection);
      if (grant.isRevoked) return refreshFailed(connection, 'PLATFORM_AUTH_EXPIRED');
      if (random.chance(this.faults.probability)) return refreshFailed(connection, 'NETWORK_ERROR');
      grant.token += 1;
      grant.isExpired = false;
      connection.token = grant.token;
      this.world.note(`${process.name} refreshes the access of ${userId} to ${platformId}`);
      return opened(userId, platformId, connection);
    };
  }
}

const keyOf = (userId: string, platformId: string): string => `${userId} ${platformId}`;

const tokenOf = (userId: string, { token }: Connection): string => `${userId} ${token}`;

function opened(userId: string, platformId: string, connection: Connection): LoadedAccount {
  const token = tokenOf(userId, connection);
  return {
    kind: 'open',
    connectionId: connection.id,
    stored: token,
    account: { accountId: platformId, baseUrl: `http://${platformId}`, credentials: { token, accessToken: token } },
  };
}

const refreshFailed = ({ id }: Connection, code: 'PLATFORM_AUTH_EXPIRED' | 'NETWORK_ERROR'): LoadedAccount => ({
  kind: 'failed',
  connectionId: id,
  stored: '',
  accessEndsAt: null,
  failure: { code, message: 'The simulation refreshed no access', outcome: 'rejected', platformError: null },
});
