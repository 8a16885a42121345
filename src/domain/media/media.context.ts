import DataLoader from 'dataloader';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { loaderById } from '../../foundation/graphql/loaders.js';
import { byGroup, type FilesWithGroups } from '../posts/graphql/posts.context.js';
import type { Media } from './media.js';
import { mediaById, mediaFromJson, mediaOfGroups, selectMediaOf } from './media.repository.js';

export interface MediaLoaders {
  media: DataLoader<string, Media | null>;
  mediaOfGroup: DataLoader<{ groupId: string; userId: string }, Media[], string>;
}

/** What REST does in its own way. */
export interface MediaCompat {
  /** The first page of a group's files has them all [post-group/mediaUrls]. */
  allFiles?: true;
}

/** What the resolvers of media find in the context of an operation. */
export interface MediaContext {
  loaders: MediaLoaders;
  /** Set by REST, which takes any group and content type [get-upload-url/contentType]; null for every other operation. */
  compat: MediaCompat | null;
}

/** Files that are read with their groups, if these are read from the primary as well. */
export const mediaWithGroups = (db: Db, { mediaOfGroup }: Pick<MediaLoaders, 'mediaOfGroup'>): FilesWithGroups => ({
  db,
  select: selectMediaOf,
  keep(rows, groups) {
    const media = byGroup(mediaFromJson(rows));
    for (const { id, userId } of groups) mediaOfGroup.prime({ groupId: id, userId }, media.get(id) ?? []);
  },
});

export const makeMediaLoaders = (db: Db): MediaLoaders => ({
  media: loaderById((ids) => mediaById(db, ids)),
  // All groups of an operation are one user's.
  mediaOfGroup: new DataLoader(
    async (keys) => {
      const media = await mediaOfGroups(
        db,
        keys[0]?.userId ?? '',
        keys.map(({ groupId }) => groupId),
      );
      return keys.map(({ groupId }) => media.filter((one) => one.groupId === groupId));
    },
    { cacheKeyFn: ({ groupId }) => groupId },
  ),
});
