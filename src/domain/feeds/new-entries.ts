import { newId } from '../../foundation/database/id.js';
import { filteredOut } from './entry-filter.js';
import type { Feed } from './feed.repository.js';
import type { FeedEntryContent } from './feed-document.js';
import type { FeedEntry } from './feed-entry.repository.js';
import { EntryState } from './feeds.js';

/** The rows of entries that a feed has for the first time: they become posts in the order of their times, or of the feed from its end. */
export function newEntries(
  feed: Pick<Feed, 'id' | 'filter' | 'fetchedAt' | 'restoredAt'>,
  contents: readonly FeedEntryContent[],
  now: Date,
  /** How many of the newest become posts. */
  newest = Number.POSITIVE_INFINITY,
): FeedEntry[] {
  const oldestFirst = inOrder(contents);
  const firstPosted = oldestFirst.length - newest;
  return oldestFirst.map((content, index): FeedEntry => {
    const { identity, title, link, publishedAt, summary } = content;
    const refusal = filteredOut(feed.filter, content);
    const state =
      index < firstPosted ? EntryState.EXISTING : refusal === null ? EntryState.WAITING : EntryState.FILTERED;
    const onlyDraft = mayBePosted(feed, publishedAt);
    return {
      ...{ id: newId(now), feedId: feed.id, identity, state, title: title || summary.slice(0, 300), link, publishedAt },
      content: state === EntryState.WAITING ? content : null,
      onlyDraft,
      reason: state === EntryState.FILTERED ? refusal : state === EntryState.WAITING && onlyDraft ? RESTORED : null,
      ...{ groupId: null, postedAt: null, firstSeenAt: now, lastSeenAt: now },
    };
  });
}

const RESTORED = 'The service was restored from a backup: the entry may have been published before';

/** Feeds begin with their newest entry, unless their times say otherwise. */
function inOrder(contents: readonly FeedEntryContent[]): FeedEntryContent[] {
  const reversed = contents.toReversed();
  const timeOf = ({ publishedAt }: FeedEntryContent) => publishedAt?.getTime();
  if (reversed.some((content) => timeOf(content) === undefined)) return reversed;
  return reversed.sort((one, other) => (timeOf(one) ?? 0) - (timeOf(other) ?? 0));
}

/**
 * After a restored backup: what the first fetch finds, and what is dated before, may have become a post that the database
 * has forgotten.
 */
const mayBePosted = (
  { fetchedAt, restoredAt }: Pick<Feed, 'fetchedAt' | 'restoredAt'>,
  publishedAt: Date | null,
): boolean =>
  restoredAt !== null &&
  (fetchedAt === null || fetchedAt <= restoredAt || (publishedAt !== null && publishedAt <= restoredAt));
