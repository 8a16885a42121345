import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { assertMayPublish, type Viewer } from '../identity/access/viewer.js';
import type { Plans } from '../plans/plans.js';
import type { NotifyLimitExceeded } from '../usage/notify-limit-exceeded.use-case.js';
import { type CreatedPostGroup, claimKey, findByKey } from './claim-key.step.js';
import type { AllowedAdditions } from './state/additions.js';
import type { FindPlace } from './state/find-place.port.js';
import type { GivenFile } from './state/given-files.js';
import { overridesOf, platformIdsOf } from './state/given-targets.step.js';
import type { GuardSchedule } from './state/guard-schedule.port.js';
import type { InspectFiles, MediaOfGroup } from './state/media-of-group.port.js';
import { isScheduled } from './state/move-posts.js';
import { type GivenOverride, parseOverrides } from './state/overrides.js';
import { parseContent } from './state/parse-post.js';
import { mergeSettings } from './state/platform-settings.js';
import { assertBounded } from './state/post-bounds.js';
import type { NewPostGroup } from './state/post-group.js';
import type { PostValidator } from './state/post-validator.port.js';
import type { RecordChanges } from './state/record-changes.repository.js';
import type { StoredWith } from './state/stored-with.port.js';
import { parseTargets } from './state/targets.js';
import { authorOf, newPostGroup, storePostGroup } from './store-post-group.step.js';

export interface CreatePostGroupInput extends AllowedAdditions {
  content: string;
  platformIds: readonly string[];
  /** Further targets: ids of connections. */
  accountIds: readonly string[];
  /** Null: a draft. A past time becomes now. */
  scheduledTime: Date | null;
  /** Adds it to the queue of a posting schedule, which gives it its time: an id, or NEXT_FREE. Null: to none. */
  schedule: string | null;
  platformSettings: Record<string, unknown>;
  overrides: readonly GivenOverride[];
  /** In the order in which they are published. */
  media: readonly GivenFile[];
  idempotencyKey: string | null;
  /** It is scheduled as soon as its files are uploaded: the limit of drafts does not stop it. */
  isBeingSent: boolean;
  /**
   * Refuse what could not be published: no connection, over a limit. REST does not
   * [create-post/no-validation].
   */
  validate: boolean;
}

export type CreatePostGroup = (
  viewer: Viewer,
  input: CreatePostGroupInput,
  storedWith?: StoredWith,
) => Promise<CreatedPostGroup>;

/**
 * Creates a group with its files and one platform post per target and, when it has a time, schedules it: all or nothing.
 * Its publishing waits for files that are to be fetched.
 */
export const makeCreatePostGroup =
  (needs: {
    db: Db;
    transaction: Transaction;
    clock: () => Date;
    plans: Plans;
    recordChanges: RecordChanges;
    notifyLimitExceeded: NotifyLimitExceeded;
    validator: PostValidator;
    guardSchedule: GuardSchedule;
    findPlace: FindPlace;
    mediaOfGroup: Pick<MediaOfGroup, 'arrange'>;
    inspectFiles: InspectFiles;
    /** How long a group of REST that is due sooner is postponed for files that come after it, in milliseconds. */
    uploadGraceMs: number;
  }): CreatePostGroup =>
  async (viewer, input, storedWith) => {
    const named = await nameTargets(needs.db, viewer, input).catch((error) => error as Error);
    if (named instanceof Error) {
      // The accounts of an earlier request with this key may be gone.
      const earlier = await findByKey(needs.db, viewer, keyOf(input, storedWith), needs.clock());
      if (earlier) return earlier;
      throw named;
    }
    const { platformIds, overrides } = named;
    const { schedule } = input;
    if (schedule !== null && input.scheduledTime) throw new AppError('SCHEDULE_AND_TIME');
    const targets = parseTargets(platformIds);
    const content = parseContent(input.content);
    assertBounded({ content, targets: platformIds.length });
    const ownTexts = parseOverrides(overrides, targets);
    if (input.scheduledTime) {
      assertMayPublish(viewer);
      await needs.guardSchedule(needs.db, viewer, null);
    }
    const now = needs.clock();
    const group = newGroup(viewer, input, content, now);
    const { media: files } = input;
    const keyed = keyOf(input, storedWith);
    // An earlier request with this key has attached the files, which are not free any more.
    const known = files.length > 0 ? await findByKey(needs.db, viewer, keyed, now) : undefined;
    if (known) return known;
    const isValidated = input.validate && (group.scheduledTime !== null || schedule !== null);
    const isInspected = isValidated && files.length > 0;
    const media = isInspected ? await needs.inspectFiles({ id: '', userId: viewer.userId }, files) : [];
    const validate = (db: Db) =>
      needs.validator.assertValid(db, {
        ...{ userId: viewer.userId, content, targets, ownTexts, media },
        ...{ allowed: group, scheduledTime: group.scheduledTime, settings: group.platformSettings },
      });
    if (isValidated) await validate(needs.db);
    const created = needs.transaction(async (db) => {
      // The key comes first: a repeated request gets its response even if the connections have changed since.
      const earlier = await claimKey(db, viewer, { ...keyed, group }, now);
      if (earlier) return earlier;
      const to = { id: null, platformIds: targets.map(({ platformId }) => platformId), staysDraft: false };
      const place = schedule === null ? null : await needs.findPlace(db, viewer, schedule, to, now);
      await storedWith?.lock?.(db);
      const { status, scheduledTime } = place ?? group;
      const stored = { ...group, status, scheduledTime };
      if (isScheduled(stored)) assertMayPublish(viewer);
      const options = {
        requireConnections: input.validate,
        isBeingSent: input.isBeingSent,
        revalidate: isValidated ? validate : undefined,
      };
      const notBefore = input.validate ? now : new Date(now.getTime() + needs.uploadGraceMs);
      const isLast = files.length === 0 && !place && !storedWith;
      await storePostGroup(needs, db, { viewer, group: stored, targets, ownTexts, notBefore, isLast, ...options }, now);
      if (files.length > 0) await needs.mediaOfGroup.arrange(db, { viewer, group, targets }, files, now);
      await place?.take(db, group);
      await storedWith?.store(db, stored, { isNew: true });
      return { id: group.id, group: stored, replayed: false };
    });
    return needs.notifyLimitExceeded(viewer, created);
  };

async function nameTargets(db: Db, { userId }: Viewer, input: CreatePostGroupInput) {
  const platformIds = await platformIdsOf(db, userId, input);
  return { platformIds, overrides: await overridesOf(db, userId, input.overrides) };
}

function newGroup(viewer: Viewer, input: CreatePostGroupInput, content: string, now: Date): NewPostGroup {
  const { scheduledTime, addSignature, addLinkParameters } = input;
  const platformSettings = mergeSettings(input.platformSettings);
  const whose = { userId: viewer.userId, authorId: authorOf(viewer) };
  const given = { ...whose, content, scheduledTime, platformSettings, videoTimestamp: null };
  return newPostGroup({ ...given, addSignature, addLinkParameters }, now);
}

/** The idempotency key, and what makes a request the same as another one under it. */
function keyOf(
  { idempotencyKey: key, isBeingSent: _, ...rest }: CreatePostGroupInput,
  storedWith: StoredWith | undefined,
) {
  // The settings that count: what is dropped may be nested too deep for JSON.stringify.
  return { key, request: { ...rest, platformSettings: mergeSettings(rest.platformSettings), ...storedWith?.request } };
}
