import DataLoader from 'dataloader';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { Account } from '../../platforms/port/account.js';
import type { Failure } from '../../platforms/port/failure.js';
import type { InteractionResult, Interactions } from '../../platforms/port/interactions.js';
import type { Session } from '../../platforms/port/platform.js';
import { type Connection, type ConnectionKey, findStoredConnections } from '../accounts/connection.repository.js';
import type { LoadAccount, MarkRevoked } from '../accounts/load-account.use-case.js';
import { isTarget, parseTarget } from '../accounts/platform-id.js';
import type { Viewer } from '../identity/viewer.js';

/** A platform that may support interactions. */
interface InteractingPlatform {
  baseUrl: string | null;
  session: Session | null;
  /** Null: it offers none. */
  interactions: Interactions | null;
}

export interface NetworkNeeds {
  db: Db;
  loadAccount: LoadAccount;
  markRevoked: MarkRevoked;
  findInteracting: (key: string) => InteractingPlatform | undefined;
}

/** A connection of the viewer whose platform offers interactions. */
export interface NetworkAccount {
  connectionId: string;
  /** Sends a request to the platform. */
  ask<T>(
    question: (interactions: Interactions, account: Account) => Promise<InteractionResult<T>>,
  ): Promise<InteractionResult<T>>;
}

export type FindNetworkAccount = (viewer: Viewer, platformId: string) => Promise<NetworkAccount | null>;

/** Finds an account by its platform id; null if there is none, or its platform only supports publishing. */
export function makeFindNetworkAccount(needs: NetworkNeeds): FindNetworkAccount {
  // Lookups in the same tick are one query.
  const connections = new DataLoader((keys: readonly ConnectionKey[]) => findStoredConnections(needs.db, keys), {
    cache: false,
  });
  return async ({ userId }, given) => {
    if (!isTarget(given)) return null;
    const { platform: key, platformId } = parseTarget(given);
    const platform = needs.findInteracting(key);
    if (!platform?.interactions) return null;
    const connection = await connections.load({ userId, platformId });
    return connection ? openedBy(needs, platform, platform.interactions, connection) : null;
  };
}

/** One request; a second one after refreshing the session if the platform reported it as expired. */
function openedBy(
  { loadAccount, markRevoked }: NetworkNeeds,
  { baseUrl, session }: InteractingPlatform,
  interactions: Interactions,
  { id, userId, platformId }: Connection,
): NetworkAccount {
  const ask = async <T>(
    question: (interactions: Interactions, account: Account) => Promise<InteractionResult<T>>,
    refused?: { account: Account; failure: Failure },
  ): Promise<InteractionResult<T>> => {
    const renewal = refused && { refused: refused.account.credentials };
    const opened = await loadAccount({ userId, platformId, baseUrl, session, ...renewal });
    if (opened.kind === 'missing') throw new AppError('NETWORK_CONNECTION_NOT_FOUND');
    if (opened.kind === 'unaddressed') return { kind: 'failed', failure: UNADDRESSED };
    const told: InteractionResult<T> = opened.kind === 'failed' ? opened : await question(interactions, opened.account);
    if (told.kind === 'ok' || told.failure.code !== 'PLATFORM_AUTH_EXPIRED') return told;
    const { failure } = told;
    if (opened.kind === 'open' && session && !refused) return ask(question, { account: opened.account, failure });
    await markRevoked(opened);
    // The platform's own error is more useful than the failed refresh.
    return { kind: 'failed', failure: refused?.failure ?? failure };
  };
  return { connectionId: id, ask: (question) => ask(question) };
}

const UNADDRESSED: Failure = {
  code: 'PLATFORM_NOT_CONFIGURED',
  message: 'The operator of this service has not configured an address for it',
  outcome: 'rejected',
  platformError: null,
};
