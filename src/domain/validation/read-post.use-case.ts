import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { Viewer } from '../identity/viewer.js';
import { mediaOfGroups } from '../media/media.repository.js';
import type { ReadMedia } from '../media/read-media.use-case.js';
import { parseContent } from '../posts/parse-post.js';
import { assertKnownSettings, mergeSettings } from '../posts/platform-settings.js';
import { assertBounded } from '../posts/post-bounds.js';
import { findPostGroup, postsOfGroups } from '../posts/post-group.repository.js';
import { textOfGroup } from '../posts/post-text.repository.js';
import type { Validatable } from './validator.js';

export interface PostToRead {
  /** Null: everything is given. */
  groupId: string | null;
  content: string | null;
  platforms: readonly string[] | null;
  platformSettings: Record<string, unknown> | null;
}

/** The post to validate: a stored one, a draft being written, or a stored one with changes. */
export type ReadPostToValidate = (viewer: Viewer, input: PostToRead) => Promise<Validatable>;

export const makeReadPostToValidate =
  ({ db, readMedia }: { db: Db; readMedia: ReadMedia }): ReadPostToValidate =>
  async ({ userId }, { groupId, content, platforms, platformSettings }) => {
    assertBounded({ content, targets: platforms?.length ?? 0 });
    if (platformSettings) assertKnownSettings(platformSettings);
    const settings = platformSettings && mergeSettings(platformSettings);
    if (groupId === null) {
      if (!platforms?.length) throw new AppError('PLATFORMS_REQUIRED');
      return { content: parseContent(content), platforms, settings: settings ?? mergeSettings({}), media: [] };
    }
    const group = await findPostGroup(db, userId, groupId);
    if (!group) throw new AppError('POST_GROUP_NOT_FOUND');
    // Uploaded files are inspected now: nothing is known about uninspected ones.
    const media = await mediaOfGroups(db, userId, [groupId]);
    const posts = platforms ? [] : await postsOfGroups(db, [groupId]);
    return {
      content: content === null ? await textOfGroup(db, groupId) : parseContent(content),
      platforms: platforms ?? posts.map(({ platform }) => platform),
      settings: settings ?? group.platformSettings,
      media: await Promise.all(media.map(async (file) => (await readMedia(file.id)) ?? file)),
    };
  };
