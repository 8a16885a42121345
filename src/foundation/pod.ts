/**
 * A pod is a complete installation: its own database, APIs and workers. Every identifier that leads a request to an
 * account contains the pod that made it, as two hexadecimal digits at a fixed position, where a router reads them
 * without a database:
 *
 * token   its first two characters (sessions, e-mails, connection pages, calendar feeds, logins at platforms, codes and
 *         tokens of applications)
 * key     the first two of the eight digits in its public prefix
 * id      digits 13 and 14
 *
 * A single installation is pod 00.
 */
import { randomBytes } from 'node:crypto';

const POD = /^[0-9a-f]{2}$/;
/** Bytes of the random part: 43 characters in base64url, of which the pod replaces two. 244 bits remain. */
const TOKEN_BYTES = 32;
const POD_DIGITS = 2;
const KEY_DIGITS_BYTES = 4;

export const FIRST_POD = '00';

/** Where the digits of the pod begin in an id. */
const ID_OFFSET = 12;

let served = FIRST_POD;

export const isPod = (text: string): boolean => POD.test(text);

/** Names the pod of this process, before it makes a token, a key or an id. */
export function servePod(pod: string): void {
  if (!isPod(pod)) throw new RangeError('A pod is two lower-case hexadecimal digits');
  served = pod;
}

/** The pod of this process. */
export const servedPod = (): string => served;

/** A secret for a link or a cookie: 43 characters of base64url, which begin with the pod. */
export const newToken = (): string => served + randomBytes(TOKEN_BYTES).toString('base64url').slice(POD_DIGITS);

/** The eight digits in the prefix of an API key: the pod and six random ones. */
export const newKeyDigits = (): string => served + randomBytes(KEY_DIGITS_BYTES).toString('hex').slice(POD_DIGITS);

/** The pod that a token names; null if it names none. */
export const podOfToken = (token: string): string | null => podIn(token.slice(0, POD_DIGITS));

/** The pod that an API key, or its prefix, names; null if it names none. */
export const podOfKey = (key: string): string | null =>
  podIn(/^sk_[0-9a-z]+_([0-9a-f]{2})[0-9a-f]{6}(\.|$)/.exec(key)?.[1] ?? '');

/** The pod that an id names; null if it names none. */
export const podOfId = (id: string): string | null =>
  /^[0-9a-f]{24}$/i.test(id) ? id.slice(ID_OFFSET, ID_OFFSET + POD_DIGITS).toLowerCase() : null;

const podIn = (digits: string): string | null => (isPod(digits) ? digits : null);
