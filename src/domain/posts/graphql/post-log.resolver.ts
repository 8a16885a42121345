import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, FieldResolver, Info, Int, Resolver, Root } from 'type-graphql';
import {
  AFTER,
  BEFORE,
  byId,
  type Connection,
  FIRST,
  LAST,
  readPage,
} from '../../../foundation/graphql/connection.types.js';
import { NullOnlyWithError } from '../../../foundation/graphql/directives.js';
import { knownPlatform } from '../../platforms/platform.types.js';
import type { LogEntry } from '../log/post-log.repository.js';
import { PostLogConnection, PostLogEntry } from '../log/post-log.types.js';
import { toPlatformPostType } from './post-group.resolver.js';
import { PlatformPostType, PostGroupType } from './post-group.types.js';
import { type PostsContext, shownGroup } from './posts.context.js';

const LOG = byId('log');

const NO_METADATA = {
  ...{ from: null, to: null, errorCode: null, retryable: null, retryOf: null },
  ...{ postedId: null, reason: null, scheduledTime: null, additions: null, leftOff: null },
};

/** A log entry as GraphQL shows it. */
export const toLogEntryType = ({ groupId, postId, metadata, ...entry }: LogEntry): PostLogEntry => ({
  ...entry,
  metadata: metadata && { ...NO_METADATA, ...metadata },
  postGroupId: groupId,
  platformPostId: postId,
  platformKey: entry.platform,
  platform: knownPlatform(entry.platform),
});

@Resolver(() => PostGroupType)
export class PostLogResolver {
  @NullOnlyWithError()
  @FieldResolver(() => PostLogConnection, {
    nullable: true,
    description: 'What happened to it, oldest entry first; null only with an error: PAGE_INVALID.',
  })
  log(
    @Root() group: PostGroupType,
    @Ctx() { loaders }: PostsContext,
    @Arg('first', () => Int, FIRST) first?: number | null,
    @Arg('after', () => String, AFTER) after?: string | null,
    @Arg('last', () => Int, LAST) last?: number | null,
    @Arg('before', () => String, BEFORE) before?: string | null,
  ): Promise<Connection<PostLogEntry>> {
    return readPage(
      { first, after, last, before },
      {
        cursors: LOG,
        positionOf: ({ id }) => ({ id }),
        read: async ({ after, before, ...page }) => {
          const range = { groupId: group.id, after: after?.id ?? null, before: before?.id ?? null, ...page };
          return (await loaders.logPage.load(range)).map(toLogEntryType);
        },
        count: () => loaders.logCount.load(group.id),
      },
    );
  }
}

@Resolver(() => PostLogEntry)
export class PostLogEntryResolver {
  @FieldResolver(() => PostGroupType, {
    nullable: true,
    description: 'The group; null only if it is removed between reading the entry and reading the group.',
  })
  postGroup(
    @Root() entry: PostLogEntry,
    @Ctx() context: PostsContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<PostGroupType | null> {
    return shownGroup(info, context, entry.postGroupId);
  }

  @FieldResolver(() => PlatformPostType, {
    nullable: true,
    description: 'The platform post; null for events of the group, and if it was removed meanwhile.',
  })
  async platformPost(
    @Root() { platformPostId }: PostLogEntry,
    @Ctx() { loaders }: PostsContext,
  ): Promise<PlatformPostType | null> {
    const post = platformPostId && (await loaders.platformPost.load(platformPostId));
    return post ? toPlatformPostType(post) : null;
  }
}
