import { newId } from '../../foundation/database/id.js';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { recordAudit } from '../audit/audit.repository.js';
import type { AuditAction, AuditDetails } from '../audit/audit-event.js';
import { mayDo, type Viewer } from '../identity/access/viewer.js';
import { lockPlan } from '../identity/account/user.repository.js';
import { countFeeds, deleteFeed, type Feed, insertFeed, lockFeed, updateFeed } from './feed.repository.js';
import type { FeedDocument } from './feed-document.js';
import { insertEntries, knownIdentities } from './feed-entry.repository.js';
import { FeedState, feedSubject, MAX_EXISTING, MAX_FEEDS, parseFeedName, parseFeedUrl } from './feeds.js';
import { newEntries } from './new-entries.js';
import { type AllRules, type GivenRules, parseRules, type ReadOnRequest } from './rules-of-feed.step.js';

export interface CreateFeedInput extends AllRules {
  name: string;
  url: string;
  /** How many of the newest entries that the feed has by now become posts. */
  existing: number;
}

export interface UpdateFeedInput extends GivenRules {
  id: string;
  name?: string | undefined;
  url?: string | undefined;
}

export interface ManageFeeds {
  /** Reads the feed first: entries that it has by now become no posts, but for the newest `existing` ones. */
  create(viewer: Viewer, input: CreateFeedInput): Promise<Feed>;
  /** Changes what is given. Entries that another address has by now become no posts. */
  update(viewer: Viewer, input: UpdateFeedInput): Promise<Feed>;
  /** While a feed is paused, it is not read. Entries that it still has once it is resumed become posts. */
  pause(viewer: Viewer, id: string, paused: boolean): Promise<Feed>;
  /** Posts that its entries became stay. */
  remove(viewer: Viewer, id: string): Promise<void>;
}

interface Needs {
  db: Db;
  transaction: Transaction;
  clock: () => Date;
  readOnRequest: ReadOnRequest;
}

/** A feed acts as the member, or the program, that changed it last. */
const actor = (viewer: Viewer): Pick<Feed, 'personId' | 'programMayPublish'> => ({
  personId: viewer.session?.personId ?? null,
  programMayPublish: viewer.session === null && mayDo(viewer, 'PUBLISH'),
});

const record = (db: Db, viewer: Viewer, feed: Feed, action: AuditAction, details: AuditDetails = {}): Promise<void> =>
  recordAudit(db, viewer, { action, subject: feedSubject(feed), details });

/** A feed is for one account at least. */
const NO_TARGETS = { platformIds: [] };

const FRESH = { failures: 0, problem: null, failingSince: null, notifiedAt: null, etag: null, lastModified: null };

export function makeManageFeeds({ db: outside, transaction, clock, readOnRequest }: Needs): ManageFeeds {
  /** Changes a feed under its lock. */
  const change = (
    viewer: Viewer,
    id: string,
    work: (
      db: Db,
      feed: Feed,
      now: Date,
    ) => Promise<{ changes: Partial<Feed>; action: AuditAction; details?: AuditDetails } | null>,
  ): Promise<Feed> =>
    transaction(async (db) => {
      const feed = await lockFeed(db, id);
      if (feed?.userId !== viewer.userId) throw new AppError('FEED_NOT_FOUND');
      const now = clock();
      const done = await work(db, feed, now);
      if (!done) return feed;
      const changes = { ...done.changes, ...actor(viewer), updatedAt: now };
      if (!(await updateFeed(db, id, changes))) throw new AppError('FEED_NAME_TAKEN');
      const changed = { ...feed, ...changes };
      await record(db, viewer, changed, done.action, done.details);
      return changed;
    });

  return {
    async create(viewer, { existing, ...input }) {
      const { userId } = viewer;
      if (existing < 0 || existing > MAX_EXISTING) throw new AppError('FEED_LIMITS_INVALID').at('existing');
      const [name, url] = [parseFeedName(input.name), parseFeedUrl(input.url)];
      const rules = await parseRules(outside, userId, { ...NO_TARGETS, ...input });
      if ((await countFeeds(outside, userId)) >= MAX_FEEDS) throw new AppError('FEED_LIMIT_REACHED');
      const { document, etag, lastModified } = await readOnRequest(viewer, url);
      return transaction(async (db) => {
        await lockPlan(db, userId);
        if ((await countFeeds(db, userId)) >= MAX_FEEDS) throw new AppError('FEED_LIMIT_REACHED');
        const now = clock();
        const feed: Feed = {
          ...{ id: newId(now), userId, name, url, ...rules, ...actor(viewer), ...FRESH, state: FeedState.ACTIVE },
          // Its posts are made soon.
          ...{ etag, lastModified, fetchedAt: now, nextFetchAt: now, leaseUntil: null, restoredAt: null },
          ...{ createdAt: now, updatedAt: now },
        };
        if (!(await insertFeed(db, feed))) throw new AppError('FEED_NAME_TAKEN');
        await insertEntries(db, newEntries(feed, document.entries, now, existing));
        await record(db, viewer, feed, 'feed_created', { existing });
        return feed;
      });
    },

    async update(viewer, { id, ...input }) {
      const name = input.name === undefined ? undefined : parseFeedName(input.name);
      const url = input.url === undefined ? undefined : parseFeedUrl(input.url);
      const rules = await parseRules(outside, viewer.userId, input);
      const read = url === undefined ? null : await readOnRequest(viewer, url);
      return change(viewer, id, async (db, feed, now) => {
        const changes: Partial<Feed> = { ...rules, ...(name !== undefined && { name }) };
        if (url !== undefined && read) {
          const { document, etag, lastModified } = read;
          const state = feed.state === FeedState.PAUSED ? feed.state : FeedState.ACTIVE;
          Object.assign(changes, { url, ...FRESH, etag, lastModified, state, fetchedAt: now, nextFetchAt: now });
          await insertUnknown(db, feed, document, now);
        }
        return { changes, action: 'feed_updated', details: { changed: Object.keys(input) } };
      });
    },

    pause: (viewer, id, paused) =>
      change(viewer, id, async (_db, feed, now) => {
        if ((feed.state === FeedState.PAUSED) === paused) return null;
        return paused
          ? { changes: { state: FeedState.PAUSED }, action: 'feed_paused' }
          : { changes: { state: FeedState.ACTIVE, ...FRESH, nextFetchAt: now }, action: 'feed_resumed' };
      }),

    remove: (viewer, id) =>
      transaction(async (db) => {
        const feed = await lockFeed(db, id);
        if (feed?.userId !== viewer.userId) throw new AppError('FEED_NOT_FOUND');
        await deleteFeed(db, id);
        await record(db, viewer, feed, 'feed_deleted');
      }),
  };
}

/** Entries at another address that the feed did not have become no posts. */
async function insertUnknown(db: Db, feed: Feed, { entries }: FeedDocument, now: Date): Promise<void> {
  const known = await knownIdentities(
    db,
    feed.id,
    entries.map(({ identity }) => identity),
  );
  await insertEntries(
    db,
    newEntries(
      feed,
      entries.filter(({ identity }) => !known.has(identity)),
      now,
      0,
    ),
  );
}
