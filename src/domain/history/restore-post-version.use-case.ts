import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { connectionsByPlatformId } from '../accounts/connection.repository.js';
import type { Viewer } from '../identity/access/viewer.js';
import { mediaOfGroups } from '../media/media.repository.js';
import { fromStoredSettings } from '../posts/state/platform-settings.js';
import type { PostGroup } from '../posts/state/post-group.js';
import { findPostGroup } from '../posts/state/post-group.repository.js';
import type { UpdatePostGroup } from '../posts/update-post-group.use-case.js';
import type { VersionChange } from './post-version.js';
import { findSnapshot } from './post-version.repository.js';

export interface Restored {
  group: PostGroup;
  /** Accounts that are not connected any more, and files that were removed. */
  notRestored: Pick<VersionChange, 'field' | 'subject'>[];
}

export type RestorePostVersion = (
  viewer: Viewer,
  input: { groupId: string; number: number; ifUnchangedSince: Date | undefined },
) => Promise<Restored>;

/**
 * Gives a group the texts, accounts, settings and files of a version: an edit like any other, with the same errors. The group
 * keeps its time and status. Errors: POST_GROUP_NOT_FOUND, POST_VERSION_NOT_FOUND; CONNECTIONS_NOT_FOUND if none of the
 * accounts is connected.
 */
export const makeRestorePostVersion =
  ({ db, updatePostGroup }: { db: Db; updatePostGroup: UpdatePostGroup }): RestorePostVersion =>
  async (viewer, { groupId, number, ifUnchangedSince }) => {
    const { userId } = viewer;
    if (!(await findPostGroup(db, userId, groupId))) throw new AppError('POST_GROUP_NOT_FOUND');
    const version = await findSnapshot(db, { groupId, number });
    if (!version) throw new AppError('POST_VERSION_NOT_FOUND');
    const all = version.targets.map(({ platformId }) => platformId);
    const connections = await connectionsByPlatformId(db, userId, all);
    const connected = new Set(connections.map(({ platformId }) => platformId));
    const targets = version.targets.filter(({ platformId }) => connected.has(platformId));
    const present = new Set((await mediaOfGroups(db, userId, [groupId])).map(({ id }) => id));
    const group = await updatePostGroup(viewer, {
      id: groupId,
      ifUnchangedSince,
      content: version.content,
      platformIds: targets.length > 0 ? [...connected] : all,
      overrides: targets.flatMap(({ platformId, content, firstComment }) =>
        content === null && firstComment === undefined
          ? []
          : { platformId, ...(content !== null && { content }), ...(firstComment !== undefined && { firstComment }) },
      ),
      platformSettings: fromStoredSettings(version.settings),
      media: version.files.flatMap(({ id, altText, framings = [] }) =>
        present.has(id) ? { mediaId: id, altText: altText ?? '', framings } : [],
      ),
      videoTimestamp: version.videoTimestamp,
      addSignature: version.addSignature,
      addLinkParameters: version.addLinkParameters,
      validate: true,
      requireConnections: true,
    });
    return {
      group,
      notRestored: [
        ...all.flatMap((subject) => (connected.has(subject) ? [] : { field: 'ACCOUNT' as const, subject })),
        ...version.files.flatMap(({ id, name }) => (present.has(id) ? [] : { field: 'FILE' as const, subject: name })),
      ],
    };
  };
