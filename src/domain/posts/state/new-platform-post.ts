import { randomUUID } from 'node:crypto';
import { newId } from '../../../foundation/database/id.js';
import type { OwnOfTarget } from './overrides.js';
import { type NewPlatformPost, PlatformPostKind, PlatformPostStatus } from './platform-post.js';
import type { Target } from './targets.js';

/** A target's post: a draft, or scheduled when it has a time. */
export function newPlatformPost(
  given: {
    group: { id: string; userId: string };
    target: Target;
    targetIndex: number;
    connections: readonly { platformId: string; accountId: string }[];
    /** What the target has in place of the group's text and its platform's settings. */
    own: OwnOfTarget | undefined;
    dueAt: Date | null;
  },
  now: Date,
): NewPlatformPost {
  const { group, target, targetIndex, dueAt } = given;
  const { platform, platformId } = target;
  const connection = given.connections.find((one) => one.platformId === platformId);
  return {
    id: newId(now),
    groupId: group.id,
    userId: group.userId,
    targetIndex,
    partIndex: 0,
    platform,
    accountId: connection?.accountId ?? target.accountId,
    platformId,
    content: given.own?.content ?? null,
    kind: PlatformPostKind.POST,
    firstComment: given.own?.firstComment ?? null,
    status: dueAt ? PlatformPostStatus.SCHEDULED : PlatformPostStatus.DRAFT,
    postedId: null,
    url: null,
    furtherIds: null,
    deletedAt: null,
    error: null,
    attemptCount: 0,
    firstAttemptAt: null,
    leaseUntil: null,
    wait: null,
    dueAt,
    generation: dueAt ? 1 : 0,
    jobId: dueAt ? randomUUID() : null,
    createdAt: now,
    updatedAt: now,
  };
}
