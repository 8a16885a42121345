/**
 * Whose post is it? A lookup that only compares content finds posts that look like the part (`alike`): they may be
 * copies of other posts with the same content, of any user who has connected the account.
 *
 * rival       an attempt of another post at the same account whose content could be that of the found posts
 * live post   an id at an account that belongs to a part: stored once for each account, whoever connected it
 */
import { makeComparison } from '../../platforms/kit/same-text.js';
import type { Account } from '../../platforms/port/account.js';
import type { LivePost } from '../../platforms/port/platform.js';
import type { PlatformPost } from '../posts/platform-post.js';
import type { PublishAttempt } from '../posts/publish-attempt.js';

/** An attempt of another post at the same account that has no outcome, or whose post may be live all the same. */
export interface Rival extends Pick<PublishAttempt, 'id' | 'startedAt' | 'uncertainUntil' | 'outcome'> {
  /** Null: the part was removed, so its content is not known. */
  text: string | null;
  /** Whether it has files, or may have had some. */
  hasMedia: boolean;
}

/** What other posts do at an account. */
export interface AccountActivity {
  /** Ids of the account's posts that belong to other parts. */
  taken: ReadonlySet<string>;
  rivals: readonly Rival[];
}

/** The part that looks for its post. */
export interface Seeker extends Pick<PublishAttempt, 'id' | 'startedAt'> {
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

/**
 * Decides which of the found posts, oldest first, belongs to the part.
 *
 * - While a request of a rival may be in flight, nothing is assigned. Then attempts choose in the order in which they
 *   began, each the oldest post: which of two posts with equal texts is whose makes no difference.
 * - With files it does, and a platform that has no other mark does not return them: nothing is assigned. A part that was
 *   removed may have had files.
 * - More posts than attempts: one of them was made by somebody else.
 */
export function assignPost(
  found: readonly LivePost[],
  seeker: Seeker,
  { taken, rivals }: AccountActivity,
  now: Date,
): Assignment {
  const [post, ...others] = found.filter(({ postedId }) => !taken.has(postedId));
  if (!post) return { kind: 'none' };
  const compare = makeComparison(seeker.text);
  const competing = rivals.filter(({ text }) => text === null || text === seeker.text || compare(text) !== 'other');
  const comesFirst = competing.some(
    (rival) => rival.outcome === null && (rival.uncertainUntil > now || isEarlier(rival, seeker)),
  );
  if (comesFirst) return { kind: 'contested' };
  const attempts = competing.length + 1;
  const posts = others.length + 1;
  const mayDiffer = seeker.hasMedia || competing.some(({ hasMedia }) => hasMedia);
  if (posts > attempts || (attempts > 1 && mayDiffer)) return { kind: 'undecidable' };
  return { kind: 'own', post };
}

const isEarlier = (one: Seeker | Rival, other: Seeker | Rival): boolean =>
  one.startedAt.getTime() - other.startedAt.getTime() < 0 ||
  (one.startedAt.getTime() === other.startedAt.getTime() && one.id < other.id);

/** An account as the platform has it, the same for every user who has connected it: two servers can have the same id. */
export const accountKey = ({ platform }: Pick<PlatformPost, 'platform'>, { baseUrl, accountId }: Account): string =>
  `${platform} ${baseUrl} ${accountId}`;
