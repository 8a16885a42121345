import { createHash, randomUUID } from 'node:crypto';
import { newId } from '../../foundation/database/id.js';
import { storableText } from '../../foundation/database/storable-text.js';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { type Connection, connectionsByPlatformId } from '../accounts/connection.repository.js';
import { assertMayPublish, type Viewer } from '../identity/viewer.js';
import type { NotifyLimitExceeded } from '../usage/notify-limit-exceeded.use-case.js';
import { reserveDraft, reserveQuota } from '../usage/quota.use-case.js';
import { ChangeSet } from './change-set.js';
import { claimIdempotencyKey } from './idempotency-key.repository.js';
import { type ContentOverride, type OwnTexts, parseOverrides, textsOfTargets } from './overrides.js';
import { parseContent } from './parse-post.js';
import { type NewPlatformPost, PlatformPostStatus } from './platform-post.js';
import { mergeSettings } from './platform-settings.js';
import { assertBounded } from './post-bounds.js';
import { type NewPostGroup, type PostGroup, PostGroupStatus, ProcessingStatus } from './post-group.js';
import { findPostGroup } from './post-group.repository.js';
import type { PostValidator } from './post-validator.js';
import type { RecordChanges } from './record-changes.repository.js';
import { parseTargets, type Target } from './targets.js';

export interface CreatePostGroupInput {
  content: string;
  platformIds: string[];
  /** Null: a draft. A past time becomes now. */
  scheduledTime: Date | null;
  platformSettings: Record<string, unknown>;
  overrides: ContentOverride[];
  idempotencyKey: string | null;
  /**
   * Refuse what could not be published: no connection, over a limit. REST does not
   * [create-post/no-validation].
   */
  validate: boolean;
}

export interface CreatedPostGroup {
  id: string;
  /** Null when an idempotency key made it before and it was removed since. */
  group: PostGroup | null;
  /** The idempotency key had made this group before; nothing was created now. */
  replayed: boolean;
}

export type CreatePostGroup = (viewer: Viewer, input: CreatePostGroupInput) => Promise<CreatedPostGroup>;

/** Creates a group with one platform post per target and, when it has a time, schedules it: all or nothing. */
export const makeCreatePostGroup =
  (needs: {
    transaction: Transaction;
    clock: () => Date;
    recordChanges: RecordChanges;
    notifyLimitExceeded: NotifyLimitExceeded;
    validator: PostValidator;
  }): CreatePostGroup =>
  async (viewer, input) => {
    const targets = parseTargets(input.platformIds);
    const content = parseContent(input.content);
    assertBounded({ content, targets: input.platformIds.length });
    const ownTexts = parseOverrides(input.overrides, content, targets);
    if (input.scheduledTime) assertMayPublish(viewer);
    const now = needs.clock();
    const group = newGroup(viewer, input, content, now);
    if (input.validate && group.scheduledTime) {
      const texts = textsOfTargets(targets, ownTexts);
      await needs.validator.assertValid({ content, ...texts, settings: group.platformSettings, media: [] });
    }
    const created = needs.transaction(async (db) => {
      // The key comes first: a repeat gets its answer, whatever became of the connections since.
      const earlier = await claim(db, viewer, input, group.id, now);
      if (earlier) return earlier;
      const platformIds = targets.map((target) => target.platformId);
      const connections = await connectionsByPlatformId(db, viewer.userId, platformIds);
      if (input.validate) assertConnected(targets, connections);
      if (group.scheduledTime) {
        const { userId, scheduledTime } = group;
        await reserveQuota(
          db,
          viewer,
          { userId, targets, scheduledTime, adds: { toMonth: true, toPending: true } },
          now,
        );
      } else {
        await reserveDraft(db, viewer);
      }
      const posts = targets.map((target, index) => newPost(group, target, index, ownTexts, connections, now));
      const changes = new ChangeSet();
      changes.create(group, posts);
      await needs.recordChanges(db, changes, now);
      return { id: group.id, group, replayed: false };
    });
    return needs.notifyLimitExceeded(viewer, created);
  };

function assertConnected(targets: Target[], connections: Connection[]): void {
  const connected = new Set(connections.map((connection) => connection.platformId));
  const missing = targets.map((target) => target.platformId).filter((id) => !connected.has(id));
  if (missing.length > 0) throw new AppError('CONNECTIONS_NOT_FOUND', { platformIds: missing });
}

function newGroup(viewer: Viewer, input: CreatePostGroupInput, content: string, now: Date): NewPostGroup {
  const { scheduledTime } = input;
  return {
    id: newId(now),
    userId: viewer.userId,
    content,
    status: scheduledTime ? PostGroupStatus.SCHEDULED : PostGroupStatus.DRAFT,
    processingStatus: ProcessingStatus.PENDING,
    // A past time becomes now [create-post/scheduledTime-past].
    scheduledTime: scheduledTime && scheduledTime < now ? now : scheduledTime,
    platformSettings: mergeSettings(input.platformSettings),
    videoTimestamp: null,
    eventSequence: 0,
    createdAt: now,
    updatedAt: now,
  };
}

function newPost(
  group: NewPostGroup,
  target: Target,
  targetIndex: number,
  ownTexts: OwnTexts,
  connections: Connection[],
  now: Date,
): NewPlatformPost {
  const connection = connections.find(({ platformId }) => platformId === target.platformId);
  const scheduled = group.scheduledTime !== null;
  return {
    id: newId(now),
    groupId: group.id,
    userId: group.userId,
    targetIndex,
    partIndex: 0,
    platform: target.platform,
    accountId: connection?.accountId ?? target.accountId,
    platformId: target.platformId,
    content: ownTexts.get(target.platformId) ?? null,
    status: scheduled ? PlatformPostStatus.SCHEDULED : PlatformPostStatus.DRAFT,
    postedId: null,
    url: null,
    error: null,
    attemptCount: 0,
    firstAttemptAt: null,
    leaseUntil: null,
    wait: null,
    dueAt: group.scheduledTime,
    generation: scheduled ? 1 : 0,
    jobId: scheduled ? randomUUID() : null,
    createdAt: now,
    updatedAt: now,
  };
}

async function claim(
  db: Db,
  viewer: Viewer,
  input: CreatePostGroupInput,
  groupId: string,
  now: Date,
): Promise<CreatedPostGroup | undefined> {
  const { idempotencyKey, overrides, ...rest } = input;
  if (idempotencyKey === null) return undefined;
  if (idempotencyKey.length === 0 || idempotencyKey.length > 255) throw new AppError('IDEMPOTENCY_KEY_INVALID');
  const key = storableText(idempotencyKey);
  // The settings that count: what is dropped may be nested too deep for JSON.stringify.
  const request = {
    ...rest,
    platformSettings: mergeSettings(rest.platformSettings),
    // Without any, the hash is that of versions that knew none.
    ...(overrides.length > 0 && { overrides }),
  };
  const { userId, ownerId } = viewer;
  const requestHash = createHash('sha256').update(JSON.stringify(request, sortedKeys)).digest('hex');
  const holder = await claimIdempotencyKey(db, { ownerId, userId, key, requestHash, groupId }, now);
  if (!holder) return undefined;
  if (holder.requestHash !== requestHash) throw new AppError('IDEMPOTENCY_KEY_REUSED');
  return { id: holder.groupId, group: await findPostGroup(db, userId, holder.groupId), replayed: true };
}

/** Equal inputs are equal texts, in whatever order their keys were sent. */
const sortedKeys = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
