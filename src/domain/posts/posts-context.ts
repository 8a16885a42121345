import DataLoader from 'dataloader';
import type { Db, Read } from '../../foundation/database/unit-of-work.js';
import { loaderById } from '../../foundation/graphql/loaders.js';
import type { ViewerContext } from '../identity/viewer-context.js';
import type { FollowAccount, FollowPostGroup } from './follow-post-progress.use-case.js';
import type { PostGroup } from './post-group.js';
import { postGroupsById } from './post-group.repository.js';
import { type LogEntry, type LogPage, logCounts, logEntriesById, logPages } from './post-log.repository.js';
import { type FailedTarget, failedTargets } from './post-rules.js';
import { type ShownPost, shownPostsById, shownPostsOfGroups } from './shown-post.repository.js';
import type { Texts } from './texts.js';

/** Batches of one operation: however many groups a page has, their posts are one query. */
export interface PostLoaders {
  postGroup: DataLoader<string, PostGroup | null>;
  platformPost: DataLoader<string, ShownPost | null>;
  logEntry: DataLoader<string, LogEntry | null>;
  logPage: DataLoader<LogPage, LogEntry[], string>;
  /** How many entries the log of a group has. */
  logCount: DataLoader<string, number>;
  postsOfGroup: DataLoader<string, ShownPost[]>;
  /** What of a group can be retried, by the index of its target. */
  failedTargetsOfGroup: DataLoader<string, Map<number, FailedTarget<ShownPost>>>;
}

/** What REST has and the schema does not. */
export interface Compat {
  /** False: a post that could not be published is stored all the same [create-post/no-validation]. */
  validate?: boolean;
  /** The settings of a new post as JSON, in place of the input's [create-post/no-validation]. */
  platformSettings?: Record<string, unknown>;
  /** Alternative texts by the place of their file, in place of the input's [settings/skyfeed-altTexts]. */
  altTexts?: string[];
}

/** What the resolvers of posts find in the context of an operation. */
export interface PostsContext extends ViewerContext {
  loaders: PostLoaders;
  texts: Texts;
  /** What REST passes beside the variables of its own operations; null for every operation that comes from outside. */
  compat: Compat | null;
  /** Subscribe functions stand in decorators, outside any resolver instance, so they find their use cases here. */
  live: { followPostGroup: FollowPostGroup; followAccount: FollowAccount };
}

export function makePostLoaders(db: Db, read: Read, texts: Texts): PostLoaders {
  const postsOfGroup = new DataLoader<string, ShownPost[]>(async (groupIds) => {
    const posts = await texts.readPosts((page) => read((from) => shownPostsOfGroups(from, groupIds, page)));
    const ofGroups = new Map<string, ShownPost[]>(groupIds.map((id) => [id, []]));
    for (const post of posts) ofGroups.get(post.groupId)?.push(post);
    return groupIds.map((id) => ofGroups.get(id) ?? []);
  });
  return {
    postGroup: loaderById((ids) => postGroupsById(db, ids)),
    platformPost: loaderById((ids) => shownPostsById(db, ids)),
    logEntry: loaderById((ids) => logEntriesById(db, ids)),
    logPage: new DataLoader((pages) => read((from) => logPages(from, pages)), {
      cacheKeyFn: (page) => JSON.stringify(page),
    }),
    logCount: new DataLoader((groupIds) => read((from) => logCounts(from, groupIds))),
    postsOfGroup,
    failedTargetsOfGroup: new DataLoader(async (groupIds) =>
      (await postsOfGroup.loadMany(groupIds)).map((posts) => (posts instanceof Error ? posts : failedTargets(posts))),
    ),
  };
}

/** A group was changed: what fields of this operation read after that is read anew. */
export function readAnew({ loaders, texts }: Pick<PostsContext, 'loaders' | 'texts'>): void {
  for (const loader of Object.values(loaders)) loader.clearAll();
  texts.readAnew();
}
