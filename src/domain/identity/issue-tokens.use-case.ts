import { createHash } from 'node:crypto';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { recordAudit } from '../audit/audit.repository.js';
import { onAccount } from '../audit/audit-event.js';
import {
  type Application,
  deleteApplication,
  findApplicationByFamily,
  storeTokens,
} from './access/application.repository.js';
import {
  ACCESS_TOKEN_MS,
  type FollowingTokens,
  familyOf,
  newTokenOf,
  REFRESH_TOKEN_MS,
  REPEATABLE_MS,
  type TokenPair,
  tokenMatches,
} from './access/application-token.js';
import { assertNotMoving } from './access/parked-user.repository.js';
import type { ApplicationScope } from './access/scope.js';
import { hashToken } from './access/session.js';
import { lockUser, type User } from './account/user.repository.js';
import { applicationSubject } from './applications/application-subject.js';
import { OAuthError } from './applications/oauth-error.js';

/** Tokens of an application, as they are sent to it. */
export interface IssuedTokens {
  accessToken: string;
  refreshToken: string;
  expiresInSeconds: number;
  scopes: readonly ApplicationScope[];
}

export interface IssueTokens {
  /** For a code, which can be used once; a second use revokes the application. Error: invalid_grant. */
  byCode(given: {
    code: string;
    clientId: string;
    redirectUri: string | null;
    codeVerifier: string;
  }): Promise<IssuedTokens>;
  /**
   * For a refresh token, which the new one replaces. A second use within a minute gives the same tokens, because the first
   * response may be lost; a later one, or one after the new token was used, revokes the application. Errors:
   * invalid_grant, invalid_scope, if more is asked for than the user has allowed.
   */
  byRefreshToken(given: {
    refreshToken: string;
    clientId: string;
    scopes: readonly ApplicationScope[] | null;
  }): Promise<IssuedTokens>;
  /** Revokes the application of a token. Does nothing for a token that is not valid, or of another client. */
  revoke(given: { token: string; clientId: string }): Promise<void>;
}

/** Of PKCE (RFC 7636, 4.1). */
const VERIFIER = /^[\w.~-]{43,128}$/;

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

const invalidGrant = (description: string) => new OAuthError('invalid_grant', description);

/** An application with its user, whose row is locked: changes of an application wait for each other. */
interface Locked {
  application: Application;
  user: User;
  family: string;
}

/**
 * What connected applications get for what they have. Errors are OAuth's, and the same for everything that is not valid;
 * SERVICE_BUSY, while the account moves to another pod.
 */
export function makeIssueTokens({
  transaction,
  clock,
  followingTokens,
}: {
  transaction: Transaction;
  clock: () => Date;
  followingTokens: FollowingTokens;
}): IssueTokens {
  /** Runs `work` on the application of a code or token. What it returns as an error is thrown after the commit. */
  async function withApplication<Result>(
    token: string,
    work: (db: Db, locked: Locked) => Promise<Result | OAuthError>,
  ): Promise<Result> {
    const result = await transaction(async (db) => {
      const family = familyOf(token);
      const familyHash = hashToken(family ?? '');
      const found = await findApplicationByFamily(db, familyHash);
      if (family === undefined || !found) return invalidGrant('It is not valid, or was revoked');
      const user = await lockUser(db, found.userId);
      if (!user) await assertNotMoving(db, 'applications', familyHash);
      // It may have changed since it was found.
      const application = await findApplicationByFamily(db, familyHash);
      if (!user || !application) return invalidGrant('It is not valid, or was revoked');
      return work(db, { application, user, family });
    });
    if (result instanceof OAuthError) throw result;
    return result;
  }

  async function issue(db: Db, { id, scopes }: Application, { access, refresh }: TokenPair): Promise<IssuedTokens> {
    const now = clock().getTime();
    await storeTokens(db, id, {
      accessHash: hashToken(access),
      accessExpiresAt: new Date(now + ACCESS_TOKEN_MS),
      refreshHash: hashToken(refresh),
      expiresAt: new Date(now + REFRESH_TOKEN_MS),
    });
    return { accessToken: access, refreshToken: refresh, expiresInSeconds: ACCESS_TOKEN_MS / 1000, scopes };
  }

  /** The current tokens, if they followed this refresh token a moment ago. */
  function repeated({ refreshHash, expiresAt, scopes }: Application, refreshToken: string): IssuedTokens | undefined {
    const sinceRefreshMs = clock().getTime() - (expiresAt.getTime() - REFRESH_TOKEN_MS);
    const current = followingTokens(refreshToken).find(({ refresh }) => tokenMatches(refresh, refreshHash));
    if (!current || sinceRefreshMs > REPEATABLE_MS) return undefined;
    const expiresInSeconds = Math.floor((ACCESS_TOKEN_MS - sinceRefreshMs) / 1000);
    return { accessToken: current.access, refreshToken: current.refresh, expiresInSeconds, scopes };
  }

  async function revokeForReuse(db: Db, { application, user }: Locked, reason: string): Promise<OAuthError> {
    const subject = applicationSubject(application);
    const event = { action: 'application_revoked', subject, details: { reason } } as const;
    await recordAudit(db, { ...onAccount(user), by: 'system' }, event);
    await deleteApplication(db, application.id);
    return invalidGrant('It was used before: the application is revoked');
  }

  const isExpired = ({ expiresAt }: Application): boolean => expiresAt <= clock();

  return {
    byCode: ({ code, clientId, redirectUri, codeVerifier }) =>
      withApplication(code, async (db, locked) => {
        const { application } = locked;
        if (!tokenMatches(code, application.codeHash)) return invalidGrant('It is not valid, or was revoked');
        if (application.refreshHash !== null) return revokeForReuse(db, locked, 'code_reused');
        if (application.clientId !== clientId) return invalidGrant('The code is of another client');
        if (isExpired(application)) return invalidGrant('The code has expired');
        if (redirectUri !== null && redirectUri !== application.redirectUri) {
          return invalidGrant('redirect_uri is not that of the authorization request');
        }
        if (!VERIFIER.test(codeVerifier) || challengeOf(codeVerifier) !== application.codeChallenge) {
          return invalidGrant('code_verifier does not match code_challenge');
        }
        return issue(db, application, { access: newTokenOf(locked.family), refresh: newTokenOf(locked.family) });
      }),
    byRefreshToken: ({ refreshToken, clientId, scopes }) =>
      withApplication(refreshToken, async (db, locked) => {
        const { application } = locked;
        if (application.clientId !== clientId) return invalidGrant('The refresh token is of another client');
        if (application.refreshHash === null || isExpired(application)) {
          return invalidGrant('The refresh token is not valid, or has expired');
        }
        const isCurrent = tokenMatches(refreshToken, application.refreshHash);
        const again = isCurrent ? undefined : repeated(application, refreshToken);
        if (!isCurrent && !again) return revokeForReuse(db, locked, 'refresh_token_reused');
        if (scopes?.some((scope) => !application.scopes.includes(scope))) {
          return new OAuthError('invalid_scope', `The user has allowed ${application.scopes.join(', ')}`);
        }
        return again ?? issue(db, application, followingTokens(refreshToken)[0]);
      }),
    async revoke({ token, clientId }) {
      const revoking = withApplication(token, async (db, { application, user }) => {
        const { id, accessHash, refreshHash } = application;
        const isCurrent = [accessHash, refreshHash].some((hash) => tokenMatches(token, hash));
        if (application.clientId !== clientId || !isCurrent) return;
        const subject = applicationSubject(application);
        const event = { action: 'application_revoked', subject, details: { reason: 'application' } } as const;
        await recordAudit(db, { ...onAccount(user), applicationId: id }, event);
        await deleteApplication(db, id);
      });
      await revoking.catch((error) => {
        if (!(error instanceof OAuthError)) throw error;
      });
    },
  };
}
