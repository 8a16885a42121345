import { setTimeout as sleep } from 'node:timers/promises';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { FAILURES, type Failure, type FailureCode } from '../../platforms/port/failure.js';
import type { InteractionResult } from '../../platforms/port/interactions.js';
import type { Unpublish } from '../../platforms/port/unpublish.js';
import type { Viewer } from '../identity/access/viewer.js';
import { ChangeSet } from '../posts/state/change-set.js';
import { LiveEventType } from '../posts/state/live-event.js';
import { isPart, type PlatformPost } from '../posts/state/platform-post.js';
import type { PostChange } from '../posts/state/post-change.js';
import { findPlatformPost, lockPostGroup, postsOfGroups } from '../posts/state/post-group.repository.js';
import { PostLogEvent } from '../posts/state/post-log.js';
import { canUnpublish, partsToUnpublish } from '../posts/state/post-rules.js';
import type { RecordChanges } from '../posts/state/record-changes.repository.js';
import type { FindConnectedAccount } from './connected-account.use-case.js';
import { claimQuestion, type QuestionKey, releaseQuestion } from './network-answer.repository.js';
import { platformResponse } from './platform-response.js';

/** Posts that are deleted on their platform now: the one that was named, and the parts of its thread after it. */
export interface Unpublished {
  post: PlatformPost;
  laterParts: PlatformPost[];
}

export type UnpublishPost = (viewer: Viewer, id: string) => Promise<Unpublished>;

/** No further part is deleted this long after the first one. */
const UNPUBLISH_MAX_MS = 60_000;

/** Lease of a request, including a session refresh; after it, another process may take over. */
const LEASE_MS = 60_000;

/** Polling interval while another process has the lease. */
const LOOK_MS = 50;

interface Needs {
  db: Db;
  transaction: Transaction;
  clock: () => Date;
  recordChanges: RecordChanges;
  findUnpublisher: FindConnectedAccount<Unpublish>;
}

/**
 * Deletes a published post on its platform, with the parts of its thread after it. The last part goes first, and each is
 * stored as soon as it is gone: what is left is a thread still, and a repeat goes on with it. A request may be repeated,
 * so a response that was lost does no harm. Of callers at once only one sends it: those in this process share its
 * result, and those in others wait for its lease, and find the part deleted.
 */
export function makeUnpublishPost(needs: Needs): UnpublishPost {
  const underWay = new Map<string, Promise<Unpublished>>();
  return (viewer, id) => {
    const name = `${viewer.userId} ${id}`;
    const running = underWay.get(name) ?? unpublishPost(needs, viewer, id).finally(() => underWay.delete(name));
    underWay.set(name, running);
    return running;
  };
}

async function unpublishPost(needs: Needs, viewer: Viewer, id: string): Promise<Unpublished> {
  const { db, clock } = needs;
  const found = await findPlatformPost(db, viewer.userId, id);
  if (!found || !isPart(found)) throw new AppError('PLATFORM_POST_NOT_FOUND');
  const known = await postsOfGroups(db, [found.groupId]);
  const parts = partsToUnpublish(found.status, found, known);
  if (parts.kind === 'refused') throw new AppError('PLATFORM_POST_NOT_UNPUBLISHABLE', { status: parts.status });
  const { platform, platformId } = found;
  if (parts.live.length > 0 && !canUnpublish(platform)) throw new AppError('PLATFORM_CANNOT_UNPUBLISH', { platform });

  const until = clock().getTime() + UNPUBLISH_MAX_MS;
  const removed = new Map<string, PlatformPost>();
  for (const part of parts.live.toReversed()) {
    const account = await needs.findUnpublisher(viewer, platformId);
    if (!account) throw new AppError('CONNECTION_NOT_FOUND');
    const lease = await takeLease(
      needs,
      { connectionId: account.connectionId, question: `unpublish ${part.id}` },
      until,
    );
    try {
      const current = await findPlatformPost(db, viewer.userId, part.id);
      // Its group was removed before anything was sent.
      if (!current && removed.size === 0) throw new AppError('PLATFORM_POST_NOT_FOUND');
      if (current && current.deletedAt !== null) continue;
      const result = lease
        ? await account.call((unpublish, opened) => unpublish(opened, publishedPart(part)))
        : outOfTime(platform);
      if (result.kind === 'failed') {
        await record(needs, part, failedChange(result.failure));
        throw new AppError('UNPUBLISH_FAILED', explain(result.failure, part.id, clock()));
      }
      removed.set(part.id, { ...part, deletedAt: clock() });
      await record(needs, part, deletedChange);
    } finally {
      await lease?.release();
    }
  }
  const stored = await postsOfGroups(db, [found.groupId]);
  // The group may have been removed meanwhile; what was deleted on the platform is deleted all the same.
  const posts = stored.length > 0 ? stored : known.map((each) => removed.get(each.id) ?? each);
  const post = posts.find((each) => each.id === id);
  if (!post) throw new AppError('PLATFORM_POST_NOT_FOUND');
  const isLater = (other: PlatformPost) =>
    isPart(other) &&
    other.targetIndex === post.targetIndex &&
    other.partIndex > post.partIndex &&
    other.deletedAt !== null;
  return { post, laterParts: posts.filter(isLater) };
}

/** Waits until no other process deletes the part; null when that takes too long. */
async function takeLease(
  { db, clock }: Needs,
  key: QuestionKey,
  deadline: number,
): Promise<{ release: () => Promise<void> } | null> {
  for (let now = clock(); now.getTime() < deadline; now = clock()) {
    const until = new Date(now.getTime() + LEASE_MS);
    if (await claimQuestion(db, key, { now, until, since: now })) {
      return { release: () => releaseQuestion(db, key, { now: clock(), until }) };
    }
    await sleep(LOOK_MS);
  }
  return null;
}

const publishedPart = ({ postedId, furtherIds }: PlatformPost) => ({
  postedId: postedId ?? '',
  furtherIds: furtherIds ?? [],
});

/** Stores what became of a part, unless it has been stored as deleted meanwhile, or its group is gone. */
async function record(
  { transaction, recordChanges, clock }: { transaction: Transaction; recordChanges: RecordChanges; clock: () => Date },
  { id, groupId }: PlatformPost,
  changeOf: (post: PlatformPost, now: Date) => PostChange,
): Promise<void> {
  await transaction(async (db) => {
    const group = await lockPostGroup(db, groupId);
    const posts = await postsOfGroups(db, [groupId]);
    const post = posts.find((each) => each.id === id);
    if (!group || !post || post.deletedAt !== null) return;
    const now = clock();
    const changes = new ChangeSet();
    changes.change({ group, posts }, { posts: [changeOf(post, now)] });
    await recordChanges(db, changes, now);
  });
}

/** `updatedAt` stays: it says when the post was published. */
const deletedChange = (post: PlatformPost, now: Date): PostChange => ({
  post: { ...post, deletedAt: now },
  log: [{ event: PostLogEvent.UNPUBLISHED, metadata: { postedId: post.postedId } }],
  liveEvents: [{ type: LiveEventType.UNPUBLISHED }],
});

const failedChange =
  ({ code, message, platformStatusCode }: Failure) =>
  (post: PlatformPost): PostChange => ({
    post,
    log: [
      {
        event: PostLogEvent.UNPUBLISH_FAILED,
        error: message,
        ...(platformStatusCode !== undefined && { httpStatus: platformStatusCode }),
        metadata: { errorCode: code },
      },
    ],
  });

const outOfTime = (platform: string): InteractionResult<null> => ({
  kind: 'failed',
  failure: {
    code: 'TIMEOUT_ERROR',
    message: `${platform} did not delete all parts of the thread in time`,
    outcome: 'rejected',
    platformError: null,
  },
});

const AGAIN = 'Unpublish the post again: a repeat changes nothing where it is gone.';

/** What the owner of a post that was not deleted can do. */
const ADVICE: Partial<Record<FailureCode, string>> = {
  PLATFORM_AUTH_EXPIRED: 'Connect the account again, then unpublish the post again.',
  PERMISSION_DENIED:
    'Connect the account again and permit this service to delete posts, or delete the post on the platform.',
  RATE_LIMITED: 'Unpublish the post again once the platform allows it.',
  PLATFORM_SERVER_ERROR: AGAIN,
  NETWORK_ERROR: AGAIN,
  TIMEOUT_ERROR: AGAIN,
  PLATFORM_NOT_CONFIGURED: 'Ask the operator of this service to configure the platform, then unpublish the post again.',
};

const explain = (failure: Failure, platformPostId: string, now: Date) => ({
  ...platformResponse(failure, now),
  platformPostId,
  fault: FAILURES[failure.code].fault,
  advice: ADVICE[failure.code] ?? 'Read the platform’s message, or delete the post on the platform.',
});
