/**
 * Browsers that an account knows (OWASP, "Device Cookies"). A sign-in leaves a random token in a cookie that outlives
 * the session; its hash is stored for the account alone. A known browser has a count of failed sign-ins of its own, so
 * that nobody else can lock its owner out. The token opens nothing by itself.
 *
 * One browser may be used with several accounts: the cookie has a token for each of the last of them. A token is never
 * taken over from a cookie: one that somebody planted there makes no browser known.
 */
import { DAY_MS } from '../../foundation/time/durations.js';
import { generateToken } from './session.js';

export const DEVICE_COOKIE = 'service_device';

/** A browser in which an account has not signed in for so long is a stranger again; browsers keep no cookie longer. */
export const DEVICE_KEPT_MS = 400 * DAY_MS;

/** Browsers that an account knows; when there is one more, the one whose sign-in is longest ago is forgotten. */
export const MAX_DEVICES = 50;

/** Accounts that are known to one browser. */
const MAX_TOKENS = 5;
const TOKEN = /^[\w-]{43}$/;

/** The tokens of a device cookie; none for anything else. */
export const parseDeviceCookie = (value = ''): string[] =>
  value.split('.', MAX_TOKENS).filter((token) => TOKEN.test(token));

export const printDeviceCookie = (tokens: readonly string[]): string => tokens.join('.');

/** A token for a browser that the account does not know, before those that the browser has. */
export function addDeviceToken(tokens: readonly string[]): { token: string; tokens: string[] } {
  const token = generateToken();
  return { token, tokens: [token, ...tokens].slice(0, MAX_TOKENS) };
}
