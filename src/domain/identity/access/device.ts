/**
 * Browsers that an account knows (OWASP, "Device Cookies"). A sign-in leaves a random token in a cookie that outlives
 * the session; its hash is stored for the account alone. A known browser has its own count of failed sign-ins, so that
 * others cannot lock its owner out. The token is not a credential.
 *
 * One browser may be used with several accounts: the cookie has a token for each of the last of them. A token is never
 * accepted from a cookie without a match: a planted one makes no browser known.
 */
import { newToken } from '../../../foundation/pod.js';
import { DAY_MS } from '../../../foundation/time/durations.js';

export const DEVICE_COOKIE = 'service_device';

/** A browser is forgotten when the account has not signed in with it for this long; browsers keep no cookie longer. */
export const DEVICE_KEPT_MS = 400 * DAY_MS;

/** Maximum known browsers per account; beyond it, the one with the oldest sign-in is deleted. */
export const MAX_DEVICES = 50;

/** Maximum accounts per browser. */
const MAX_TOKENS = 5;
const TOKEN = /^[\w-]{43}$/;

/** The tokens of a device cookie; none for anything else. */
export const parseDeviceCookie = (value = ''): string[] =>
  value.split('.', MAX_TOKENS).filter((token) => TOKEN.test(token));

export const printDeviceCookie = (tokens: readonly string[]): string => tokens.join('.');

/** Prepends a token for an account to the browser's existing ones. */
export function addDeviceToken(tokens: readonly string[]): { token: string; tokens: string[] } {
  const token = newToken();
  return { token, tokens: [token, ...tokens].slice(0, MAX_TOKENS) };
}
