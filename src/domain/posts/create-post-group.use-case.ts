import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { assertMayPublish, type Viewer } from '../identity/access/viewer.js';
import type { NotifyLimitExceeded } from '../usage/notify-limit-exceeded.use-case.js';
import { type CreatedPostGroup, claimKey } from './claim-key.step.js';
import { type ContentOverride, parseOverrides, textsOfTargets } from './state/overrides.js';
import { parseContent } from './state/parse-post.js';
import { mergeSettings } from './state/platform-settings.js';
import { assertBounded } from './state/post-bounds.js';
import type { NewPostGroup } from './state/post-group.js';
import type { PostValidator } from './state/post-validator.port.js';
import type { RecordChanges } from './state/record-changes.repository.js';
import { parseTargets } from './state/targets.js';
import { newPostGroup, storePostGroup } from './store-post-group.step.js';

export interface CreatePostGroupInput {
  content: string;
  platformIds: string[];
  /** Null: a draft. A past time becomes now. */
  scheduledTime: Date | null;
  platformSettings: Record<string, unknown>;
  overrides: ContentOverride[];
  idempotencyKey: string | null;
  /** It is scheduled as soon as its files are uploaded: the limit of drafts does not stop it. */
  isBeingSent: boolean;
  /**
   * Refuse what could not be published: no connection, over a limit. REST does not
   * [create-post/no-validation].
   */
  validate: boolean;
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
    /** How long a group of REST that is due sooner is held for files that come after it, in milliseconds. */
    uploadGraceMs: number;
  }): CreatePostGroup =>
  async (viewer, input) => {
    const targets = parseTargets(input.platformIds);
    const content = parseContent(input.content);
    assertBounded({ content, targets: input.platformIds.length });
    const ownTexts = parseOverrides(input.overrides, targets);
    if (input.scheduledTime) assertMayPublish(viewer);
    const now = needs.clock();
    const group = newGroup(viewer, input, content, now);
    if (input.validate && group.scheduledTime) {
      const texts = textsOfTargets(targets, ownTexts);
      await needs.validator.assertValid({ content, ...texts, settings: group.platformSettings, media: [] });
    }
    const created = needs.transaction(async (db) => {
      // The key comes first: a repeated request gets its response even if the connections have changed since.
      const earlier = await claimKey(db, viewer, { key: input.idempotencyKey, request: requestOf(input), group }, now);
      if (earlier) return earlier;
      const options = { requireConnections: input.validate, isBeingSent: input.isBeingSent, isLast: true };
      const notBefore = input.validate ? now : new Date(now.getTime() + needs.uploadGraceMs);
      await storePostGroup(needs, db, { viewer, group, targets, ownTexts, notBefore, ...options }, now);
      return { id: group.id, group, replayed: false };
    });
    return needs.notifyLimitExceeded(viewer, created);
  };

function newGroup(viewer: Viewer, input: CreatePostGroupInput, content: string, now: Date): NewPostGroup {
  const { scheduledTime } = input;
  const platformSettings = mergeSettings(input.platformSettings);
  return newPostGroup({ userId: viewer.userId, content, scheduledTime, platformSettings, videoTimestamp: null }, now);
}

/** What makes a request the same as another one under its idempotency key. */
function requestOf({ idempotencyKey: _, isBeingSent: __, overrides, ...rest }: CreatePostGroupInput): object {
  return {
    ...rest,
    // The settings that count: what is dropped may be nested too deep for JSON.stringify.
    platformSettings: mergeSettings(rest.platformSettings),
    // Without any, the hash is that of versions that knew none.
    ...(overrides.length > 0 && { overrides }),
  };
}
