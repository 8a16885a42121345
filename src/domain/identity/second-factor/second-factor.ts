/**
 * The second factor: an authenticator app (TOTP, RFC 6238) with recovery codes for the day on which it is lost.
 *
 * code           six digits, for 30 seconds; those before and after are taken too, because clocks differ
 * recovery code  24 letters and digits (120 random bits) in groups of four, single-use
 */
import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { MINUTE_MS } from '../../../foundation/time/durations.js';
import { hashToken } from '../access/session.js';

/** How long a secret waits for its first code. */
export const SET_UP_MS = 10 * MINUTE_MS;
const RECOVERY_CODES = 10;
const RECOVERY_CODE_BYTES = 15;
const ISSUER = 'Social publishing';

/** What a person has typed in. */
export type Code = { kind: 'totp'; digits: string } | { kind: 'recovery'; hash: string };

/** 160 random bits in base32, as authenticator apps take them. */
export const generateSecret = (): string => new Secret({ size: 20 }).base32;

const totp = (secret: string, label = '') => new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret) });

/** The address that authenticator apps read from a QR code. */
export const otpauthUri = (secret: string, email: string): string => totp(secret, email).toString();

/** The number of the 30 seconds whose code these digits are, of those around `now`; null when they are none. */
export function stepOf(secret: string, digits: string, now: Date): number | null {
  const timestamp = now.getTime();
  const distance = totp(secret).validate({ token: digits, timestamp, window: 1 });
  return distance === null ? null : TOTP.counter({ timestamp }) + distance;
}

/** Reads a code in any letter case, with or without spaces and hyphens; undefined for what is no code. */
export function parseCode(text: string): Code | undefined {
  if (text.length > 64) return undefined;
  const code = text.replace(/[\s-]/g, '').toLowerCase();
  if (/^\d{6}$/.test(code)) return { kind: 'totp', digits: code };
  return /^[a-z2-7]{24}$/.test(code) ? { kind: 'recovery', hash: hashToken(code) } : undefined;
}

/** Recovery codes as they are shown once, and the hashes that are stored. */
export function generateRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const plain = Array.from({ length: RECOVERY_CODES }, () => base32(randomBytes(RECOVERY_CODE_BYTES)));
  return { codes: plain.map((code) => code.replace(/....(?=.)/g, '$&-')), hashes: plain.map(hashToken) };
}

const base32 = (bytes: Buffer): string => new Secret({ buffer: new Uint8Array(bytes).buffer }).base32.toLowerCase();
