/**
 * Codes and tokens of connected applications: `<family>.<secret>`, each 43 characters of base64url.
 *
 * family   of one consent: it finds the application, and begins with the pod (pod.ts). Not a credential by itself
 * secret   of one code or token, 256 bits
 *
 * Hashes alone are stored. A code or refresh token of a known family that is not the current one was used before: then
 * somebody else has a copy, and the application is revoked. Except that a refresh whose response was lost can be repeated:
 * what follows a refresh token is derived from it, with a secret of the service, and for a minute it is the same.
 */
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { newToken } from '../../../foundation/pod.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../foundation/time/durations.js';
import { hashToken } from './session.js';

const SHAPE = /^([0-9a-f]{2}[\w-]{41})\.[\w-]{43}$/;
const SECRET_BYTES = 32;

export const CODE_MS = MINUTE_MS;
export const ACCESS_TOKEN_MS = HOUR_MS;
/** A refresh token that is not used for so long ends the connection. */
export const REFRESH_TOKEN_MS = 30 * DAY_MS;
/** A refresh can be repeated for so long, as long as its tokens have not been replaced. */
export const REPEATABLE_MS = MINUTE_MS;

export const newFamily = newToken;

/** A code or token of a family. */
export const newTokenOf = (family: string): string => `${family}.${randomBytes(SECRET_BYTES).toString('base64url')}`;

export interface TokenPair {
  access: string;
  refresh: string;
}

/** The tokens that follow a refresh token: by the newest key, and by each of the older ones. */
export type FollowingTokens = (refreshToken: string) => [TokenPair, ...TokenPair[]];

/** With secrets that are derived from the service's encryption keys. */
export function makeFollowingTokens([newest, ...older]: readonly [Buffer, ...Buffer[]]): FollowingTokens {
  const pairBy = (key: Buffer) => {
    const secret = Buffer.from(hkdfSync('sha256', key, '', 'tokens of applications', SECRET_BYTES));
    const following = (kind: keyof TokenPair, token: string) =>
      `${familyOf(token)}.${createHmac('sha256', secret).update(`${kind} ${token}`).digest('base64url')}`;
    return (token: string): TokenPair => ({ access: following('access', token), refresh: following('refresh', token) });
  };
  const [byNewest, byOlder] = [pairBy(newest), older.map(pairBy)];
  return (token) => [byNewest(token), ...byOlder.map((by) => by(token))];
}

/** The family of a well-formed code or token; undefined for anything else. */
export const familyOf = (token: string): string | undefined => SHAPE.exec(token)?.[1];

/** Compares in constant time; nothing matches null. */
export const tokenMatches = (token: string, hash: string | null): boolean =>
  hash !== null && timingSafeEqual(Buffer.from(hashToken(token), 'hex'), Buffer.from(hash, 'hex'));
