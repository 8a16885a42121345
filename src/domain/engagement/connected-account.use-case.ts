import { batchedLookup } from '../../foundation/database/batched-lookup.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { ErrorCode } from '../../foundation/errors/catalogue.js';
import type { Account } from '../../platforms/port/account.js';
import type { Failure } from '../../platforms/port/failure.js';
import type { InteractionResult } from '../../platforms/port/interactions.js';
import type { Session } from '../../platforms/port/platform.js';
import { type Connection, type ConnectionKey, findStoredConnections } from '../accounts/connection.repository.js';
import type { LoadAccount } from '../accounts/load-account.use-case.js';
import type { MarkRevoked } from '../accounts/mark-revoked.use-case.js';
import { isTarget, parseTarget } from '../accounts/platform-id.js';
import type { Viewer } from '../identity/access/viewer.js';

interface AnyPlatform {
  baseUrl: string | null;
  session: Session | null;
}

export interface ConnectedAccountNeeds<Platform extends AnyPlatform, Feature> {
  db: Db;
  loadAccount: LoadAccount;
  markRevoked: MarkRevoked;
  findPlatform: (key: string) => Platform | undefined;
  /** What of a platform is used; null if it does not offer that. */
  featureOf: (platform: Platform) => Feature | null;
  /** The error of a connection that was removed during a request. */
  notFound: Extract<ErrorCode, `${string}CONNECTION_NOT_FOUND`>;
}

/** A connection of the viewer whose platform offers a feature. */
export interface ConnectedAccount<Feature> {
  connectionId: string;
  /** Sends a request to the platform. */
  call<T>(
    request: (feature: Feature, account: Account) => Promise<InteractionResult<T>>,
  ): Promise<InteractionResult<T>>;
}

/** Finds an account by its platform id; null if there is none, or its platform does not offer the feature. */
export type FindConnectedAccount<Feature> = (
  viewer: Pick<Viewer, 'userId'>,
  platformId: string,
) => Promise<ConnectedAccount<Feature> | null>;

export function makeFindConnectedAccount<Platform extends AnyPlatform, Feature>(
  needs: ConnectedAccountNeeds<Platform, Feature>,
): FindConnectedAccount<Feature> {
  // Lookups in the same tick are one query.
  const findConnection = batchedLookup((keys: readonly ConnectionKey[]) => findStoredConnections(needs.db, keys));
  return async ({ userId }, given) => {
    if (!isTarget(given)) return null;
    const { platform: key, platformId } = parseTarget(given);
    const platform = needs.findPlatform(key);
    const feature = platform && needs.featureOf(platform);
    if (!feature) return null;
    const connection = await findConnection({ userId, platformId });
    return connection ? openedBy(needs, platform, feature, connection) : null;
  };
}

/** One request; a second one after refreshing the session if the platform reported it as expired. */
function openedBy<Feature>(
  {
    loadAccount,
    markRevoked,
    notFound,
  }: Pick<ConnectedAccountNeeds<never, Feature>, 'loadAccount' | 'markRevoked' | 'notFound'>,
  { baseUrl, session }: AnyPlatform,
  feature: Feature,
  { id, userId, platformId }: Connection,
): ConnectedAccount<Feature> {
  const call = async <T>(
    request: (feature: Feature, account: Account) => Promise<InteractionResult<T>>,
    refused?: { account: Account; failure: Failure },
  ): Promise<InteractionResult<T>> => {
    const renewal = refused && { refused: refused.account.credentials };
    const opened = await loadAccount({ userId, platformId, baseUrl, session, ...renewal });
    if (opened.kind === 'missing') throw new AppError(notFound);
    if (opened.kind === 'unaddressed') return { kind: 'failed', failure: UNADDRESSED };
    const result: InteractionResult<T> = opened.kind === 'failed' ? opened : await request(feature, opened.account);
    if (result.kind === 'ok' || result.failure.code !== 'PLATFORM_AUTH_EXPIRED') return result;
    const { failure } = result;
    if (opened.kind === 'open' && session && !refused) return call(request, { account: opened.account, failure });
    await markRevoked(opened);
    // The platform's own error is more useful than the failed refresh.
    return { kind: 'failed', failure: refused?.failure ?? failure };
  };
  return { connectionId: id, call: (request) => call(request) };
}

const UNADDRESSED: Failure = {
  code: 'PLATFORM_NOT_CONFIGURED',
  message: 'The operator of this service has not configured an address for it',
  outcome: 'rejected',
  platformError: null,
};
