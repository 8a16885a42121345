import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { connectionsByPlatformId } from '../accounts/connection.repository.js';
import type { Viewer } from '../identity/access/viewer.js';
import { ownTextsOfTargets, textOfGroup } from './reading/post-text.repository.js';
import type { OwnTexts } from './state/overrides.js';
import type { PostGroup } from './state/post-group.js';
import { lockPostGroup, postsOfGroups } from './state/post-group.repository.js';
import type { Target } from './state/targets.js';

/** A group that is copied. */
export interface Source {
  group: PostGroup;
  content: string;
  /** Those that are still connected. */
  targets: Target[];
  ownTexts: OwnTexts;
}

/** The group as it is between two changes. Errors: POST_GROUP_NOT_FOUND, CONNECTIONS_NOT_FOUND. */
export const readSource = (
  { transaction }: { transaction: Transaction },
  { userId }: Viewer,
  id: string,
): Promise<Source> =>
  transaction(async (db) => {
    const group = await lockPostGroup(db, id);
    if (!group || group.userId !== userId) throw new AppError('POST_GROUP_NOT_FOUND');
    const firstParts = (await postsOfGroups(db, [id])).filter(({ partIndex }) => partIndex === 0);
    const platformIds = firstParts.map(({ platformId }) => platformId);
    const connected = new Set((await connectionsByPlatformId(db, userId, platformIds)).map((one) => one.platformId));
    const targets = firstParts
      .filter(({ platformId }) => connected.has(platformId))
      .map(({ platform, accountId, platformId }) => ({ platform, accountId, platformId }));
    if (targets.length === 0) throw new AppError('CONNECTIONS_NOT_FOUND', { platformIds });
    return { group, content: await textOfGroup(db, id), targets, ownTexts: await ownTextsOfTargets(db, id) };
  });
