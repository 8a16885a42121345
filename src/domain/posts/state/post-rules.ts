/**
 * What the owner of a group may do with it and its posts. The mutations refuse by these rules, and `allowedActions`
 * shows them.
 */

import { findPlatform } from '../../../platforms/registry.js';
import { findRules } from '../../../platforms/rules-registry.js';
import { isProgram, type Viewer } from '../../identity/access/viewer.js';
import {
  ACTIVE_STATUSES,
  canHappen,
  isAwaitingPredecessor,
  isPart,
  type PlatformPost,
  type PlatformPostEvent,
  PlatformPostStatus,
} from './platform-post.js';
import { isUpdatable, type PostGroup, PostGroupStatus, ProcessingStatus } from './post-group.js';

export enum PostGroupAction {
  EDIT = 'edit',
  SCHEDULE = 'schedule',
  UNSCHEDULE = 'unschedule',
  RETRY = 'retry',
  ACKNOWLEDGE_AND_RETRY = 'acknowledge_and_retry',
  DUPLICATE = 'duplicate',
  DELETE = 'delete',
}

export enum PlatformPostAction {
  RETRY = 'retry',
  ACKNOWLEDGE_AND_RETRY = 'acknowledge_and_retry',
  UNPUBLISH = 'unpublish',
}

type GroupState = Pick<PostGroup, 'status' | 'processingStatus'>;
/** What the rules read of a post. */
export type PostState = Pick<
  PlatformPost,
  'kind' | 'platform' | 'targetIndex' | 'partIndex' | 'status' | 'dueAt' | 'error' | 'deletedAt'
>;
type Caller = Pick<Viewer, 'keyId' | 'applicationId' | 'mayPublish'>;
/** Whether the account of a post is connected: without it nothing can be done on the platform. */
type IsConnected<Post> = (post: Post) => boolean;

/** Whether its publishing has begun and not ended: a worker has it, or is to have it at once. */
const isUnderWay = (post: PostState): boolean => isPart(post) && isBeingPublished(post);

const isBeingPublished = (post: PostState): boolean =>
  post.status === PlatformPostStatus.PROCESSING ||
  (post.status === PlatformPostStatus.PENDING && !isAwaitingPredecessor(post));

/**
 * The status that keeps a group from being updated; null if it may be: its publishing has not begun, or, in the
 * dashboard, has ended in part.
 */
export function notUpdatable(group: GroupState, posts: readonly PostState[], caller: Caller): string | null {
  // A session is what the dashboard has.
  const inDashboard = !isProgram(caller);
  if (!isUpdatable(group.status, inDashboard)) return group.status;
  const isBegun = inDashboard ? posts.some(isUnderWay) : group.processingStatus !== ProcessingStatus.PENDING;
  return isBegun ? ProcessingStatus.PROCESSING : null;
}

/** Whether a group is a draft of which nothing was scheduled or sent: contributors may change it. */
export const isPlainDraft = (group: Pick<PostGroup, 'status'>, posts: readonly Pick<PostState, 'status'>[]): boolean =>
  group.status === PostGroupStatus.DRAFT && posts.every(({ status }) => status === PlatformPostStatus.DRAFT);

/** Whether the platform has a post. */
export const isLive = ({ status, deletedAt }: Pick<PostState, 'status' | 'deletedAt'>): boolean =>
  status === PlatformPostStatus.PUBLISHED && deletedAt === null;

/** The posts whose text, settings and files may change: those of targets of which no part is live, or may be. */
export function editablePosts<Post extends PostState>(posts: readonly Post[]): Post[] {
  const ended = new Set(posts.filter(({ status }) => !canHappen('edit', status)).map(({ targetIndex }) => targetIndex));
  return posts.filter(({ targetIndex }) => !ended.has(targetIndex));
}

/** Whether what is to be published may change: publishing has not begun, or has ended in part and is not begun again. */
export const isEditable = (group: GroupState, posts: readonly PostState[]): boolean =>
  group.processingStatus === ProcessingStatus.PENDING && editablePosts(posts).length > 0;

/**
 * The posts that get another time (`schedule`), or lose theirs: what is live stays. So does a target of which a part may
 * be live: only a retry sends it again, once its owner has looked [retry/unknown-outcome]. A first comment moves with its
 * post alone.
 */
export function movablePosts<Post extends PostState>(
  posts: readonly Post[],
  event: Extract<PlatformPostEvent, 'schedule' | 'unschedule'>,
): Post[] {
  const unknown = new Set(posts.filter(isUnknown).map(({ targetIndex }) => targetIndex));
  const movable = posts.filter(
    (post) => !unknown.has(post.targetIndex) && (canHappen(event, post.status) || isAwaitingPredecessor(post)),
  );
  const ofParts = new Set(movable.filter(isPart).map(({ targetIndex }) => targetIndex));
  return movable.filter(({ targetIndex }) => ofParts.has(targetIndex));
}

/** The failed parts of one target. A thread goes on from the first of them. */
export interface FailedTarget<Post> {
  first: Post;
  laterParts: Post[];
  /** The first may be live: its owner has to say that it is not. */
  isUnknown: boolean;
}

/** What can be retried, by the index of its target. `posts` are in the order of targets and parts. */
export function failedTargets<Post extends PostState>(posts: readonly Post[]): Map<number, FailedTarget<Post>> {
  const failed = new Map<number, FailedTarget<Post>>();
  // A reply to a part that was deleted cannot be published.
  const deleted = new Set(posts.flatMap(({ targetIndex, deletedAt }) => (deletedAt === null ? [] : [targetIndex])));
  for (const post of posts) {
    if (!canHappen('retry', post.status) || deleted.has(post.targetIndex)) continue;
    const known = failed.get(post.targetIndex);
    if (known) known.laterParts.push(post);
    else failed.set(post.targetIndex, { first: post, laterParts: [], isUnknown: isUnknown(post) });
  }
  return failed;
}

const isUnknown = ({ error }: PostState): boolean => error?.code === 'OUTCOME_UNKNOWN';

/** What a viewer can do with a group of theirs. */
export function groupActions<Post extends PostState>(
  group: GroupState,
  posts: readonly Post[],
  viewer: Caller,
  isConnected: IsConnected<Post>,
): PostGroupAction[] {
  const isOpen = notUpdatable(group, posts, viewer) === null;
  const failed = viewer.mayPublish ? [...failedTargets(posts).values()].filter(({ first }) => isConnected(first)) : [];
  const schedulable = movablePosts(posts, 'schedule');
  const isAllowed: Record<PostGroupAction, boolean> = {
    [PostGroupAction.EDIT]: isOpen && isEditable(group, posts),
    [PostGroupAction.SCHEDULE]: isOpen && viewer.mayPublish && schedulable.length > 0 && schedulable.every(isConnected),
    [PostGroupAction.UNSCHEDULE]:
      isOpen && group.status !== PostGroupStatus.DRAFT && movablePosts(posts, 'unschedule').length > 0,
    [PostGroupAction.RETRY]: failed.some(({ isUnknown }) => !isUnknown),
    [PostGroupAction.ACKNOWLEDGE_AND_RETRY]: failed.some(({ isUnknown }) => isUnknown),
    [PostGroupAction.DUPLICATE]: posts.some(isConnected),
    [PostGroupAction.DELETE]: true,
  };
  return Object.values(PostGroupAction).filter((action) => isAllowed[action]);
}

/** What a viewer can do with a failed post of theirs; `failed` are the failed parts of its target. */
export function retryActions(
  status: PlatformPostStatus,
  failed: FailedTarget<unknown> | undefined,
  { mayPublish }: Caller,
): PlatformPostAction[] {
  if (!mayPublish || !failed || !canHappen('retry', status)) return [];
  return [failed.isUnknown ? PlatformPostAction.ACKNOWLEDGE_AND_RETRY : PlatformPostAction.RETRY];
}

/** Whether posts of a platform can be deleted there. */
export const canUnpublish = (platform: string): boolean => findPlatform(platform)?.unpublish != null;

/** A comment that is no reply: the platform deletes it with its post. */
const goesWithPost = (post: PostState): boolean => !isPart(post) && !findRules(post.platform)?.comment?.isReply;

/**
 * What is deleted on the platform with a post: itself and the parts of its thread after it, as far as they are live. A
 * part that is still being published would reply to a post that is gone: then nothing may be deleted.
 */
export function partsToUnpublish<Post extends PostState>(
  status: PlatformPostStatus,
  { targetIndex, partIndex }: Pick<PostState, 'targetIndex' | 'partIndex'>,
  posts: readonly Post[],
): { kind: 'parts'; live: Post[] } | { kind: 'refused'; status: PlatformPostStatus } {
  if (status !== PlatformPostStatus.PUBLISHED) return { kind: 'refused', status };
  const parts = posts.filter(
    (post) => post.targetIndex === targetIndex && post.partIndex >= partIndex && !goesWithPost(post),
  );
  const open = parts.find((part) => ACTIVE_STATUSES.includes(part.status));
  if (open) return { kind: 'refused', status: open.status };
  return { kind: 'parts', live: parts.filter(isLive) };
}
