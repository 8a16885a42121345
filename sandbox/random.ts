import { randomBytes, randomInt } from 'node:crypto';

/** Letters of ids that platforms make in base 32 (RFC 4648, in lower case). */
export const base32Letters = 'abcdefghijklmnopqrstuvwxyz234567';

/** So many letters of an alphabet. */
export const pick = (letters: string, count: number): string =>
  Array.from(randomBytes(count), (byte) => letters[byte % letters.length]).join('');

/** A number of so many digits that does not begin with 0. */
export const digits = (count: number): string => String(randomInt(1, 10)) + pick('0123456789', count - 1);

export const randomName = (): string => `user${pick('abcdefghijklmnopqrstuvwxyz', 8)}`;

/** A secret in letters that need no encoding. */
export const randomToken = (bytes = 32): string => randomBytes(bytes).toString('base64url');
