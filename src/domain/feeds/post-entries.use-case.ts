import type { Logger } from 'pino';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { connectionsByPlatformId } from '../accounts/connection.repository.js';
import type { Viewer } from '../identity/access/viewer.js';
import { addLabels, keepLabels } from '../labels/label.repository.js';
import type { CreatePostGroup } from '../posts/create-post-group.use-case.js';
import type { FinishTexts } from '../posts/state/finish-text.port.js';
import type { PostGroup } from '../posts/state/post-group.js';
import { accountOfFeed, type Feed, lockFeed } from './feed.repository.js';
import type { FeedEntryContent } from './feed-document.js';
import {
  countPosted,
  endEntry,
  type FeedEntry,
  noteAllWaiting,
  noteWaiting,
  skipWaiting,
  waitingEntries,
} from './feed-entry.repository.js';
import { dayBegins, EntryState, FeedState, OVER_DAILY, WAITS_AT_MOST_MS } from './feeds.js';
import { finishesOf } from './finishes-of-feed.step.js';
import { postOfEntry } from './post-of-entry.js';
import { viewerOfFeed } from './viewer-of-feed.step.js';

/** Makes posts of the waiting entries of a feed, oldest first, as many as it may have today. Repeating it makes no others. */
export type PostEntries = (feed: Feed, signal: AbortSignal) => Promise<void>;

interface Needs {
  db: Db;
  clock: () => Date;
  createPostGroup: CreatePostGroup;
  finishTexts: FinishTexts;
  /** Whether an address must be confirmed before posts are scheduled. */
  confirmEmail: boolean;
  /** Publishing is paused, as after a restored backup: entries wait. */
  isPaused: () => boolean;
  log: Logger;
}

/** Somebody else has made a post of the entry, or the feed may make no more: nothing is stored. */
class NotPosted extends Error {
  constructor(readonly goesOn: boolean) {
    super('The entry became no post');
  }
}

/** Errors that end by themselves, or by what the account does: the entry waits. */
const WAITS =
  /^(\w+_LIMIT_REACHED|QUEUE_FULL|EMAIL_NOT_CONFIRMED|CONNECTIONS_OVER_LIMIT|PLATFORM_NOT_AVAILABLE|\w*STORAGE\w*)$/;

export const makePostEntries =
  (needs: Needs): PostEntries =>
  async (feed, signal) => {
    const { db, clock, confirmEmail } = needs;
    if (needs.isPaused()) return;
    const now = clock();
    await skipWaiting(db, feed.id, new Date(now.getTime() - WAITS_AT_MOST_MS), 'It waited for more than 7 days');
    const account = await accountOfFeed(db, feed);
    if (!account) return;
    const since = dayBegins(now, account.timeZone);
    const room = feed.dailyMax - (await countPosted(db, feed.id, since));
    if (room <= 0) return noteAllWaiting(db, feed.id, OVER_DAILY);
    const entries = await waitingEntries(db, feed.id, room);
    if (entries.length === 0) return;
    const viewer = await viewerOfFeed(db, feed, account, { confirmEmail, now });
    for (const entry of entries) {
      if (signal.aborted || !(await postEntry(needs, { feed, entry, viewer, since }))) return;
    }
    if (entries.length === room) await noteAllWaiting(db, feed.id, OVER_DAILY);
  };

interface Posting {
  feed: Feed;
  entry: FeedEntry;
  viewer: Viewer;
  /** When the day began. */
  since: Date;
}

/** False: no further entry can become a post now. */
async function postEntry(needs: Needs, posting: Posting): Promise<boolean> {
  const { feed, entry } = posting;
  const { content } = entry;
  if (!content) return true;
  const isQueued = feed.schedule !== null && !entry.onlyDraft;
  const queued = isQueued ? await attempt(needs, posting, content, feed.schedule) : null;
  if (queued === 'posted') return true;
  if (queued === 'stop') return false;
  if (queued && WAITS.test(queued.code)) {
    await noteWaiting(needs.db, entry.id, queued.message);
    return false;
  }
  // What cannot be published as it is becomes a draft: people can change it.
  const drafted = await attempt(needs, posting, content, null, queued?.message ?? ownReason(entry));
  if (drafted === 'posted') return true;
  if (drafted === 'stop') return false;
  if (WAITS.test(drafted.code)) {
    await noteWaiting(needs.db, entry.id, drafted.message);
    return false;
  }
  await endEntry(needs.db, entry.id, { state: EntryState.REFUSED, reason: drafted.message });
  return true;
}

/** That an entry waited for another day says nothing of its post. */
const ownReason = ({ reason }: FeedEntry): string | null => (reason === OVER_DAILY ? null : reason);

/** Makes the group and ends the entry in one transaction. */
async function attempt(
  { db, clock, createPostGroup, finishTexts, log }: Needs,
  { feed, entry, viewer, since }: Posting,
  content: FeedEntryContent,
  schedule: string | null,
  reason: string | null = null,
): Promise<'posted' | 'stop' | AppError> {
  const connected = await connectionsByPlatformId(db, feed.userId, feed.platformIds);
  const known = new Set(connected.map(({ platformId }) => platformId));
  const platformIds = feed.platformIds.filter((platformId) => known.has(platformId));
  // An account that was disconnected does not keep the others from their posts.
  const targets = platformIds.length > 0 ? platformIds : feed.platformIds;
  const finishes = await finishesOf({ db, finishTexts, clock }, feed.userId, targets);
  const post = postOfEntry(feed, content, targets, finishes);
  try {
    const store = async (tx: Db, group: Pick<PostGroup, 'id'>) => {
      const current = await lockFeed(tx, feed.id);
      const isOpen =
        current && current.state !== FeedState.PAUSED && current.updatedAt.getTime() === feed.updatedAt.getTime();
      if (!isOpen || (await countPosted(tx, feed.id, since)) >= feed.dailyMax) throw new NotPosted(false);
      const ended = { state: EntryState.POSTED, reason, groupId: group.id, postedAt: clock() };
      if (!(await endEntry(tx, entry.id, ended))) throw new NotPosted(true);
      const labelIds = await keepLabels(tx, feed.userId, feed.labelIds);
      if (labelIds.length > 0) await addLabels(tx, 'group', { itemIds: [group.id], labelIds });
    };
    await createPostGroup(viewer, { ...post, schedule }, { store });
    return 'posted';
  } catch (error) {
    if (error instanceof NotPosted) return error.goesOn ? 'posted' : 'stop';
    if (error instanceof AppError) return error;
    log.error({ err: error, feedId: feed.id }, 'An entry of a feed could not become a post');
    throw error;
  }
}
