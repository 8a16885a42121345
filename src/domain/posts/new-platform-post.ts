import { randomUUID } from 'node:crypto';
import { newId } from '../../foundation/database/id.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { type Connection, connectionsByPlatformId } from '../accounts/connection.repository.js';
import { type NewPlatformPost, PlatformPostStatus } from './platform-post.js';
import type { Target } from './targets.js';

/** The connections that targets name: CONNECTIONS_NOT_FOUND when each has to have one. */
export async function connectionsOfTargets(
  db: Db,
  userId: string,
  targets: readonly Target[],
  { required }: { required: boolean },
): Promise<Connection[]> {
  const platformIds = targets.map(({ platformId }) => platformId);
  const connections = await connectionsByPlatformId(db, userId, platformIds);
  const connected = new Set(connections.map(({ platformId }) => platformId));
  const missing = platformIds.filter((id) => !connected.has(id));
  if (required && missing.length > 0) throw new AppError('CONNECTIONS_NOT_FOUND', { platformIds: missing });
  return connections;
}

/** A target's post: a draft, or scheduled when it has a time. */
export function newPlatformPost(
  given: {
    group: { id: string; userId: string };
    target: Target;
    targetIndex: number;
    connections: readonly Connection[];
    /** The target's own text; undefined: that of the group. */
    content: string | undefined;
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
    content: given.content ?? null,
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
