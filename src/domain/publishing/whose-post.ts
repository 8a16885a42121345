/**
 * Whose post is it? A lookup that only compares content finds posts that look like the part (`alike`): they may be
 * copies of other posts with the same content, of any user who has connected the account.
 *
 * rival       an attempt of another post at the same account whose content could be that of the found posts
 * live post   an id at an account that belongs to a part: stored once for each account, for all its users
 */
import { MINUTE_MS } from '../../foundation/time/durations.js';
import { makeComparison } from '../../platforms/kit/same-text.js';
import type { Account } from '../../platforms/port/account.js';
import type { AlikePost, LivePost } from '../../platforms/port/platform.js';
import type { PlatformPost } from '../posts/state/platform-post.js';
import type { PublishAttempt } from '../posts/state/publish-attempt.js';

/** An attempt of another post at the same account that has no outcome, or whose post may be live all the same. */
export interface Rival extends Pick<PublishAttempt, 'id' | 'startedAt' | 'uncertainUntil' | 'outcome'> {
  /** Null: the part was removed, so its content is not known. */
  text: string | null;
  /** Whether its post may differ from the part's in more than the text: in files or settings. */
  mayDiffer: boolean;
}

/** A post of the account that belongs to another part. */
export interface TakenPost {
  /** Null: the part was removed. */
  text: string | null;
  /** Null: the platform gave none, or the part was removed. */
  url: string | null;
}

/** What other posts do at an account. */
export interface AccountActivity {
  /** By their ids, the earliest first. */
  taken: ReadonlyMap<string, TakenPost>;
  rivals: readonly Rival[];
}

/** The part that looks for its post. */
export interface Seeker extends Pick<PublishAttempt, 'id' | 'startedAt'> {
  /** When the first of its requests that may have been stored left. */
  since: Date;
  text: string;
  hasMedia: boolean;
}

export type Assignment =
  /** The found post is the part's. */
  | { kind: 'own'; post: LivePost }
  /** All found posts belong to other parts. */
  | { kind: 'none' }
  /** Another attempt could have made it, and has to end first. */
  | { kind: 'contested' }
  | { kind: 'undecidable' };

/** How exactly the time of a post is known: platforms round it, and the Date header is in seconds. */
const CLOCKS_AGREE_MS = 5_000;
/** A post may have been stored by an attempt for which that was no longer expected so long before. */
const STORED_LATE_MS = 2 * MINUTE_MS;

/**
 * Decides which of the found posts, oldest first, belongs to the part.
 *
 * - While a request of a rival may be in flight, nothing is assigned. Then attempts choose in the order in which they
 *   began, each the oldest post: which of two posts with equal texts is whose makes no difference.
 * - With files or other settings it does, and a platform that has no other mark does not return them: nothing is assigned.
 *   A part that was removed may have had files.
 * - A rival whose outcome is unknown keeps what it may have made: with fewer posts than attempts, nothing is assigned.
 * - Nor is it with fewer posts than attempts beside an older one: if the clock was set, that is the missing one.
 * - More posts than attempts, or only a post that is older than the part's first request: somebody else made one.
 */
export function assignPost(
  found: readonly AlikePost[],
  seeker: Seeker,
  { taken, rivals }: AccountActivity,
  now: Date,
): Assignment {
  const free = found.filter(({ postedId }) => !taken.has(postedId));
  if (free.length === 0) return { kind: 'none' };
  const compare = makeComparison(seeker.text);
  // A post that a platform names when it refuses a repeat can be of any age.
  const isDated = free.every(({ createdAt }) => createdAt !== undefined);
  const competing = rivals.filter(
    ({ text, outcome, uncertainUntil }) =>
      (text === null || text === seeker.text || compare(text) !== 'other') &&
      (outcome === null || !isDated || uncertainUntil.getTime() >= seeker.since.getTime() - STORED_LATE_MS),
  );
  const comesFirst = competing.some(
    (rival) => rival.outcome === null && (rival.uncertainUntil > now || isEarlier(rival, seeker)),
  );
  if (comesFirst) return { kind: 'contested' };
  const [post, ...others] = free.filter(({ createdAt }) => !isBefore(createdAt, seeker.since));
  const attempts = competing.length + 1;
  const posts = others.length + 1;
  const hasOlder = free.length > posts;
  const mayDiffer = seeker.hasMedia || competing.some((rival) => rival.mayDiffer);
  const isKept = posts < attempts && (hasOlder || competing.some(({ outcome }) => outcome === 'unknown'));
  if (!post || posts > attempts || isKept || (attempts > 1 && mayDiffer)) return { kind: 'undecidable' };
  const { createdAt: _, ...own } = post;
  return { kind: 'own', post: own };
}

/** The newest post of another part with this text; null: none is known. */
export function alikeTaken(text: string, { taken }: AccountActivity): LivePost | null {
  const compare = makeComparison(text);
  const found = [...taken].findLast(([, other]) => other.text !== null && compare(other.text) === 'same');
  if (!found) return null;
  const [postedId, { url }] = found;
  return { postedId, ...(url !== null && { url }) };
}

/** Whether another attempt with this text has no outcome yet. */
export function hasOpenRival(text: string, { rivals }: AccountActivity): boolean {
  const compare = makeComparison(text);
  return rivals.some((rival) => rival.outcome === null && rival.text !== null && compare(rival.text) === 'same');
}

const isBefore = (createdAt: Date | undefined, since: Date): boolean =>
  createdAt !== undefined && createdAt.getTime() < since.getTime() - CLOCKS_AGREE_MS;

const isEarlier = (one: Pick<Rival, 'id' | 'startedAt'>, other: Pick<Rival, 'id' | 'startedAt'>): boolean =>
  one.startedAt.getTime() - other.startedAt.getTime() < 0 ||
  (one.startedAt.getTime() === other.startedAt.getTime() && one.id < other.id);

/** An account as the platform has it, the same for every user who has connected it: two servers can have the same id. */
export const accountKey = ({ platform }: Pick<PlatformPost, 'platform'>, { baseUrl, accountId }: Account): string =>
  `${platform} ${baseUrl} ${accountId}`;
