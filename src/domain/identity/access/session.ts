/**
 * Dashboard sessions: a random token in a cookie, its hash in the database. A session ends when its owner ends it, 30
 * days after it began, or when it was not used for 14 days; while the account is on hold or inactive it opens nothing.
 */
import { createHash } from 'node:crypto';
import { newToken } from '../../../foundation/pod.js';
import { DAY_MS } from '../../../foundation/time/durations.js';

const LIFETIME_MS = 30 * DAY_MS;
const IDLE_MS = 14 * DAY_MS;

/** Sessions of a user at a time; when one more begins, the oldest ends. */
export const MAX_SESSIONS = 50;

/** Data of a request about its browser. */
export interface Browser {
  /** Where it is. */
  address: string;
  /** What it calls itself, at most 200 characters. */
  userAgent: string | null;
  /** Of the session that its cookie names. */
  token: string | undefined;
  /** Tokens of the device cookie (device.ts). */
  devices: readonly string[];
}

export interface NewSession {
  token: string;
  tokenHash: string;
  expiresAt: Date;
}

export function generateSession(now: Date): NewSession {
  const token = newToken();
  return { token, tokenHash: hashToken(token), expiresAt: new Date(now.getTime() + LIFETIME_MS) };
}

/** A session last used at or before this time has expired. */
export const idleSince = (now: Date): Date => new Date(now.getTime() - IDLE_MS);

/** SHA-256, hex. The token has 244 random bits: a slow hash would protect nothing more. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
