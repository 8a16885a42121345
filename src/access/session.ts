/**
 * Dashboard sessions: a random token in a cookie, its hash in the database. A session ends when its owner signs out, or
 * 30 days after it began; while the account is on hold or inactive it opens nothing.
 */
import { createHash, randomBytes } from 'node:crypto';

const LIFETIME_MS = 30 * 24 * 3_600_000;

export interface NewSession {
  token: string;
  tokenHash: string;
  expiresAt: Date;
}

export function generateSession(now: Date): NewSession {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: hashToken(token), expiresAt: new Date(now.getTime() + LIFETIME_MS) };
}

/** SHA-256, hex. The token has 256 random bits: a slow hash would protect nothing more. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
