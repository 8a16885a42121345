import DataLoader from 'dataloader';
import type { GraphQLResolveInfo } from 'graphql';
import { isOneOf } from '../../../foundation/database/statement.js';
import { atOneMoment, type Db, type Read } from '../../../foundation/database/unit-of-work.js';
import { AppError } from '../../../foundation/errors/app-error.js';
import { loaderById } from '../../../foundation/graphql/loaders.js';
import { operationSelects, selects } from '../../../foundation/graphql/selects.js';
import type { ViewerContext } from '../../identity/graphql/viewer.context.js';
import { type LogEntry, type LogPage, logCounts, logEntriesById, logPages } from '../log/post-log.repository.js';
import type { FollowAccount } from '../progress/follow-account.use-case.js';
import type { FollowPostGroup } from '../progress/follow-post-group.use-case.js';
import { commentLogs, commentsOfGroups, type ShownComment } from '../reading/first-comment.repository.js';
import { type FilesOfGroups, type GroupParts, type ReadGroups, readGroups } from '../reading/read-groups.repository.js';
import { type ShownPost, shownPostsById, shownPostsOfGroups } from '../reading/shown-post.repository.js';
import { POSTS_AT_ONCE, type ReadAllPosts, type Texts } from '../reading/texts.io.js';
import type { PostGroup } from '../state/post-group.js';
import { postGroupsById } from '../state/post-group.repository.js';
import { type FailedTarget, failedTargets } from '../state/post-rules.js';

/** First comments that one operation may read. */
const MAX_COMMENT_BYTES = 10_000_000;

/** Batches of one operation: however many groups a page has, their posts are one query. */
export interface PostLoaders {
  postGroup: DataLoader<string, PostGroup | null>;
  /** A group with what is shown of it, as of one moment. */
  groupWithParts: DataLoader<{ id: string; shows: Shows }, PostGroup | null, string>;
  platformPost: DataLoader<string, ShownPost | null>;
  logEntry: DataLoader<string, LogEntry | null>;
  logPage: DataLoader<LogPage, LogEntry[], string>;
  /** How many entries the log of a group has. */
  logCount: DataLoader<string, number>;
  postsOfGroup: DataLoader<string, ShownPost[]>;
  /** The first comments of a group, by the index of their target: ANSWER_TOO_LARGE if they are too long. */
  firstComments: DataLoader<string, Map<number, ShownComment>>;
  /** What happened to a first comment, oldest entry first. */
  commentLog: DataLoader<{ groupId: string; id: string }, LogEntry[], string>;
  /** What of a group can be retried, by the index of its target. */
  failedTargetsOfGroup: DataLoader<string, Map<number, FailedTarget<ShownPost>>>;
}

/** What REST has and the schema does not. */
export interface Compat {
  /** False: a post that could not be published is stored all the same [create-post/no-validation]. */
  validate?: boolean;
  /** The settings of a new post as JSON, in place of the input's [create-post/no-validation]. */
  platformSettings?: Record<string, unknown>;
  /** Alternative texts by the position of their file, in place of the input's [settings/skyfeed-altTexts]. */
  altTexts?: string[];
}

/** A group as it is shown; with its posts as of the same moment, if the operation shows them. */
export type ShownGroup = PostGroup & { shownPosts?: ShownPost[] };

/** Reads files in the statement that reads their groups. */
export interface FilesWithGroups {
  /** The database that has them. Files of groups that are read from another one are read apart. */
  db: Db;
  select: FilesOfGroups;
  keep: (files: unknown[], of: readonly PostGroup[]) => void;
}

/** What the resolvers of posts find in the context of an operation. */
export interface PostsContext extends ViewerContext {
  loaders: PostLoaders;
  texts: Texts;
  files: FilesWithGroups;
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
    const ofGroups = byGroup(posts);
    return groupIds.map((id) => ofGroups.get(id) ?? []);
  });
  const reads = { read, texts, loaders: { postsOfGroup } };
  return {
    groupWithParts: new DataLoader(
      async (keys) => {
        const found = new Map<string, PostGroup>();
        const kinds = new Map(keys.map(({ shows }) => [JSON.stringify(shows), shows]));
        for (const [kind, shows] of kinds) {
          const ids = keys.filter((key) => JSON.stringify(key.shows) === kind).map(({ id }) => id);
          const [isAmong, value] = isOneOf('id', ids);
          const groups = { text: `SELECT * FROM post_groups WHERE ${isAmong}`, values: [value] };
          const read = await readWithParts(reads, shows, (at, parts) =>
            readGroups(at, { groups, isPrepared: true }, parts),
          );
          for (const group of read.groups) found.set(group.id, group);
        }
        return keys.map(({ id }) => found.get(id) ?? null);
      },
      { cacheKeyFn: ({ id }) => id },
    ),
    postGroup: loaderById((ids) => postGroupsById(db, ids)),
    platformPost: loaderById((ids) => shownPostsById(db, ids)),
    logEntry: loaderById((ids) => logEntriesById(db, ids)),
    logPage: new DataLoader((pages) => read((from) => logPages(from, pages)), {
      cacheKeyFn: (page) => JSON.stringify(page),
    }),
    logCount: new DataLoader((groupIds) => read((from) => logCounts(from, groupIds))),
    postsOfGroup,
    firstComments: new DataLoader(async (groupIds) => {
      const found = await read((from) => commentsOfGroups(from, groupIds, MAX_COMMENT_BYTES));
      if (found.some(({ text }) => text === null)) throw new AppError('ANSWER_TOO_LARGE');
      await texts.reserve(found.reduce((sum, { bytes }) => sum + bytes, 0));
      const ofGroups = byGroup(found);
      return groupIds.map((id) => new Map(ofGroups.get(id)?.map((comment) => [comment.targetIndex, comment])));
    }),
    commentLog: new DataLoader(
      async (comments) => {
        const entries = await read((from) => commentLogs(from, comments));
        return comments.map(({ id }) => entries.filter(({ postId }) => postId === id));
      },
      { cacheKeyFn: ({ id }) => id },
    ),
    failedTargetsOfGroup: new DataLoader(async (groupIds) =>
      (await postsOfGroup.loadMany(groupIds)).map((posts) => (posts instanceof Error ? posts : failedTargets(posts))),
    ),
  };
}

/** Rows by the group that they belong to, in their order. */
export function byGroup<Row extends { groupId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const ofGroups = new Map<string, Row[]>();
  for (const row of rows) {
    const others = ofGroups.get(row.groupId);
    if (others) others.push(row);
    else ofGroups.set(row.groupId, [row]);
  }
  return ofGroups;
}

type Reads = Pick<PostsContext, 'read' | 'texts'> & {
  loaders: Pick<PostLoaders, 'postsOfGroup'>;
  files?: FilesWithGroups;
};

/** What an operation shows of groups. */
export interface Shows {
  posts: boolean;
  texts: NonNullable<GroupParts['texts']>;
  ownTexts: boolean;
  files: boolean;
}

/** What an operation shows of the groups at a path below a field. */
export function showsOf(info: GraphQLResolveInfo, ...path: string[]): Shows {
  const ownTexts = selects(info, ...path, 'posts', 'content');
  return {
    posts: showsPosts(info),
    texts: selects(info, ...path, 'content') ? 'all' : ownTexts && 'shared',
    ownTexts,
    files: selects(info, ...path, 'media'),
  };
}

/**
 * Reads groups with what is shown of them, as of one moment: a status is never shown beside posts of another. `select`
 * reads the parts in one statement. If the posts are too many for one, they are read in a snapshot.
 */
export async function readWithParts(
  { read, texts, loaders, files }: Reads,
  shows: Shows,
  select: (at: Db, parts: GroupParts) => Promise<ReadGroups>,
): Promise<ReadGroups> {
  const partsOf = (from: Db): GroupParts => ({
    ...(shows.files && files?.db === from && { files: files.select }),
    ...(texts.hasRoom() && { texts: shows.texts, ownTexts: shows.ownTexts }),
  });
  const withPosts = (readAll: ReadAllPosts) => async (from: Db) => {
    const parts = partsOf(from);
    if (!shows.posts) return select(from, parts);
    const first = await select(from, { ...parts, posts: POSTS_AT_ONCE });
    const posts = first.posts ?? [];
    if (posts.length < POSTS_AT_ONCE) return { ...first, posts: await readAll(async () => posts) };
    return atOneMoment(from, async (at) => {
      const again = await select(at, parts);
      const ids = again.complete.map(({ id }) => id);
      return { ...again, posts: await readAll((page) => shownPostsOfGroups(at, ids, page)) };
    });
  };
  const found =
    shows.posts || shows.texts
      ? await texts.readPosts(async (readAll) => {
          const withTexts = await read(withPosts(readAll));
          await texts.keepRead(withTexts);
          return withTexts;
        })
      : await read((from) => select(from, partsOf(from)));
  const { complete, posts = [] } = found;
  if (found.files) files?.keep(found.files, complete);
  if (found.posts) {
    const ofGroups = byGroup(posts);
    for (const group of complete as ShownGroup[]) {
      const shown = ofGroups.get(group.id) ?? [];
      group.shownPosts = shown;
      loaders.postsOfGroup.prime(group.id, shown);
    }
  }
  const textCount = (shows.texts === 'all' ? complete.length : 0) + (shows.ownTexts ? posts.length : 0);
  await texts.takeTurn(posts.length + textCount);
  return found;
}

/** Whether the operation shows posts of groups, or what follows from them. */
export const showsPosts = (info: GraphQLResolveInfo): boolean => operationSelects(info, ['posts', 'allowedActions']);

const ONLY_POSTS: Shows = { posts: true, texts: false, ownTexts: false, files: false };

/** A group by its id; if the operation shows posts, with the parts in `shows`. */
export const shownGroup = (
  info: GraphQLResolveInfo,
  { loaders }: Pick<PostsContext, 'loaders'>,
  id: string,
  shows = ONLY_POSTS,
): Promise<PostGroup | null> =>
  showsPosts(info) ? loaders.groupWithParts.load({ id, shows }) : loaders.postGroup.load(id);

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
  return (await shownGroup(info, { loaders }, group.id).catch(() => null)) ?? group;
}

/** Call it after a change of a group: fields that this operation resolves later read the group again. */
export function readAnew({ loaders, texts }: Pick<PostsContext, 'loaders' | 'texts'>): void {
  for (const loader of Object.values(loaders)) loader.clearAll();
  texts.readAnew();
}
