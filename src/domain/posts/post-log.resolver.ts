import { Arg, Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import { withUpperCase } from '../../foundation/graphql/enum-values.js';
import { pageInfo } from '../../foundation/graphql/page-info.types.js';
import { cutPage, decodeCursor, encodeCursor, parsePage } from '../../foundation/graphql/pagination.js';
import { knownPlatform } from '../platforms/platform.types.js';
import { toPlatformPostType } from './post-group.resolver.js';
import { PlatformPostType, PostGroupType } from './post-group.types.js';
import type { LogEntry } from './post-log.repository.js';
import { PostLogConnection, PostLogEntry } from './post-log.types.js';
import type { PostsContext } from './posts-context.js';

/** What in the metadata is a PostGroupStatus. */
const STATUSES = ['from', 'to'];

/** A log entry as GraphQL shows it. */
export const toLogEntryType = ({ groupId, postId, metadata, ...entry }: LogEntry): PostLogEntry => ({
  ...entry,
  metadata: metadata && STATUSES.reduce(withUpperCase, metadata),
  postGroupId: groupId,
  platformPostId: postId,
  platformKey: entry.platform,
  platform: knownPlatform(entry.platform),
});

@Resolver(() => PostGroupType)
export class PostLogResolver {
  @FieldResolver(() => PostLogConnection, {
    nullable: true,
    description: 'What happened to it, oldest entry first; null only with an error: PAGE_INVALID.',
  })
  async log(
    @Root() group: PostGroupType,
    @Ctx() { loaders }: PostsContext,
    @Arg('first', () => Int, { nullable: true, description: '1 to 100; 20 when left out.' }) first?: number | null,
    @Arg('after', () => String, { nullable: true, description: 'Only entries after this cursor.' })
    after?: string | null,
  ): Promise<PostLogConnection> {
    const page = parsePage({ first });
    const position = after == null ? null : (decodeCursor(after, 1)[0] ?? null);
    const entries = await loaders.logPage.load({ groupId: group.id, after: position, limit: page.limit + 1 });
    const cut = cutPage(entries, page, { after: after != null, before: false });
    const edges = cut.nodes.map((entry) => ({ cursor: encodeCursor(entry.id), node: toLogEntryType(entry) }));
    return { edges, pageInfo: pageInfo(edges, cut) };
  }
}

@Resolver(() => PostLogEntry)
export class PostLogEntryResolver {
  @FieldResolver(() => PostGroupType, {
    nullable: true,
    description: 'The group; null only if it is removed between reading the entry and reading the group.',
  })
  postGroup(@Root() entry: PostLogEntry, @Ctx() { loaders }: PostsContext): Promise<PostGroupType | null> {
    return loaders.postGroup.load(entry.postGroupId);
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
