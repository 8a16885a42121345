/**
 * Parses the input of the network endpoints, in the order of the checks (docs/contract/network.md). Both API surfaces
 * use it: REST with any body, GraphQL with input that its types accept.
 *
 * A missing (or null) field is "required"; an empty one has its own message [network-errors/empty].
 */
import { isBlank } from '../../foundation/blank-text.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { publishableText } from '../../foundation/errors/publishable-text.js';
import {
  type DayCount,
  type DayRange,
  METRICS,
  type Metric,
  REACTION_TYPES,
  type ReactionType,
} from '../../platforms/port/interactions.js';

export type { DayCount, Metric };
export { METRICS, REACTION_TYPES };

type Fields = Readonly<Record<string, unknown>>;

const POST_URN = /^urn:network:(?:share|ugcPost|activity):\d{1,25}$/;
const COMMENT_URN = /^urn:network:comment:\(urn:network:(?:share|ugcPost|activity):\d{1,25},(\d{1,25})\)$/;
const NUMBER = /^\d{1,25}$/;

/** In characters, not in UTF-16 units [network-errors/message-long]. */
const COMMENT_MAX = 1250;

export interface NewComment {
  platformId: string;
  postedId: string;
  message: string;
  parentComment: string | null;
}

export function parseNewComment({ platformId, postedId, message, parentComment }: Fields): NewComment {
  if (isMissing(postedId) || isMissing(message) || isMissing(platformId)) throw new AppError('COMMENT_FIELDS_REQUIRED');
  const account = parseText(platformId);
  const post = parsePostUrn(postedId);
  if (typeof message !== 'string' || isBlank(message)) throw new AppError('COMMENT_EMPTY');
  publishableText(message, 'message');
  if ([...message].length > COMMENT_MAX) throw new AppError('COMMENT_TOO_LONG');
  const parent = isMissing(parentComment) || parentComment === '' ? null : parentComment;
  if (parent !== null && (typeof parent !== 'string' || !COMMENT_URN.test(parent))) {
    throw new AppError('PARENT_COMMENT_INVALID');
  }
  return { platformId: parsePlatformId(account), postedId: post, message, parentComment: parent };
}

/** `commentId` is a comment's URN or its number. */
export interface OldComment {
  platformId: string;
  postedId: string;
  commentId: string;
}

export function parseOldComment({ platformId, postedId, commentId }: Fields): OldComment {
  if (isMissing(postedId) || isMissing(commentId) || isMissing(platformId)) {
    throw new AppError('COMMENT_ID_FIELDS_REQUIRED');
  }
  const account = parseText(platformId);
  const post = parsePostUrn(postedId);
  const isNumber = Number.isSafeInteger(commentId) || typeof commentId === 'bigint';
  const comment = isNumber ? String(commentId) : commentId;
  if (typeof comment !== 'string') throw new AppError('COMMENT_ID_INVALID');
  numberOfComment(comment);
  return { platformId: parsePlatformId(account), postedId: post, commentId: comment };
}

/** The number of a comment, given as such or as its URN. */
export function numberOfComment(commentId: string): string {
  const number = NUMBER.test(commentId) ? commentId : COMMENT_URN.exec(commentId)?.[1];
  if (number === undefined) throw new AppError('COMMENT_ID_INVALID');
  return number;
}

export interface NewReaction {
  platformId: string;
  postedId: string;
  reactionType: ReactionType;
}

export function parseNewReaction({ platformId, postedId, reactionType }: Fields): NewReaction {
  if (isMissing(postedId) || isMissing(reactionType) || isMissing(platformId)) {
    throw new AppError('REACTION_FIELDS_REQUIRED');
  }
  const account = parseText(platformId);
  const post = parsePostUrn(postedId);
  const type = REACTION_TYPES.find((name) => typeof reactionType === 'string' && name === reactionType.toUpperCase());
  if (!type) throw new AppError('REACTION_TYPE_INVALID');
  return { platformId: parsePlatformId(account), postedId: post, reactionType: type };
}

export interface OldReaction {
  platformId: string;
  postedId: string;
}

export function parseOldReaction({ platformId, postedId }: Fields): OldReaction {
  if (isMissing(postedId) || isMissing(platformId)) throw new AppError('NETWORK_POST_FIELDS_REQUIRED');
  const account = parseText(platformId);
  return { postedId: parsePostUrn(postedId), platformId: parsePlatformId(account) };
}

/** Null: lifetime. */
export interface FollowersQuestion {
  platformId: string;
  range: DayRange | null;
}

export function parseFollowers({ platformId, period, dateRange }: Fields): FollowersQuestion {
  if (isMissing(platformId)) throw new AppError('NETWORK_PLATFORM_ID_REQUIRED');
  const account = parseText(platformId);
  if (!isMissing(period) && typeof period !== 'string') throw new AppError('PERIOD_NOT_TEXT');
  const requested = isMissing(period) ? 'lifetime' : period.toLowerCase();
  if (requested !== 'lifetime' && requested !== 'daily') throw new AppError('PERIOD_INVALID');
  if (requested === 'daily' && isMissing(dateRange)) throw new AppError('DATE_RANGE_REQUIRED');
  const range = isMissing(dateRange) ? null : parseDayRange(dateRange);
  return { platformId: parsePlatformId(account), range: requested === 'daily' ? range : null };
}

/** `isSingle`: requested with queryType; the response is a single number. */
export interface MetricsQuestion {
  metrics: Metric[];
  isSingle: boolean;
}

export interface PostQuestion extends MetricsQuestion {
  platformId: string;
  postedId: string;
}

export function parsePostQuestion({ platformId, postedId, ...query }: Fields): PostQuestion {
  if (isMissing(postedId) || isMissing(platformId)) throw new AppError('NETWORK_POST_FIELDS_REQUIRED');
  if (typeof postedId !== 'string' || typeof platformId !== 'string') throw new AppError('STATISTICS_FIELDS_NOT_TEXT');
  const metrics = parseMetrics(query);
  return { ...metrics, postedId: parsePostId(postedId), platformId: parsePlatformId(platformId) };
}

/** The URN of a post, given as such or as the number of a share. */
export const parsePostId = (postedId: string): string =>
  NUMBER.test(postedId) ? `urn:network:share:${postedId}` : parsePostUrn(postedId);

export interface AccountQuestion extends MetricsQuestion {
  platformId: string;
  aggregation: 'TOTAL' | 'DAILY';
  range: DayRange | null;
}

export function parseAccountQuestion({ platformId, aggregation, dateRange, ...query }: Fields): AccountQuestion {
  if (isMissing(platformId)) throw new AppError('NETWORK_PLATFORM_ID_REQUIRED');
  const account = parseText(platformId);
  const { metrics, isSingle } = parseMetrics(query);
  if (!isMissing(aggregation) && typeof aggregation !== 'string') throw new AppError('AGGREGATION_NOT_TEXT');
  const requested = isMissing(aggregation) ? 'TOTAL' : aggregation.toUpperCase();
  if (requested !== 'TOTAL' && requested !== 'DAILY') throw new AppError('AGGREGATION_INVALID');
  const range = isMissing(dateRange) ? null : parseDayRange(dateRange);
  if (requested === 'DAILY') refuseDailyReach(metrics);
  return { platformId: parsePlatformId(account), metrics, isSingle, aggregation: requested, range };
}

/** Daily reach is not provided by the platform. */
export function refuseDailyReach(metrics: readonly Metric[]): void {
  if (metrics.includes('MEMBERS_REACHED')) throw new AppError('DAILY_REACH_UNAVAILABLE');
}

export function parseSummary({ platformId, dateRange }: Fields): FollowersQuestion {
  if (isMissing(platformId)) throw new AppError('NETWORK_PLATFORM_ID_REQUIRED');
  const account = parseText(platformId);
  const range = isMissing(dateRange) ? null : parseDayRange(dateRange);
  return { platformId: parsePlatformId(account), range };
}

/** One of queryType and queryTypes [network-post-statistics/queryType] [network-post-statistics/queryTypes]. */
function parseMetrics({ queryType, queryTypes }: Fields): MetricsQuestion {
  const isMany = Array.isArray(queryTypes) ? queryTypes.length > 0 : !isEmpty(queryTypes);
  if (isEmpty(queryType) && !isMany) throw new AppError('METRICS_REQUIRED');
  if (!isEmpty(queryType) && isMany) throw new AppError('METRICS_AMBIGUOUS');
  if (!isMany) {
    const metric = METRICS.find((name) => name === queryType);
    if (!metric) throw new AppError('METRIC_INVALID');
    return { metrics: [metric], isSingle: true };
  }
  const requested: unknown[] = Array.isArray(queryTypes) ? queryTypes : [queryTypes];
  const known = (name: unknown) => METRICS.find((metric) => typeof name === 'string' && metric === name.toUpperCase());
  const isAll = (name: unknown) => typeof name === 'string' && name.toUpperCase() === 'ALL';
  const invalid = requested.filter((name) => !known(name) && !isAll(name));
  if (invalid.length > 0) throw new AppError('METRICS_INVALID', { queryTypes: invalid.map(shown) });
  const metrics = requested.some(isAll) ? METRICS : requested.flatMap((name) => known(name) ?? []);
  return { metrics: [...new Set(metrics)], isSingle: false };
}

const shown = (name: unknown): string => (typeof name === 'object' ? 'object' : String(name));

function parseDayRange(range: unknown): DayRange {
  if (!isObject(range)) throw new AppError('DATE_RANGE_NOT_AN_OBJECT');
  const { start, end } = range;
  if (!isObject(start) || !isObject(end)) throw new AppError('DATE_RANGE_INCOMPLETE');
  return { start: parseDay(start), end: parseDay(end) };
}

/** A day of the calendar: {year, month, day}, in numbers. */
function parseDay({ year, month, day }: Fields): string {
  const date = new Date(0);
  if ([year, month, day].every(Number.isInteger)) date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  const isDay = date.getUTCFullYear() === year && date.getUTCMonth() + 1 === month && date.getUTCDate() === day;
  if (!isDay || Number(year) < 1000 || Number(year) > 9999) throw new AppError('DATE_RANGE_FIELDS_REQUIRED');
  return date.toISOString().slice(0, 10);
}

function parsePostUrn(postedId: unknown): string {
  if (typeof postedId !== 'string' || !POST_URN.test(postedId)) throw new AppError('POSTED_ID_INVALID');
  return postedId;
}

function parseText(platformId: unknown): string {
  if (typeof platformId !== 'string') throw new AppError('NETWORK_PLATFORM_ID_NOT_TEXT');
  return platformId;
}

/** Any text with more than white space passes [network/platformId]. */
function parsePlatformId(platformId: string): string {
  if (platformId.trim() === '') throw new AppError('NETWORK_PLATFORM_ID_INVALID');
  return platformId;
}

const isMissing = (value: unknown): value is null | undefined => value === undefined || value === null;

const isEmpty = (value: unknown): boolean => isMissing(value) || value === '';

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
