import DataLoader from 'dataloader';
import type { Db } from '../database/unit-of-work.js';
import type { PlatformPost } from '../posts/platform-post.js';
import { postsOfGroups } from '../posts/post-group.repository.js';

/** Batches of one operation: however many groups a page has, their posts are one query. */
export interface Loaders {
  postsOfGroup: DataLoader<string, PlatformPost[]>;
}

export const makeLoaders = (db: Db): Loaders => ({
  postsOfGroup: new DataLoader(async (groupIds) => {
    const posts = await postsOfGroups(db, groupIds);
    return groupIds.map((id) => posts.filter((post) => post.groupId === id));
  }),
});
