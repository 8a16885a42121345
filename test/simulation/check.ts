/** What has become of every part, against what is live at the platforms. */
import { isPart, type PlatformPost, PlatformPostStatus } from '../../src/domain/posts/state/platform-post.js';
import { PostGroupStatus } from '../../src/domain/posts/state/post-group.js';
import { makeComparison } from '../../src/platforms/kit/same-text.js';
import type { RateLimit } from '../../src/platforms/port/rate-limit.js';
import type { Connections } from './connections.js';
import { CANNOT_BE_ASKED, type Kind, type LivePost, type SimulatedPlatform } from './platforms.js';
import type { SimulatedStore } from './store.js';

export interface Ended {
  store: SimulatedStore;
  platforms: ReadonlyMap<string, SimulatedPlatform>;
  connections: Connections;
  /** Parts that their owners had sent again, although they may be live. */
  acknowledged: ReadonlySet<string>;
}

/** What must not be so, in the words of the seed's history. */
export function check(ended: Ended): string[] {
  const { store, platforms } = ended;
  const live = [...platforms.values()].flatMap(({ posts }) => posts);
  const copies = new Map<string, LivePost[]>();
  for (const post of live) {
    if (post.partKey !== null) copies.set(post.partKey, [...(copies.get(post.partKey) ?? []), post]);
  }
  return [
    ...checkCopies(ended, copies),
    ...[...store.posts.values()].flatMap((post) => checkPost(ended, post, copies)),
    ...[...store.posts.values()].flatMap((post) => checkComments(ended, post)),
  ];
}

/** A target that was sent has one first comment if its owner wrote one, and else none. */
function checkComments({ store }: Ended, first: PlatformPost): string[] {
  if (first.partIndex > 0) return [];
  const comments = [...store.posts.values()].filter(
    (post) => !isPart(post) && post.groupId === first.groupId && post.targetIndex === first.targetIndex,
  );
  const written = store.firstCommentOf(first.id);
  const wanted = written !== null && first.status === PlatformPostStatus.PUBLISHED ? 1 : 0;
  const isRight = comments.length <= (written === null ? 0 : 1) && comments.length >= wanted;
  return isRight ? [] : [`${store.nameOf(first.id)} has ${comments.length} first comments`];
}

/**
 * Posts of an account with equal content have indistinguishable copies, so they are counted together. A post with
 * files is counted alone.
 */
const likenessOf = ({ store }: Ended, post: PlatformPost): string => {
  const { text, mediaCount, replyTo } = store.contentOf(post);
  return JSON.stringify([post.platformId, mediaCount > 0 ? post.id : [text, replyTo]]);
};

/** Beside the copies that are reported, no more are live than posts whose outcome is unknown, or that were removed. */
function checkCopies(ended: Ended, copies: ReadonlyMap<string, LivePost[]>): string[] {
  const { store, acknowledged } = ended;
  const parts = [...store.posts.values(), ...store.removed.values()];
  const alike = new Map<string, PlatformPost[]>();
  for (const post of parts) {
    const likeness = likenessOf(ended, post);
    alike.set(likeness, [...(alike.get(likeness) ?? []), post]);
  }
  return [...alike.values()].flatMap((posts) => {
    if (posts.some(({ id }) => acknowledged.has(id))) return [];
    const own = posts.flatMap(({ id }) => copies.get(id) ?? []);
    const reported = new Set(posts.flatMap((post) => reportedCopy(ended, post) ?? []));
    const unreported = own.filter(({ id }) => !reported.has(id)).length;
    const mayBeLive = posts.filter(
      ({ id, error, status }) =>
        error?.code === 'OUTCOME_UNKNOWN' || (store.removed.has(id) && status !== PlatformPostStatus.PUBLISHED),
    ).length;
    const published = posts.filter(({ status }) => status === PlatformPostStatus.PUBLISHED).length;
    const names = posts.map(({ id }) => store.nameOf(id)).join(', ');
    const platform = posts[0]?.platform;
    if (unreported > mayBeLive)
      return [`${names} (${platform}) is live ${own.length} times, of which ${published} are reported`];
    return reported.size < published ? [`${names} (${platform}) have one post for ${published}`] : [];
  });
}

function checkPost(ended: Ended, post: PlatformPost, copies: ReadonlyMap<string, LivePost[]>): string[] {
  const { store, acknowledged } = ended;
  const { id, status, error, platform } = post;
  const own = copies.get(id) ?? [];
  const name = `${store.nameOf(id)} (${platform})`;
  switch (status) {
    case PlatformPostStatus.PUBLISHED:
      return checkPublished(ended, post, own).map((problem) => `${name} ${problem}`);
    case PlatformPostStatus.FAILED:
      if (!error?.code || !error.message) return [`${name} failed without a reason`];
      if (error.code === 'OUTCOME_UNKNOWN') {
        return mayBeUnknown(ended, post) ? [] : [`${name} can be looked up, and its outcome is unknown`];
      }
      // A copy that is reported as that of a post with the same content is counted there.
      return own.some((copy) => !isReported(ended, copy, post)) && !acknowledged.has(id)
        ? [`${name} is live and failed as ${error.code}`]
        : [];
    case PlatformPostStatus.DRAFT:
      return store.groups.get(post.groupId)?.status === PostGroupStatus.DRAFT ? [] : [`${name} is stuck as a draft`];
    default:
      return [`${name} is stuck as ${status}`];
  }
}

/** The id of the copy that a post is published as. */
const reportedCopy = ({ platforms }: Ended, { platformId, postedId }: PlatformPost): string | undefined =>
  platforms.get(platformId)?.postOf(postedId)?.id;

const isReported = (ended: Ended, copy: LivePost, { platformId }: PlatformPost): boolean =>
  [...ended.store.posts.values()].some(
    (post) => post.platformId === platformId && reportedCopy(ended, post) === copy.id,
  );

/** The reported post is the part's own, or has the same content; as its owner wrote it, and where it belongs in its thread. */
function checkPublished(ended: Ended, post: PlatformPost, own: readonly LivePost[]): string[] {
  const { store, platforms, acknowledged } = ended;
  const { id, postedId, platformId } = post;
  const account = platforms.get(platformId);
  const reported = account?.postOf(postedId);
  if (!reported) return ['is published as nothing'];
  const { text, mediaCount, replyTo } = store.contentOf(post);
  const isAlike = mediaCount === 0 && reported.text === text;
  if (reported.partKey !== id && !(isAlike && reported.partKey !== null)) {
    const other = reported.partKey === null ? 'a post made elsewhere' : `the post of ${store.nameOf(reported.partKey)}`;
    return [`is published as ${other}${own.length === 0 ? ', and is not live' : ''}`];
  }
  const problems: string[] = [];
  if (reported.text !== text) problems.push(`is live as "${reported.text}" and shown as "${text}"`);
  if (reported.mediaCount !== mediaCount) problems.push(`is live with ${reported.mediaCount} of ${mediaCount} files`);
  // A part that was sent again by its owner may have another copy to which the next one replies.
  if (reported.replyTo !== (account?.postOf(replyTo)?.id ?? null) && acknowledged.size === 0)
    problems.push(`replies to ${reported.replyTo}, not ${replyTo}`);
  const before = account?.posts.find((live) => live.id === reported.replyTo);
  if (before && before.createdAt > reported.createdAt) problems.push('is live before the part that it replies to');
  return problems;
}

/**
 * Whether it may be that nobody can say whether a part is live: its platform has no lookup, or could not be asked for a
 * while, or its posts cannot be told from another's.
 */
function mayBeUnknown({ store, connections }: Ended, post: PlatformPost): boolean {
  const { id, platform, platformId, userId } = post;
  if (CANNOT_BE_ASKED.has(platform as Kind) || connections.wasInterrupted(userId, platformId)) return true;
  if (platform === 'keyed') return false;
  // A post that seems older than its first request may be somebody else's.
  if (store.hasStepped) return true;
  const { text } = store.contentOf(post);
  const compare = makeComparison(text);
  return [...store.posts.values(), ...store.removed.values()].some((other) => {
    if (other.id === id || other.platformId !== platformId) return false;
    if (store.removed.has(other.id)) return true;
    // Not every platform shows to which post another replies.
    return compare(store.contentOf(other).text) !== 'other';
  });
}

/** Between the count of an attempt's use and the commit of it. */
const COMMIT_MS = 50_000;

/** Accounts whose limits were exceeded by attempts of the service. */
export function checkRates({ store }: Ended, limits: readonly RateLimit[]): string[] {
  const accounts = [...new Set(store.uses.map(({ platformId }) => platformId))];
  return limits.flatMap(({ max, perSeconds }) =>
    accounts.flatMap((account) => {
      const times = store.uses.flatMap(({ platformId, at }) => (platformId === account ? [at] : []));
      const windowMs = perSeconds * 1_000 - COMMIT_MS;
      const most = Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + windowMs).length));
      return most > max ? [`${account} was used ${most} times in ${perSeconds} s, of ${max} allowed`] : [];
    }),
  );
}
