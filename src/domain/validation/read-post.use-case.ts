import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { Viewer } from '../identity/access/viewer.js';
import { ownTextsOfTargets, textOfGroup } from '../posts/reading/post-text.repository.js';
import { ALL_ADDITIONS, type AllowedAdditions } from '../posts/state/additions.js';
import { connectionsOfTargets } from '../posts/state/connections-of-targets.step.js';
import type { GivenFile } from '../posts/state/given-files.js';
import { overridesOf, platformIdsOf } from '../posts/state/given-targets.step.js';
import type { InspectFiles } from '../posts/state/media-of-group.port.js';
import { type GivenOverride, type NamedOverride, parseOverrides } from '../posts/state/overrides.js';
import { parseContent } from '../posts/state/parse-post.js';
import { mergeSettings, type PlatformSettings } from '../posts/state/platform-settings.js';
import { assertBounded } from '../posts/state/post-bounds.js';
import { findPostGroup, postsOfGroups } from '../posts/state/post-group.repository.js';
import type { TextsOnPlatforms, TextsToFinish } from '../posts/state/post-validator.port.js';
import { parseTargets, type Target } from '../posts/state/targets.js';
import { type FinishNeeds, finalTextsOfPost, finalTextsOnPlatforms } from './final-texts.step.js';
import type { Validatable } from './validator.step.js';

/** A post as it is given, before anything is checked. */
interface Draft {
  content: string;
  platformIds: readonly string[] | null;
  /** Ids of connections: targets beside, or in place of, `platformIds`. */
  accountIds: readonly string[] | null;
  /** Read without platform ids. */
  platforms: readonly string[] | null;
  platformSettings: Record<string, unknown> | null;
  overrides: readonly GivenOverride[];
  /** Null: as the group has it; without a group, they are added. */
  addSignature: boolean | null;
  addLinkParameters: boolean | null;
  /** Null: those of the group. */
  media: readonly GivenFile[] | null;
}

export interface PostToRead {
  /** Null: everything is given. */
  groupId: string | null;
  /** Null: the group as it is stored. */
  draft: Draft | null;
}

/** The post to validate: a stored one, a draft being written, or a stored one with changes. */
export type ReadPostToValidate = (viewer: Viewer, input: PostToRead) => Promise<Validatable>;

type Needs = FinishNeeds & { db: Db; inspectFiles: InspectFiles };

export const makeReadPostToValidate =
  ({ db, inspectFiles, ...finishing }: Needs): ReadPostToValidate =>
  async ({ userId }, { groupId, draft }) => {
    const finish = (post: Finished) => finishedTexts(finishing, db, { userId, ...post });
    const given = draft && parseDraft(await byPlatformIds(db, userId, draft));
    if (groupId === null) {
      if (!given) throw new AppError('CONTENT_REQUIRED');
      if (!given.texts) throw new AppError('PLATFORMS_REQUIRED');
      const { content, texts, targets } = given;
      const disconnected = await disconnectedAmong(db, userId, targets);
      const media = given.media ? await inspectFiles({ id: '', userId }, given.media) : [];
      const settings = given.settings ?? mergeSettings({});
      const allowed = given.allowed(ALL_ADDITIONS);
      const final = await finish({ ...texts, content, settings, allowed, scheduledTime: null });
      return { content, ...final, settings, media, disconnected };
    }
    const group = await findPostGroup(db, userId, groupId);
    if (!group) throw new AppError('POST_GROUP_NOT_FOUND');
    // Uploaded files are inspected now: nothing is known about uninspected ones.
    const media = await inspectFiles(group, given?.media ?? undefined);
    const settings = given?.settings ?? group.platformSettings;
    const { scheduledTime } = group;
    const allowed = given?.allowed(group) ?? group;
    if (given?.texts) {
      const { content, texts } = given;
      const disconnected = await disconnectedAmong(db, userId, given.targets);
      const final = await finish({ ...texts, content, settings, allowed, scheduledTime });
      return { content, ...final, settings, media, disconnected };
    }
    const posts = await postsOfGroups(db, [groupId]);
    const targets = posts.filter(({ partIndex }) => partIndex === 0);
    const content = given?.content ?? (await textOfGroup(db, groupId));
    const ownTexts = given ? parseOverrides(given.overrides, targets) : await ownTextsOfTargets(db, groupId);
    const disconnected = await disconnectedAmong(db, userId, targets);
    const final = await finish({ targets, ownTexts, content, settings, allowed, scheduledTime });
    return { content, ...final, settings, media, disconnected };
  };

async function byPlatformIds(db: Db, userId: string, { accountIds, ...draft }: Draft) {
  const platformIds = accountIds
    ? await platformIdsOf(db, userId, { platformIds: draft.platformIds ?? [], accountIds })
    : draft.platformIds;
  return { ...draft, platformIds, overrides: await overridesOf(db, userId, draft.overrides) };
}

/** Checks what can be checked without the group; without platforms, the texts depend on it. */
function parseDraft({
  platformIds,
  platforms,
  platformSettings,
  overrides,
  media,
  ...draft
}: Awaited<ReturnType<typeof byPlatformIds>>) {
  assertBounded({ content: draft.content, targets: (platformIds ?? platforms)?.length ?? 0 });
  const content = parseContent(draft.content);
  const settings = platformSettings && mergeSettings(platformSettings);
  const targets = platformIds && parseTargets(platformIds);
  const texts: GivenTexts | null = targets
    ? { targets, ownTexts: parseOverrides(overrides, targets) }
    : platforms?.length
      ? withoutOverrides(platforms, overrides)
      : null;
  const allowed = (otherwise: AllowedAdditions): AllowedAdditions => ({
    addSignature: draft.addSignature ?? otherwise.addSignature,
    addLinkParameters: draft.addLinkParameters ?? otherwise.addLinkParameters,
  });
  return { content, settings, overrides, media, targets: targets ?? [], texts, allowed };
}

async function disconnectedAmong(db: Db, userId: string, targets: readonly Target[]): Promise<Target[]> {
  const connections = await connectionsOfTargets(db, userId, targets, { required: false });
  const connected = new Set(connections.map(({ platformId }) => platformId));
  return targets.filter(({ platformId }) => !connected.has(platformId));
}

function withoutOverrides(platforms: readonly string[], overrides: readonly NamedOverride[]) {
  parseOverrides(overrides, []);
  return { platforms };
}

/** The texts of targets, or a text for platforms. */
type GivenTexts = Pick<TextsToFinish, 'targets' | 'ownTexts'> | { platforms: readonly string[] };
type Finished = GivenTexts &
  Pick<TextsToFinish, 'allowed' | 'scheduledTime'> & { content: string; settings: PlatformSettings };

const finishedTexts = (needs: FinishNeeds, db: Db, post: Finished & { userId: string }): Promise<TextsOnPlatforms> =>
  'platforms' in post ? finalTextsOnPlatforms(needs, db, post) : finalTextsOfPost(needs, db, post);
