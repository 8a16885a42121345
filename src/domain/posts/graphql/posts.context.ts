import DataLoader from 'dataloader';
import type { GraphQLResolveInfo } from 'graphql';
import { atOneMoment, type Db, type Read } from '../../../foundation/database/unit-of-work.js';
import { loaderById } from '../../../foundation/graphql/loaders.js';
import { operationSelects } from '../../../foundation/graphql/selects.js';
import type { ViewerContext } from '../../identity/graphql/viewer.context.js';
import { type LogEntry, type LogPage, logCounts, logEntriesById, logPages } from '../log/post-log.repository.js';
import type { FollowAccount } from '../progress/follow-account.use-case.js';
import type { FollowPostGroup } from '../progress/follow-post-group.use-case.js';
import { type ShownPost, shownPostsById, shownPostsOfGroups } from '../reading/shown-post.repository.js';
import type { Texts } from '../reading/texts.io.js';
import type { PostGroup } from '../state/post-group.js';
import { postGroupsById } from '../state/post-group.repository.js';
import { type FailedTarget, failedTargets } from '../state/post-rules.js';

/** Batches of one operation: however many groups a page has, their posts are one query. */
export interface PostLoaders {
  postGroup: DataLoader<string, PostGroup | null>;
  /** A group with its posts, as of one moment. */
  groupWithPosts: DataLoader<string, PostGroup | null>;
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

/** A group as it is shown; with its posts as of the same moment, if the operation shows them. */
export type ShownGroup = PostGroup & { shownPosts?: ShownPost[] };

/** What the resolvers of posts find in the context of an operation. */
export interface PostsContext extends ViewerContext {
  loaders: PostLoaders;
  texts: Texts;
  /** What REST passes in addition to the variables of its operations; null for every operation of a client. */
  compat: Compat | null;
  /** Subscribe functions are in decorators, outside any resolver instance, so they find their use cases here. */
  live: { followPostGroup: FollowPostGroup; followAccount: FollowAccount };
}

export function makePostLoaders(db: Db, read: Read, texts: Texts): PostLoaders {
  const postsOfGroup = new DataLoader<string, ShownPost[]>(async (groupIds) => {
    const posts = await texts.readPosts((readAll) =>
      read((from) => readAll((page) => shownPostsOfGroups(from, groupIds, page))),
    );
    return byGroup(groupIds, posts);
  });
  return {
    groupWithPosts: loaderById((ids) =>
      readWithPosts(
        { read, texts, loaders: { postsOfGroup } },
        (at) => postGroupsById(at, ids),
        (groups) => groups,
      ),
    ),
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

function byGroup(groupIds: readonly string[], posts: readonly ShownPost[]): ShownPost[][] {
  const ofGroups = new Map<string, ShownPost[]>(groupIds.map((id) => [id, []]));
  for (const post of posts) ofGroups.get(post.groupId)?.push(post);
  return groupIds.map((id) => ofGroups.get(id) ?? []);
}

type Reads = Pick<PostsContext, 'read' | 'texts'> & { loaders: Pick<PostLoaders, 'postsOfGroup'> };

/** Reads groups, and their posts as of the same moment: a status is never shown beside posts of another. */
export const readWithPosts = <T>(
  { read, texts, loaders }: Reads,
  readGroups: (at: Db) => Promise<T>,
  groupsOf: (found: T) => readonly ShownGroup[],
): Promise<T> =>
  texts.readPosts((readAll) =>
    read((from) =>
      atOneMoment(from, async (at) => {
        const found = await readGroups(at);
        const groups = groupsOf(found);
        const ids = groups.map(({ id }) => id);
        const posts = byGroup(ids, await readAll((page) => shownPostsOfGroups(at, ids, page)));
        for (const [index, group] of groups.entries()) {
          group.shownPosts = posts[index] ?? [];
          loaders.postsOfGroup.prime(group.id, group.shownPosts);
        }
        return found;
      }),
    ),
  );

/** Whether the operation shows posts of groups, or what follows from them. */
export const showsPosts = (info: GraphQLResolveInfo): boolean => operationSelects(info, ['posts', 'allowedActions']);

/** A group by its id; with its posts if the operation shows them. */
export const shownGroup = (
  info: GraphQLResolveInfo,
  { loaders }: Pick<PostsContext, 'loaders'>,
  id: string,
): Promise<PostGroup | null> => (showsPosts(info) ? loaders.groupWithPosts : loaders.postGroup).load(id);

/**
 * A group that an operation made or changed; with its posts if the operation shows them, both as they are after it. What was
 * done is reported also if they cannot be read: that is the error of the field with the posts.
 */
export async function changedGroup<Group extends PostGroup | null>(
  info: GraphQLResolveInfo,
  { loaders }: Pick<PostsContext, 'loaders'>,
  group: Group,
): Promise<PostGroup | Group> {
  if (!group || !showsPosts(info)) return group;
  return (await loaders.groupWithPosts.load(group.id).catch(() => null)) ?? group;
}

/** Call it after a change of a group: fields that this operation resolves later read the group again. */
export function readAnew({ loaders, texts }: Pick<PostsContext, 'loaders' | 'texts'>): void {
  for (const loader of Object.values(loaders)) loader.clearAll();
  texts.readAnew();
}
