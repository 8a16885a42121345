import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { parseId } from '../../foundation/graphql/parse-id.js';
import { makeThrottle } from '../../foundation/request-limits/request-limit.repository.js';
import type { Viewer } from '../identity/access/viewer.js';
import { labelsById } from '../labels/label.repository.js';
import { MAX_LABELS_EACH } from '../labels/labels.js';
import { connectionsOfTargets } from '../posts/state/connections-of-targets.step.js';
import { type GivenTargets, platformIdsOf } from '../posts/state/given-targets.step.js';
import { assertBounded } from '../posts/state/post-bounds.js';
import { parseTargets } from '../posts/state/targets.js';
import { schedulesById } from '../schedules/posting-schedule.repository.js';
import { isFor, NEXT_FREE, refuseFor } from '../schedules/posting-schedules.js';
import type { EntryFilter } from './entry-filter.js';
import type { Feed } from './feed.repository.js';
import type { FeedResponse, RequestFeed } from './feed-source.io.js';
import { parseDailyMax, parseFilter, parseTemplate } from './feeds.js';

/** The rules of a feed, as a caller writes them. */
export interface GivenRules extends GivenTargets {
  /** The id of a posting schedule, or NEXT_FREE; null: drafts. */
  schedule?: string | null | undefined;
  template?: string | undefined;
  filter?: Partial<EntryFilter> | undefined;
  dailyMax?: number | undefined;
  labelIds?: readonly string[] | undefined;
  attachesImages?: boolean | undefined;
}

export type Rules = Pick<
  Feed,
  'platformIds' | 'schedule' | 'template' | 'filter' | 'dailyMax' | 'labelIds' | 'attachesImages'
>;

/** All rules; targets are named in one way or both. */
export type AllRules = GivenTargets & Required<Omit<GivenRules, keyof GivenTargets>>;

/**
 * The rules that are given. Errors: those of targets, of posting schedules, of labels, and FEED_TEMPLATE_INVALID,
 * FEED_FILTER_INVALID, FEED_LIMITS_INVALID.
 */
export async function parseRules(db: Db, userId: string, given: AllRules): Promise<Rules>;
export async function parseRules(db: Db, userId: string, given: GivenRules): Promise<Partial<Rules>>;
export async function parseRules(db: Db, userId: string, given: GivenRules): Promise<Partial<Rules>> {
  const { template, filter, dailyMax, labelIds, attachesImages, schedule } = given;
  const isNamed = given.platformIds !== undefined || given.accountIds !== undefined;
  const platformIds = isNamed ? await parseConnections(db, userId, given) : undefined;
  return {
    ...(platformIds && { platformIds }),
    ...(schedule !== undefined && { schedule: await parseSchedule(db, userId, schedule, platformIds) }),
    ...(template !== undefined && { template: parseTemplate(template) }),
    ...(filter && { filter: parseFilter(filter) }),
    ...(dailyMax !== undefined && { dailyMax: parseDailyMax(dailyMax) }),
    ...(labelIds && { labelIds: await parseLabels(db, userId, labelIds) }),
    ...(attachesImages !== undefined && { attachesImages }),
  };
}

async function parseConnections(db: Db, userId: string, given: GivenTargets): Promise<string[]> {
  const named = await platformIdsOf(db, userId, given);
  assertBounded({ targets: named.length });
  const targets = parseTargets(named);
  await connectionsOfTargets(db, userId, targets, { required: true });
  return targets.map(({ platformId }) => platformId);
}

async function parseSchedule(
  db: Db,
  userId: string,
  given: string | null,
  platformIds: readonly string[] = [],
): Promise<string | null> {
  if (given === null || given === NEXT_FREE) return given;
  const id = parseId('schedule', given);
  const [schedule] = await schedulesById(db, [id]);
  if (schedule?.userId !== userId) throw new AppError('POSTING_SCHEDULE_NOT_FOUND');
  if (!isFor(schedule, platformIds)) refuseFor(platformIds);
  return id;
}

async function parseLabels(db: Db, userId: string, given: readonly string[]): Promise<string[]> {
  if (given.length > MAX_LABELS_EACH) throw new AppError('LABELS_TOO_MANY').at('labelIds');
  const ids = [...new Set(given.map((id, index) => parseId(`labelIds.${index}`, id)))];
  const known = new Set((await labelsById(db, ids)).filter((label) => label.userId === userId).map(({ id }) => id));
  const missing = ids.filter((id) => !known.has(id));
  if (missing.length > 0) throw new AppError('LABEL_NOT_FOUND', { labelIds: missing }).at('labelIds');
  return ids;
}

/** Reads a feed while its user waits. Errors: FEED_NOT_READ, FEED_FETCHES_TOO_MANY. */
export type ReadOnRequest = (viewer: Viewer, url: string) => Promise<Extract<FeedResponse, { kind: 'read' }>>;

const THROTTLE = { keyPrefix: 'feed-read', points: 30, duration: 600 };

/** Counts a fetch that a user requests. Error: FEED_FETCHES_TOO_MANY. */
export async function countFetch(db: Db, { ownerId }: Viewer): Promise<void> {
  const { allowed, retryAfterSeconds } = await makeThrottle(db, THROTTLE).try(ownerId);
  if (!allowed) throw new AppError('FEED_FETCHES_TOO_MANY', { retryAfterSeconds });
}

export const makeReadOnRequest =
  ({ db, requestFeed }: { db: Db; requestFeed: RequestFeed }): ReadOnRequest =>
  async (viewer, url) => {
    await countFetch(db, viewer);
    const response = await requestFeed({ url, etag: null, lastModified: null });
    if (response.kind === 'read') return response;
    throw new AppError('FEED_NOT_READ', {
      reason: response.kind === 'failed' ? response.reason : 'The server did not send the feed',
    });
  };
