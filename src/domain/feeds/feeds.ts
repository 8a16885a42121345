/** What a feed is, and the bounds of what it does. */
import { isBlank } from '../../foundation/blank-text.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { publishableText } from '../../foundation/errors/publishable-text.js';
import { isWebAddress } from '../../foundation/http-client/web-address.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../foundation/time/durations.js';
import { withJitter } from '../../foundation/time/jitter.js';
import type { AuditSubject } from '../audit/audit-event.js';
import { NOT_IN_NAMES } from '../identity/account/parse-account.js';
import { isLongerThan } from '../posts/state/post-bounds.js';
import { countPlaceholders, placeholdersOf } from '../snippets/placeholders.js';
import type { EntryFilter } from './entry-filter.js';
import { TEMPLATE_PLACEHOLDERS } from './entry-text.js';

/** Feeds of an account. */
export const MAX_FEEDS = 20;
/** Posts of a feed in a day, on the clocks of the account. */
export const MAX_DAILY = 50;
/** Entries that a new feed can have posted that were there before. */
export const MAX_EXISTING = 20;
/** Why an entry waits for another day. */
export const OVER_DAILY = 'The feed has made its posts of today';
const MAX_NAME = 100;
const MAX_URL = 2_000;
const MAX_TEMPLATE = 2_000;
const MAX_PLACEHOLDERS = 10;
const MAX_FILTER_TEXTS = 20;
const MAX_FILTER_TEXT = 60;
const MAX_HEADER = 500;

/** Entries of a feed that are remembered, beside those that it still has. */
export const MAX_REMEMBERED = 5_000;
/** An entry that is so long not in its feed any more may be forgotten. */
export const FORGOTTEN_AFTER_MS = 30 * DAY_MS;
/** An entry that could become no post for so long is skipped. */
export const WAITS_AT_MOST_MS = 7 * DAY_MS;
/** How long fetches fail until the members of the account are notified. */
export const NOTIFIED_AFTER_MS = 3 * DAY_MS;
/** How long one process has a feed to itself. */
export const LEASE_MS = 5 * MINUTE_MS;

export enum FeedResult {
  DRAFT = 'DRAFT',
  QUEUE = 'QUEUE',
}

export enum FeedState {
  ACTIVE = 'ACTIVE',
  FAILING = 'FAILING',
  PAUSED = 'PAUSED',
  ENDED = 'ENDED',
}

export enum EntryState {
  WAITING = 'WAITING',
  POSTED = 'POSTED',
  EXISTING = 'EXISTING',
  FILTERED = 'FILTERED',
  SKIPPED = 'SKIPPED',
  REFUSED = 'REFUSED',
}

/** Errors: FEED_NAME_INVALID, TEXT_NOT_PUBLISHABLE. */
export function parseFeedName(given: string): string {
  const name = publishableText(given, 'name').trim();
  if (isBlank(name) || isLongerThan(name, MAX_NAME) || name.search(NOT_IN_NAMES) >= 0) {
    throw new AppError('FEED_NAME_INVALID');
  }
  return name;
}

/** Error: FEED_URL_INVALID. */
export function parseFeedUrl(given: string): string {
  const url = given.trim();
  if (url.length > MAX_URL || !isWebAddress(url) || !url.isWellFormed()) throw new AppError('FEED_URL_INVALID');
  const { href } = new URL(url);
  if (href.length > MAX_URL) throw new AppError('FEED_URL_INVALID');
  return href;
}

/** Errors: FEED_TEMPLATE_INVALID, TEXT_NOT_PUBLISHABLE. */
export function parseTemplate(given: string): string {
  const template = publishableText(given, 'template').trim();
  const placeholders = placeholdersOf(template);
  const known: readonly string[] = TEMPLATE_PLACEHOLDERS;
  const isValid =
    !isLongerThan(template, MAX_TEMPLATE) &&
    countPlaceholders(template) <= MAX_PLACEHOLDERS &&
    placeholders.every((name) => known.includes(name)) &&
    placeholders.some((name) => name !== 'hashtags' && name !== 'author');
  if (!isValid) throw new AppError('FEED_TEMPLATE_INVALID');
  return template;
}

/** Errors: FEED_FILTER_INVALID, TEXT_NOT_PUBLISHABLE. */
export function parseFilter(given: Partial<EntryFilter>): EntryFilter {
  const { include = [], exclude = [], categories = [] } = given;
  const parse = (texts: readonly string[], field: string) => {
    if (texts.length > MAX_FILTER_TEXTS) throw new AppError('FEED_FILTER_INVALID').at(`filter.${field}`);
    return texts.map((text, index) => {
      const at = `filter.${field}.${index}`;
      const word = publishableText(text, at).trim();
      // It would match nothing, or everything.
      if (!/[\p{L}\p{N}]/u.test(word) || isLongerThan(word, MAX_FILTER_TEXT)) {
        throw new AppError('FEED_FILTER_INVALID').at(at);
      }
      return word;
    });
  };
  return {
    include: parse(include, 'include'),
    exclude: parse(exclude, 'exclude'),
    categories: parse(categories, 'categories'),
  };
}

/** Error: FEED_LIMITS_INVALID. */
export function parseDailyMax(given: number): number {
  if (given < 1 || given > MAX_DAILY) throw new AppError('FEED_LIMITS_INVALID').at('dailyMax');
  return given;
}

export const feedSubject = ({ id, name }: { id: string; name: string }): AuditSubject => ({ type: 'feed', id, name });

const EARLIEST_MS = 15 * MINUTE_MS;
const LATEST_MS = DAY_MS;
const USUAL_MS = 30 * MINUTE_MS;

/** When a feed that was read is fetched again: as it and its server say, in 15 minutes to a day. */
export function nextFetch(
  now: Date,
  { ttlMinutes, cacheControl }: { ttlMinutes: number | null; cacheControl: string | null },
  random: number,
): Date {
  const [, seconds] = /(?:^|[\s,])max-age\s*=\s*"?(\d{1,9})/i.exec(cacheControl ?? '') ?? [];
  const said = Math.max((ttlMinutes ?? 0) * MINUTE_MS, Number(seconds ?? 0) * 1000);
  const delay = Math.min(LATEST_MS, Math.max(EARLIEST_MS, said || USUAL_MS));
  // What was added in one moment is spread; never earlier than it was said.
  return new Date(now.getTime() + delay * (1 + random / 10));
}

/** When a feed is tried again that failed so many times: later each time, at most a day, and not before the server says. */
export function nextTry(now: Date, failures: number, retryAfterMs: number | null, random: number): Date {
  const backOff = Math.min(LATEST_MS, EARLIEST_MS * 2 ** Math.min(failures - 1, 10));
  return new Date(now.getTime() + Math.max(withJitter(backOff, random), Math.min(LATEST_MS, retryAfterMs ?? 0)));
}

/** `Retry-After` in milliseconds: seconds, or a date. */
export function retryAfterMs(value: string | null, now: Date): number | null {
  if (value === null) return null;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * 1000;
  const time = value.length < 100 ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? null : Math.max(0, time - now.getTime());
}

/** A header that is sent back in the next request. */
export const keptHeader = (value: string | null): string | null =>
  value !== null && value.length <= MAX_HEADER && /^[\x20-\x7e]+$/.test(value) ? value : null;

/** The time that a day has lasted on the clocks of a time zone: at least, where clocks were changed on it. */
export function dayBegins(now: Date, timeZone: string | null): Date {
  const parts = new Intl.DateTimeFormat('en-GB', {
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23', timeZone: timeZone ?? 'UTC' },
  }).formatToParts(now);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value ?? 0);
  const elapsed = part('hour') * HOUR_MS + part('minute') * MINUTE_MS + part('second') * 1000;
  return new Date(now.getTime() - elapsed - now.getMilliseconds());
}
